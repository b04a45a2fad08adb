import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import electronLog from 'electron-log/node';
import type { Redactor } from './redaction.ts';

const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What is known of an event; never a body, and whatever is given passes the redactor. */
export type LogFacts = Readonly<Record<string, unknown>>;
export type Log = Readonly<Record<LogLevel, (event: string, facts?: LogFacts) => void>>;

const keptFiles = 3;
const mebibyte = 1024 * 1024;

/** The files of a log, the one that is written to first. */
export function logFiles(folder: string): readonly string[] {
  const path = join(folder, 'main.log');
  return [path, ...Array.from({ length: keptFiles }, (_, index) => `${path}.${index + 1}`)];
}

/**
 * A log of one line of JSON an event in `folder`, of four files that hold at most so many MiB together, asked at each event.
 * Redaction happens here, in the sink, so that no caller can forget it.
 */
export function openLog(
  folder: string,
  level: LogLevel,
  redactor: Redactor,
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

  const write =
    (at: LogLevel) =>
    (event: string, facts: LogFacts = {}): void => {
      file.maxSize = (mebibytes() * mebibyte) / (keptFiles + 1);
      const line = { at: now().toISOString(), level: at, event, ...redactor.redactFacts(facts) };
      sink[at](redactor.redactText(JSON.stringify(line)));
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
      // There is no such file yet, or Windows holds it open: then the log goes on in the file that is there.
    }
  }
}

/** The level that is asked for by name; `info` where it is none. */
export function logLevel(name: string | undefined): LogLevel {
  return logLevels.find((level) => level === name) ?? 'info';
}
