import { parseArgs } from 'node:util';

export interface Options {
  readonly port: number;
  readonly fixture: string | undefined;
  readonly data: string | undefined;
  readonly initialisationSeconds: number;
  readonly control: boolean;
  readonly list: boolean;
}

export type ReadOptions =
  | { readonly ok: true; readonly value: Options }
  | { readonly ok: false; readonly fault: string };

/** Reads the options of the command (sandbox.md, "Command line"). A fault is one line. */
export function readOptions(words: readonly string[]): ReadOptions {
  const parsed = parse(words);
  if (typeof parsed === 'string') return { ok: false, fault: parsed };
  const port = wholeNumber(parsed.port ?? '0');
  if (port === null || port > 65_535) return { ok: false, fault: '--port takes a number from 0 to 65535' };
  const seconds = /^\d+(\.\d+)?$/.test(parsed['initialisation-seconds'] ?? '3')
    ? Number(parsed['initialisation-seconds'] ?? '3')
    : null;
  if (seconds === null || seconds > 1e9)
    return { ok: false, fault: '--initialisation-seconds takes a number from 0' };
  for (const name of ['fixture', 'data'] as const)
    if (parsed[name] === '') return { ok: false, fault: `--${name} takes the name of a file` };
  return {
    ok: true,
    value: {
      port,
      fixture: parsed.fixture,
      data: parsed.data,
      initialisationSeconds: seconds,
      control: parsed.control ?? false,
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
        fixture: { type: 'string' },
        data: { type: 'string' },
        'initialisation-seconds': { type: 'string' },
        control: { type: 'boolean' },
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
