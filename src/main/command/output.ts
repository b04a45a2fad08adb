import type { AppError } from '../../shared/error.ts';
import type { ErrorWords } from './words.ts';

// Results are on standard output, and nothing else; sentences for people and progress are on standard error.

/** What a command ends with; the first six as `npm run check` has them. */
export const status = {
  done: 0,
  /** Something was tried and is not done. */
  failed: 1,
  wrongUse: 2,
  /** The service, or the data of the app, cannot be reached. */
  notReached: 3,
  /** There is no secret, or it is not accepted. */
  refused: 4,
  /** A person has to decide something. */
  open: 5,
  /** It was told to end before all was done: the rest goes on with the next run. */
  left: 6,
} as const;
export type Status = (typeof status)[keyof typeof status];

/** What only a person decides, and where. */
export interface OpenPoint {
  readonly about: string;
  readonly reason: string;
  readonly sentence: string;
}

/** What a command has found: as it is for `--json`, as lines for people. */
export interface Result {
  readonly status: Status;
  readonly json: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  readonly open?: readonly OpenPoint[];
}

/** A command that cannot be carried out at all: why, and what it ends with. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
  readonly status: Status;

  constructor(ends: Status, sentence: string) {
    super(sentence);
    this.status = ends;
  }
}

const unread: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file. Look at its name and folder.',
  EISDIR: 'That is a folder. Name a file in it.',
  EACCES: 'You may not read that file.',
  EPERM: 'You may not read that file.',
};

/** Why a file cannot be read. */
export function sentenceOfFile(path: string, thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return `${path}: ${unread[code] ?? `The file cannot be read (${code}).`}`;
}

const refused: readonly string[] = [
  'credentials-rejected',
  'no-secret',
  'secret-elsewhere',
  'keychain-unavailable',
  'keychain-locked',
  'keychain-timeout',
  'unauthorized',
  'forbidden',
];

/** What a command ends with for a failure. */
export function statusOf({ code }: AppError): Status {
  if (refused.includes(code)) return status.refused;
  if (code === 'confirmation-needed' || code === 'read-only' || code === 'managed') return status.open;
  if (code === 'not-found-here' || code === 'invalid-input') return status.wrongUse;
  return status.notReached;
}

/** A failure in a sentence: the app's own, with its code. */
export function sentenceOf({ code, status: http, reason }: AppError, words: ErrorWords): string {
  const happened = reason === undefined ? words.codes[code] : words.reasons[reason];
  return `${happened} (${[code, ...(http === undefined ? [] : [String(http)])].join(', ')})`;
}

/** A table of texts, each column as wide as its longest. */
export function tableOf(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
