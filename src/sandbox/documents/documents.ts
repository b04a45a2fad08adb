import { createIdentification, readLimits } from '../auth.ts';
import { decoded, hasMediaType, tooLarge, unsupported } from '../body.ts';
import { type Answer, fieldsOf, json, methodNotAllowed, type ServiceRequest } from '../exchange.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Handled } from '../router.ts';
import { opens } from '../secret.ts';
import type { Store } from '../store.ts';
import { loginPage } from './page.ts';
import { referencePage } from './reference-page.ts';
import { createSessions } from './sessions.ts';

const docsPath = '/api/v1/docs/';

/**
 * Answers requests for the documents of the service, its OpenAPI schema and its documentation page (sandbox.md,
 * "Documents"). They belong to no tier.
 */
export function createDocuments(store: Store): (request: ServiceRequest, now: number) => Handled {
  const identify = createIdentification(store);
  const sessions = createSessions(store);

  const answerSchema = (request: ServiceRequest, now: number): Handled => {
    // A token that was sent is the one that counts.
    const visitor = request.header('authorization') === undefined ? sessions.clientOf(request, now) : null;
    const identified = visitor === null ? identify(request, now) : null;
    if (identified?.ok === false) return handled(identified.answer, null);
    const clientId = identified?.caller.clientId ?? visitor;
    return request.method === 'GET'
      ? handled(json(200, openApiDocument(request.origin)), clientId)
      : handled(methodNotAllowed(request.method, ['GET']), clientId);
  };

  const logIn = (request: ServiceRequest, now: number): Handled => {
    if (!hasMediaType(request, 'application/x-www-form-urlencoded'))
      return handled(unsupported(request), null);
    if (request.body === 'too-large') return handled(tooLarge, null);
    const form = fieldsOf(decoded(request.body) ?? '');
    const clientId = form.get('client_id') ?? '';
    const account = store.accounts.account({ clientId });
    const sealed = account === undefined ? undefined : { salt: account.salt, hash: account.secret_hash };
    const right = opens(form.get('client_secret') ?? '', sealed);
    if (!right || account === undefined) return handled(loginPage(true), null);
    const headers = { Location: docsPath, 'Set-Cookie': sessions.open(account, request, now) };
    return handled({ status: 303, headers: { ...headers, 'Cache-Control': 'no-store' }, body: '' }, clientId);
  };

  const answerDocs = (request: ServiceRequest, now: number): Handled => {
    if (request.method === 'POST') return logIn(request, now);
    if (request.method !== 'GET') return handled(methodNotAllowed(request.method, ['GET', 'POST']), null);
    const visitor = sessions.clientOf(request, now);
    const account = visitor === null ? undefined : store.accounts.account({ clientId: visitor });
    const firm = account === undefined ? undefined : store.accounts.firm({ seq: account.firm });
    return firm === undefined
      ? handled(loginPage(false), null)
      : handled(referencePage(request.origin, readLimits(firm.limits)), visitor);
  };

  return (request, now) =>
    request.path === docsPath ? answerDocs(request, now) : answerSchema(request, now);
}

function handled(answer: Answer, clientId: string | null): Handled {
  return { answer, tier: null, clientId };
}
