import { type BlockList, isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { lettersApart } from '../shared/rules/texts/letters-apart.ts';
import { isDialect, unknownDialect } from './http/dialects/dialects.ts';
import { type AllowedHost, readAllowedHost, readProxies } from './http/entry.ts';

export interface Options {
  readonly port: number;
  readonly address: string;
  readonly allowedHosts: readonly AllowedHost[];
  /** Scheme, host and port. */
  readonly publicOrigin: string | undefined;
  /** Files in PEM form. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly proxies: BlockList | null;
  readonly fixture: string | undefined;
  readonly data: string | undefined;
  /** The address of a PostgreSQL database. */
  readonly database: string | undefined;
  readonly restore: string | undefined;
  readonly exportOnExit: string | undefined;
  readonly initialisationSeconds: number;
  /** False where the fixture is loaded without limits on requests. */
  readonly hasLimits: boolean;
  /** Names of dialects. */
  readonly variants: readonly string[];
  readonly control: boolean;
  /** The folder of the workbench's built page. */
  readonly workbench: string | undefined;
  /** What it prints instead of serving. */
  readonly prints: 'help' | 'version' | 'list' | 'fixture-schema' | null;
}

export type ReadOptions =
  | { readonly ok: true; readonly value: Options }
  | { readonly ok: false; readonly fault: string };

export const longestInitialisation = 1e9; // seconds

interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** What it takes, as `--help` says it. */
  readonly takes?: string;
  readonly means: string;
}

/** Every option of the command, in the order of `--help`. */
export const commandOptions = {
  port: { type: 'string', takes: 'N', means: 'the port; without it, or with 0, a free one' },
  address: { type: 'string', takes: 'ADDRESS', means: 'the IP address to listen at; 127.0.0.1' },
  'allow-host': {
    type: 'string',
    multiple: true,
    takes: 'NAME',
    means: 'also answers for this host, or NAME:PORT; repeatable',
  },
  'public-url': {
    type: 'string',
    takes: 'URL',
    means: 'where others reach it, such as https://sandbox.firm.example',
  },
  'trusted-proxy': {
    type: 'string',
    multiple: true,
    takes: 'ADDRESS',
    means: 'believes X-Forwarded-Proto and -Host from there; repeatable',
  },
  'tls-cert': {
    type: 'string',
    takes: 'FILE',
    means: 'its certificate and those above it: answers over TLS',
  },
  'tls-key': { type: 'string', takes: 'FILE', means: 'the key of the certificate' },
  fixture: {
    type: 'string',
    takes: 'FILE',
    means: 'the state to start from, or demo:NAME; the built-in firm',
  },
  list: { type: 'boolean', means: 'prints the names for demo:NAME, and ends' },
  'fixture-schema': { type: 'boolean', means: 'prints the JSON Schema of a fixture, and ends' },
  data: { type: 'string', takes: 'FILE', means: 'keeps the state in this SQLite file; in memory' },
  database: {
    type: 'string',
    takes: 'ADDRESS',
    means: 'keeps the state in PostgreSQL: postgres://user@host/name',
  },
  restore: { type: 'string', takes: 'FILE', means: 'starts from a snapshot' },
  'export-on-exit': { type: 'string', takes: 'FILE', means: 'writes a snapshot when it ends' },
  'initialisation-seconds': { type: 'string', takes: 'S', means: 'how long a new audit is initializing; 3' },
  'no-limits': { type: 'boolean', means: 'loads the fixture without limits on requests' },
  variant: {
    type: 'string',
    multiple: true,
    takes: 'NAME',
    means: 'speaks a dialect, or mixture:SEED; repeatable',
  },
  control: { type: 'boolean', means: 'opens the control plane and the workbench' },
  workbench: { type: 'string', takes: 'FOLDER', means: 'the built page of the workbench' },
  help: { type: 'boolean', means: 'prints this, and ends; also -h' },
  version: { type: 'boolean', means: 'prints the version, and ends' },
} as const satisfies Readonly<Record<string, Option>>;

/** What `--help` prints: how the command is called, and each option with what it means; after the semicolon, what holds without it. */
export function helpText(): string {
  const rows = Object.entries<Option>(commandOptions).map(([name, { takes, means }]) => ({
    option: takes === undefined ? `--${name}` : `--${name} ${takes}`,
    means,
  }));
  const width = Math.max(...rows.map(({ option }) => option.length));
  const lines = rows.map(({ option, means }) => `  ${option.padEnd(width)}  ${means}`);
  return ['The Audit Management API on this computer. Options:', ...lines, ''].join('\n');
}

/** Reads the options of the command (sandbox.md, "Command line"). A fault is one line. */
export function readOptions(words: readonly string[]): ReadOptions {
  const parsed = parse(words);
  if (typeof parsed === 'string') return { ok: false, fault: parsed };
  const fault = faultOf(parsed);
  if (fault !== undefined) return { ok: false, fault };
  const { help = false, version = false, list = false, control = false, variant = [], ...rest } = parsed;
  const schema = rest['fixture-schema'] === true;
  return {
    ok: true,
    value: {
      port: Number(rest.port ?? '0'),
      address: rest.address ?? '127.0.0.1',
      allowedHosts: hostsOf(parsed),
      ...transportOf(parsed),
      fixture: rest.fixture,
      data: rest.data,
      database: rest.database,
      restore: rest.restore,
      exportOnExit: rest['export-on-exit'],
      initialisationSeconds: Number(rest['initialisation-seconds'] ?? '3'),
      hasLimits: rest['no-limits'] !== true,
      variants: variant,
      control,
      workbench: rest.workbench,
      prints: help ? 'help' : version ? 'version' : list ? 'list' : schema ? 'fixture-schema' : null,
    },
  };
}

