import { unlimited } from '../e2e/fixtures/fixture-file.ts';
import type { ServiceRequest } from '../src/sandbox/http/exchange.ts';
import { account, type colleague } from './firm.ts';
import { auditLine, componentLine } from './random-plan.ts';

/** A request without faults of the wire. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** The state of a service, as lines that can be compared with the end of a plan. The limits must allow it. */
export async function stateOf(ask: Ask): Promise<readonly string[]> {
  const clients = await all(ask, '/client-organisations/');
  const audits = (await all(ask, '/audits/')).filter(({ status }) => status !== 'deleting');
  const lines = clients.filter(({ id }) => id !== 'group').map(({ id }) => `client ${id}`);
  for (const audit of audits) {
    const path = `/audits/${encodeURIComponent(audit.id)}`;
    const users = await usersOf(ask, path);
    const couples = audit.coupled_component_audit_ids.length;
    const entity = audit.legal_entity_ids[0] ?? '';
    lines.push(auditLine({ id: audit.id, type: audit.audit_type, entity, couples, users }));
    for (const component of await all(ask, `${path}/component-audits/`))
      lines.push(
        componentLine(audit.id, {
          entities: component.legal_entity_ids,
          name: component.name,
          relation: component.auditor_relation,
          explanation: component.in_scope ? null : component.out_of_scope_explanation,
          users: await usersOf(ask, `/audits/${component.id}`),
        }),
      );
  }
  return lines.toSorted();
}

/** An object of the service. Its path says which fields it has. */
interface Shown {
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly status: string;
  readonly audit_type: string;
  readonly legal_entity_ids: readonly string[];
  readonly coupled_component_audit_ids: readonly string[];
  readonly auditor_relation: string;
  readonly in_scope: boolean;
  readonly out_of_scope_explanation: string;
}

async function all(ask: Ask, path: string): Promise<readonly Shown[]> {
  const entries: Shown[] = [];
  for (let page = 1; ; page += 1) {
    // A list of the sandbox: an envelope (decisions.md §3.1), or a bare array where it was told to give those.
    const list = (await ask('GET', `${path}?page_size=100&page=${String(page)}`)) as
      | readonly Shown[]
      | { readonly results: readonly Shown[]; readonly next: string | null };
    const { results, next } = 'results' in list ? list : { results: list, next: null };
    entries.push(...results);
    if (next === null) return entries;
  }
}

async function usersOf(ask: Ask, audit: string): Promise<ReadonlyMap<string, string>> {
  return new Map((await all(ask, `${audit}/users/`)).map(({ id, role }) => [id, role]));
}

interface Answering {
  readonly answer: (request: ServiceRequest) => Outcome | Promise<Outcome>;
}
interface Outcome {
  readonly answer: Received;
  readonly meant?: Received;
}

interface Received {
  readonly status: number;
  readonly body: string;
}
type Send = (
  method: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
) => Promise<Received>;

/** Asks a sandbox in this process, without faults, and hears what it means, whatever dialect it speaks. */
export function askBeside(sandbox: Answering): Promise<Ask> {
  return asking(sendBeside(sandbox));
}

type Account = typeof account | typeof colleague;

/** Asks as an account with its own token, under the current limits and faults of the sandbox. */
export function askAs(sandbox: Answering, own: Account): Promise<Ask> {
  return withToken(askingBy(sendBeside(sandbox)), own);
}

/** A call of the control plane (docs/sandbox.md). */
export function control(sandbox: Answering, method: string, path: string, body: unknown): Promise<unknown> {
  return askingBy(sendBeside(sandbox))(method, `/__sandbox${path}`, body, json);
}

/** Revokes the tokens of the first account. */
export async function endTokens(sandbox: Answering): Promise<void> {
  await control(sandbox, 'POST', `/service-accounts/${account.id}/`, { revoke_tokens: true });
}

function sendBeside(sandbox: Answering): Send {
  return async (method, path, body, headers) => {
    const [target = '', query = ''] = path.split('?');
    const { answer, meant = answer } = await sandbox.answer({
      method,
      path: target,
      query,
      origin: 'http://127.0.0.1:1',
      header: (name) => headers[name.toLowerCase()],
      body: new TextEncoder().encode(body),
    });
    return meant;
  };
}

/** Asks a service in another process. */
export function askOver(baseUrl: string): Promise<Ask> {
  return asking(async (method, path, body, headers) => {
    const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(body === '' ? {} : { body }) });
    return { status: answer.status, body: await answer.text() };
  });
}

const json = { 'content-type': 'application/json' };

type AskWith = (
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
) => Promise<unknown>;

function askingBy(send: Send): AskWith {
  return async (method, path, body, headers) => {
    const sent = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const { status, body: text } = await send(method, path, sent, headers);
    if (status >= 300) throw new Error(`${method} ${path}: ${String(status)} ${text}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  };
}

/** As the first account, after lifting every limit and fault. */
async function asking(send: Send): Promise<Ask> {
  const ask = askingBy(send);
  await ask('POST', '/__sandbox/firms/firm/', { rate_limits: unlimited }, json);
  await ask('DELETE', '/__sandbox/faults/', undefined, {});
  return withToken(ask, account);
}

async function withToken(ask: AskWith, own: Account): Promise<Ask> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: own.id,
    client_secret: own.secret,
  }).toString();
  const token = (await ask('POST', '/api/v1/oauth/token/', form, {
    'content-type': 'application/x-www-form-urlencoded',
  })) as { readonly access_token: string }; // as the sandbox answers (decisions.md §11.1)
  const authorization = `Bearer ${token.access_token}`;
  return (method, path, body) => ask(method, `/api/v1${path}`, body, { ...json, authorization });
}
