import { createIdentification } from '../auth.ts';
import { json, methodNotAllowed, type ServiceRequest } from '../exchange.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Handled } from '../router.ts';
import type { Store } from '../store.ts';

/**
 * Answers requests for the documents of the service (sandbox.md, "Documents"). They belong to no tier.
 */
export function createDocuments(store: Store): (request: ServiceRequest, now: number) => Handled {
  const identify = createIdentification(store);
  return (request, now) => {
    const identified = identify(request, now);
    if (!identified.ok) return { answer: identified.answer, tier: null, clientId: null };
    const { clientId } = identified.caller;
    const answer =
      request.method === 'GET'
        ? json(200, openApiDocument(request.origin))
        : methodNotAllowed(request.method, ['GET']);
    return { answer, tier: null, clientId };
  };
}
