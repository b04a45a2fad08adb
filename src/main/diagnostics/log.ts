import { renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import electronLog from 'electron-log/node';
import type { AppError } from '../../shared/error.ts';
import type { Redactor } from './redaction.ts';

const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Facts of an event; never a body. They pass the redactor. */
export type LogFacts = Readonly<Record<string, unknown>>;
export type Log = Readonly<Record<LogLevel, (event: string, facts?: LogFacts) => void>>;

/** The facts of a failure without the service's words, in which names may be. */
export function failureFacts(error: AppError | null): LogFacts {
  if (error === null) return {};
  const { code, operation, status, reason, tier } = error;
  return { code, operation, status, reason, tier };
}

const keptFiles = 3;
const mebibyte = 1024 * 1024;

/** The newest first. */
export function logFiles(folder: string): readonly string[] {
  const path = join(folder, 'main.log');
  return [path, ...Array.from({ length: keptFiles }, (_, index) => `${path}.${index + 1}`)];
}

/**
 * A log with one line of JSON for each event, in four files of at most so many MiB together. It redacts here, so that no caller can forget it,
 * and leaves out folders, since a person's name may be in them.
 */
export function openLog(
  folder: string,
  level: LogLevel,
  redactor: Pick<Redactor, 'redactFacts'>,
  now: () => Date,
  mebibytes: () => number = () => 4,
): Log {
  const sink = electronLog.create({ logId: folder });
  const { console: consoleTransport, file } = sink.transports;
  consoleTransport.level = false;
  file.level = level;
  file.resolvePathFn = () => join(folder, 'main.log');
  file.archiveLogFn = (full) => rotate(full.path);
  file.format = ({ data }) => data;

  const places = [
    [dirname(folder), '<data folder>'],
    [homedir(), '<home folder>'],
  ].map(([path = '', word = '']) => [JSON.stringify(path).slice(1, -1), word] as const);
  const write =
    (at: LogLevel) =>
    (event: string, facts: LogFacts = {}): void => {
      file.maxSize = (mebibytes() * mebibyte) / (keptFiles + 1);
      const line = { at: now().toISOString(), level: at, event, ...redactor.redactFacts(facts) };
      sink[at](places.reduce((text, [path, word]) => text.replaceAll(path, word), JSON.stringify(line)));
    };
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
}

function rotate(path: string): void {
  rmSync(`${path}.${keptFiles}`, { force: true });
  for (let number = keptFiles - 1; number >= 0; number -= 1) {
    const from = number === 0 ? path : `${path}.${number}`;
    try {
      renameSync(from, `${path}.${number + 1}`);
    } catch {
      // No such file yet, or Windows holds it open: then the log stays in its file.
    }
  }
}

/** The level that is asked for by name; `info` where it is none. */
export function logLevel(name: string | undefined): LogLevel {
  return logLevels.find((level) => level === name) ?? 'info';
}
