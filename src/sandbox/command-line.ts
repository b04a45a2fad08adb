import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { isDialect, unknownDialect } from './http/dialects/dialects.ts';
import { type AllowedHost, readAllowedHost } from './http/entry.ts';

export interface Options {
  readonly port: number;
  readonly address: string;
  readonly allowedHosts: readonly AllowedHost[];
  readonly fixture: string | undefined;
  readonly data: string | undefined;
  /** The address of a PostgreSQL database. */
  readonly database: string | undefined;
  readonly restore: string | undefined;
  readonly exportOnExit: string | undefined;
  readonly initialisationSeconds: number;
  /** Names of dialects. */
  readonly variants: readonly string[];
  readonly control: boolean;
  /** The folder of the workbench's built page. */
  readonly workbench: string | undefined;
  readonly list: boolean;
}

export type ReadOptions =
  | { readonly ok: true; readonly value: Options }
  | { readonly ok: false; readonly fault: string };

export const longestInitialisation = 1e9; // seconds

/** Reads the options of the command (sandbox.md, "Command line"). A fault is one line. */
export function readOptions(words: readonly string[]): ReadOptions {
  const parsed = parse(words);
  if (typeof parsed === 'string') return { ok: false, fault: parsed };
  const port = wholeNumber(parsed.port ?? '0');
  if (port === null || port > 65_535) return { ok: false, fault: '--port takes a number from 0 to 65535' };
  const seconds = /^\d+(\.\d+)?$/.test(parsed['initialisation-seconds'] ?? '3')
    ? Number(parsed['initialisation-seconds'] ?? '3')
    : null;
  if (seconds === null || seconds > longestInitialisation)
    return { ok: false, fault: '--initialisation-seconds takes a number from 0' };
  const address = parsed.address ?? '127.0.0.1';
  if (isIP(address) === 0) return { ok: false, fault: '--address takes an IP address of this machine' };
  const allowedHosts = (parsed['allow-host'] ?? []).flatMap((text) => readAllowedHost(text) ?? []);
  if (allowedHosts.length < (parsed['allow-host'] ?? []).length)
    return { ok: false, fault: '--allow-host takes the name of a host, or NAME:PORT' };
  const variants = parsed.variant ?? [];
  const unknown = variants.find((name) => !isDialect(name));
  if (unknown !== undefined) return { ok: false, fault: `--variant ${unknown}: ${unknownDialect}` };
  for (const name of ['fixture', 'data', 'restore', 'export-on-exit'] as const)
    if (parsed[name] === '') return { ok: false, fault: `--${name} takes the name of a file` };
  if (parsed.database !== undefined && !/^postgres(ql)?:/.test(parsed.database))
    return { ok: false, fault: '--database takes an address such as postgres://user@host/name' };
  if (parsed.database !== undefined && parsed.data !== undefined)
    return { ok: false, fault: '--data is for SQLite: leave out --database, or this' };
  if (parsed.fixture !== undefined && parsed.restore !== undefined)
    return { ok: false, fault: '--restore brings its own fixture: leave out --fixture' };
  return {
    ok: true,
    value: {
      port,
      address,
      allowedHosts,
      fixture: parsed.fixture,
      data: parsed.data,
      database: parsed.database,
      restore: parsed.restore,
      exportOnExit: parsed['export-on-exit'],
      initialisationSeconds: seconds,
      variants,
      control: parsed.control ?? false,
      workbench: parsed.workbench,
      list: parsed.list ?? false,
    },
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        address: { type: 'string' },
        'allow-host': { type: 'string', multiple: true },
        fixture: { type: 'string' },
        data: { type: 'string' },
        database: { type: 'string' },
        restore: { type: 'string' },
        'export-on-exit': { type: 'string' },
        'initialisation-seconds': { type: 'string' },
        variant: { type: 'string', multiple: true },
        control: { type: 'boolean' },
        workbench: { type: 'string' },
        list: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  }
}

function wholeNumber(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}