type Parsed = Exclude<ReturnType<typeof parse>, string>;

function faultOf(parsed: Parsed): string | undefined {
  const { port = '0', 'initialisation-seconds': seconds = '3', database, data, fixture, restore } = parsed;
  if (!/^\d+$/.test(port) || Number(port) > 65_535) return '--port takes a number from 0 to 65535';
  if (!/^\d+(\.\d+)?$/.test(seconds) || Number(seconds) > longestInitialisation)
    return '--initialisation-seconds takes a number from 0';
  if (isIP(parsed.address ?? '127.0.0.1') === 0) return '--address takes an IP address of this machine';
  if (hostsOf(parsed).length < (parsed['allow-host'] ?? []).length)
    return '--allow-host takes the name of a host, or NAME:PORT';
  const transport = faultOfTransport(parsed);
  if (transport !== undefined) return transport;
  const unknown = (parsed.variant ?? []).find((name) => !isDialect(name));
  if (unknown !== undefined) return `--variant ${unknown}: ${unknownDialect}`;
  for (const name of ['fixture', 'data', 'restore', 'export-on-exit', 'tls-cert', 'tls-key'] as const)
    if (parsed[name] === '') return `--${name} takes the name of a file`;
  if (database !== undefined && !/^postgres(ql)?:/.test(database))
    return '--database takes an address such as postgres://user@host/name';
  if (database !== undefined && data !== undefined)
    return '--data is for SQLite: leave out --database, or this';
  if (fixture !== undefined && restore !== undefined)
    return '--restore brings its own fixture: leave out --fixture';
  if (parsed['no-limits'] === true && restore !== undefined)
    return '--restore brings its own limits: leave out --no-limits';
  return undefined;
}

function faultOfTransport(parsed: Parsed): string | undefined {
  const { 'public-url': address, 'tls-cert': cert, 'tls-key': key } = parsed;
  const url = URL.parse(address ?? 'http://here');
  // An origin alone: what stands behind the host would have to be in every path.
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href)
    return '--public-url takes https://HOST or https://HOST:PORT';
  if ((cert === undefined) !== (key === undefined)) return '--tls-cert and --tls-key belong together';
  if (cert !== undefined && address !== undefined && url.protocol !== 'https:')
    return '--public-url begins with https:// where --tls-cert is given';
  if (readProxies(parsed['trusted-proxy'] ?? []) === null)
    return '--trusted-proxy takes an IP address, or a network such as 10.0.0.0/8';
  return undefined;
}

function transportOf(parsed: Parsed): Pick<Options, 'publicOrigin' | 'tls' | 'proxies'> {
  const { 'public-url': address, 'tls-cert': cert, 'tls-key': key, 'trusted-proxy': proxies } = parsed;
  return {
    publicOrigin: address === undefined ? undefined : URL.parse(address)?.origin,
    tls: cert === undefined || key === undefined ? undefined : { cert, key },
    proxies: proxies === undefined ? null : readProxies(proxies),
  };
}

function hostsOf(parsed: Parsed): readonly AllowedHost[] {
  return (parsed['allow-host'] ?? []).flatMap((text) => readAllowedHost(text) ?? []);
}

function parse(words: readonly string[]) {
  const args = words.map((word) => (word === '-h' ? '--help' : word));
  try {
    return parseArgs({ args, allowPositionals: false, options: commandOptions }).values;
  } catch {
    return wrongWord(args);
  }
}

/** What is wrong with the words, in our own: which option was meant, or what one takes. */
function wrongWord(args: readonly string[]): string {
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: commandOptions,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') return `${token.value}: only options are taken; --help lists them`;
    if (token.kind !== 'option') continue;
    const known = Object.entries<Option>(commandOptions).find(([name]) => name === token.name)?.[1];
    if (known === undefined) {
      const meant = nearest(token.name, Object.keys(commandOptions));
      const question = meant === undefined ? '' : ` Did you mean --${meant}?`;
      return `${token.rawName}: there is no such option.${question} --help lists all.`;
    }
    if (known.type === 'boolean' && token.value !== undefined) return `--${token.name} takes nothing`;
    if (known.type === 'string' && (token.value === undefined || token.value.startsWith('-')))
      return `--${token.name} takes ${known.takes ?? 'a value'}`;
  }
  return 'only options are taken; --help lists them';
}

/** The name that differs by at most two letters, or begins so. */
function nearest(typed: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: name.startsWith(typed) ? 0 : lettersApart(typed, name) }))
    .toSorted((one, other) => one.distance - other.distance);
  return best !== undefined && best.distance <= 2 ? best.name : undefined;
}
