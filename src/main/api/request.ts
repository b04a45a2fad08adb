import { type AnyRow, isAddressable, type Operation, operations, pathIdNames } from '../../shared/api.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { ExchangeRequest } from './exchange.ts';

/** What an operation takes, as code sees it that serves all alike (`InputOf` has the same by name). */
export interface AnyInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
}

const usualPageSize = 100; // the most that the service gives (specification, "Limits")

/** The request of an operation under a base URL, without a token; `invalid-input` where it cannot be put into one. */
export function requestOf(baseUrl: string, operation: Operation, input: AnyInput): Reply<ExchangeRequest> {
  const row: AnyRow = operations[operation];
  const path = pathOf(row.path, input.path ?? {});
  if (path === null) return fail('invalid-input', { operation });
  const url = `${baseUrl}${path}${queryOf(row, input)}`;
  // The parsed address decides: no id may change where the request goes.
  const parsed = URL.parse(url);
  if (parsed === null || parsed.pathname !== URL.parse(baseUrl)?.pathname.replace(/\/$/, '').concat(path))
    return fail('invalid-input', { operation });
  const headers = { Accept: 'application/json' };
  if (row.body === undefined) return succeed({ url, method: row.method, headers });
  return succeed({
    url,
    method: row.method,
    headers: {
      ...headers,
      'Content-Type': row.form ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    body: row.form ? formOf(input.body) : JSON.stringify(input.body),
  });
}

function pathOf(template: string, ids: Readonly<Record<string, string>>): string | null {
  const names = pathIdNames(template);
  const given = Object.keys(ids);
  if (given.length !== names.length || !names.every((name) => Object.hasOwn(ids, name))) return null;
  if (!Object.values(ids).every((id) => isAddressable(id) && id.isWellFormed())) return null;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
}

function queryOf(row: AnyRow, { query, cursor, pageSize }: AnyInput): string {
  const parameters = new URLSearchParams(cursor ?? '');
  if (cursor === undefined) {
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) parameters.set(name, value);
    if (row.list !== undefined) parameters.set('page_size', String(pageSize ?? usualPageSize));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

function formOf(body: unknown): string {
  // The token request is the only form, and its schema has texts only.
  return new URLSearchParams(body as Record<string, string>).toString();
}
