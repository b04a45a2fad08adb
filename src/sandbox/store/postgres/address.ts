import pg, { type PoolConfig } from 'pg';

export interface Address {
  readonly schema: string;
  /** How to connect to a schema there. */
  readonly config: (schema: string) => PoolConfig;
}

const usualSchema = 'sandbox';

/** Reads `postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME`. Null if it is no such address. */
export function readAddress(text: string): Address | null {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return null;
  const schema = url.searchParams.get('schema') ?? usualSchema;
  if (!/^[a-z_][a-z\d_]{0,62}$/.test(schema)) return null;
  if (!/^\d{1,5}$/.test(url.searchParams.get('port') ?? '0')) return null; // pg would wait for ever
  url.searchParams.delete('schema');
  // `sslmode` means what it means to libpq. pg has stricter meanings, and warns that they will change.
  if (!url.searchParams.has('uselibpqcompat')) url.searchParams.set('uselibpqcompat', 'true');
  const own = url.searchParams.get('options');
  const config = (at: string): PoolConfig => {
    url.searchParams.set('options', `${own === null ? '' : `${own} `}-c search_path=${at}`);
    return { ...limits, connectionString: url.href, types };
  };
  return { schema, config };
}

/** What an address may have behind its question mark: ours, and what pg takes from there. */
const parameters = [
  'schema',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'host',
  'port',
  'user',
  'password',
  'options',
  'application_name',
  'statement_timeout',
  'query_timeout',
  'uselibpqcompat',
];

/** Says which parameter of an address there is not. Null for an address that has none such. */
export function unknownParameter(text: string): string | null {
  const found = [...(URL.parse(text)?.searchParams.keys() ?? [])].find((name) => !parameters.includes(name));
  if (found === undefined) return null;
  return `its address has the parameter ${found}, which there is not; there are ${parameters.join(', ')}`;
}

/** Milliseconds after which a database answers too slowly, an idle connection is closed, and a replica that hangs holds nothing any more. */
const limits = {
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  query_timeout: 35_000, // a server that hangs does not end statements
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  application_name: 'audit-sandbox',
} satisfies PoolConfig;

/** Numbers stay below 2^53: row numbers, and milliseconds since 1970. */
const types: PoolConfig['types'] = {
  getTypeParser: (id, format) =>
    id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format),
};
