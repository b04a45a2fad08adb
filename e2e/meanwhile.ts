import { requestsOf, type Service } from './service.ts';

// What a colleague does meanwhile, past the app that is tested.

const tokens = new WeakMap<Service, Promise<Readonly<Record<string, string>>>>();

/** The header that lets a request of somebody else in; one token a service, for its limit is small. */
export function authorization(service: Service): Promise<Readonly<Record<string, string>>> {
  const known = tokens.get(service) ?? issueToken(service);
  tokens.set(service, known);
  return known;
}

async function issueToken(service: Service): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`${service.baseUrl}/api/v1/oauth/token/`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: service.clientId,
      client_secret: service.clientSecret,
    }),
  });
  const { access_token: token } = (await answer.json()) as { readonly access_token: string }; // specification, "Access token response"
  return { Authorization: `Bearer ${token}` };
}

/** Sends a request as a colleague does; throws unless it is answered with a success. */
export async function meanwhile(
  service: Service,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<void> {
  const answer = await fetch(`${service.baseUrl}/api/v1/${path}`, {
    method,
    headers: { ...(await authorization(service)), 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

/** What was asked of a service, in its order: method and path of each request, tokens left out. */
export async function requestLines(service: Service): Promise<readonly string[]> {
  const log = await requestsOf(service);
  return log
    .filter(({ path }) => !path.endsWith('/oauth/token/'))
    .map(({ method, path }) => `${method} ${path}`);
}

/** Couples a component of the coupling firm's groups before the app does: to an audit of its own, by its id. */
export function coupleMeanwhile(service: Service, component: string): Promise<void> {
  return meanwhile(service, 'POST', 'audits/', {
    id: 'FASTER',
    name: 'Somebody was faster',
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Large',
    client_organisation_id: 'noorderhaven',
    legal_entity_id: 'NH-11',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
    coupled_component_audit_ids: [component],
  });
}
