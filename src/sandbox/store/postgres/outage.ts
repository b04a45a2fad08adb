import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { UnusableDatabase } from '../unusable.ts';

const sentences: Readonly<Record<string, string>> = {
  '25006': 'it is read-only',
  '53100': 'its disk is full',
  '53300': 'it has no connection left',
  '40P01': 'another replica holds a lock',
  '55P03': 'another replica holds a lock for too long',
  '57014': 'it answers too slowly',
  '57P01': 'it is stopping',
  '57P02': 'it is stopping',
  '57P03': 'it is starting or stopping',
};

const refusals: Readonly<Record<string, string>> = {
  '28000': 'it refuses the user',
  '28P01': 'it refuses the user or the password',
  '3D000': 'it does not exist',
  '42501': 'the user may not do this there',
};

/**
 * Codes of the system and of TLS, codes of TLS about a certificate, and what pg says of a connection that is gone, or is not encrypted. Other
 * codes of Node (`ERR_…`) tell of a bug.
 */
const unreachable = /^(E(?!RR_)[A-Z_]+|ERR_(SSL|TLS)_[A-Z_]+)$/;
const untrusted = /CERT|UNABLE_TO_VERIFY/;
const tooSlow = /^Query read timeout$/;
const allInUse = /^timeout exceeded when trying to connect$/; // of the pool, and not of a connection
const unencrypted = /does not support SSL/;
const connectionGone =
  /connection (terminated|error|ended)|timeout expired|not queryable|client has been closed/i;

/** Why a database cannot answer, or null for any other error. */
export function outageOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof UnusableDatabase) return error.message; // of a world, whose schema may be of a later version
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) {
    const known = sentences[code] ?? refusals[code];
    if (known !== undefined) return code in refusals ? `${known}: ${error.message}` : known;
    return /^(08|53|58)/.test(code) ? error.message : null; // connection, resources, system
  }
  if (untrusted.test(code))
    return `this machine does not trust its certificate (${error.message.split(';')[0] ?? code})`;
  if (unencrypted.test(error.message)) return 'it does not encrypt connections, and its address asks for it';
  if (tooSlow.test(error.message)) return 'it answers too slowly';
  if (allInUse.test(error.message)) return 'all connections to it are in use';
  if ('syscall' in error && error.syscall === 'open')
    return `a file that its address names cannot be read (${reasonOf(error, code)})`;
  if (error.message.includes('verify-ca requires'))
    return 'sslmode=verify-ca needs sslrootcert, the certificate of who vouches for it';
  if (unreachable.test(code)) return `it cannot be reached (${reasonOf(error, code)})`;
  return connectionGone.test(error.message) ? `it cannot be reached (${error.message})` : null;
}

/** Whether nothing comes back from the database, to whatever it is asked. */
function isSilent(error: Error): boolean {
  return outageOf(error)?.startsWith('it cannot be reached') === true || tooSlow.test(error.message);
}

const ofWritesAlone = new Set(['25006', '53100', '40P01', '55P03'].map((code) => sentences[code]));

/** Tells of each change of the database's state once, and keeps requests from waiting for one that is gone. */
export interface Outages {
  readonly note: (error: unknown) => void;
  /** It was read, or written to. */
  readonly over: (what: 'read' | 'written') => void;
  /** Null while it answers. Otherwise it is tried, once for all who ask, and whoever asks is told after a moment that it is gone. */
  readonly passage: (attempt: () => Promise<unknown>) => Promise<void> | null;
}

const moment = 100; // milliseconds

export function createOutages(say: (line: string) => void): Outages {
  let told: string | null = null;
  let gone: Error | null = null;
  let trial: Promise<void> | null = null;
  const note: Outages['note'] = (error) => {
    const reason = outageOf(error);
    if (reason === null) return;
    if (error instanceof Error && isSilent(error)) gone = error;
    if (told === null) say(`The database cannot be used now: ${reason}.`);
    told ??= reason;
  };
  const tried = async (attempt: () => Promise<unknown>): Promise<void> => {
    try {
      await attempt();
      gone = null;
    } catch (error) {
      note(error);
    } finally {
      trial = null;
    }
  };
  return {
    note,
    over: (what) => {
      gone = null;
      if (told === null || (what === 'read' && ofWritesAlone.has(told))) return;
      told = null;
      say('The database can be used again.');
    },
    passage: (attempt) => {
      if (gone === null) return null;
      trial ??= tried(attempt);
      return waitedFor(trial, () => gone);
    },
  };
}

async function waitedFor(trial: Promise<void>, gone: () => Error | null): Promise<void> {
  await Promise.race([trial, pause(moment, undefined, { ref: false })]);
  const error = gone();
  if (error !== null) throw error;
}

export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01';
}

const noSuchObject = ['3F000', '42P01', '42704', '42883'];
/** How PostgreSQL says that an object went away between its look-up and its use; the code is that of any internal error. */
const goneMeanwhile = /^(cache lookup failed for|could not (open|find) |tuple concurrently )/;

/** Says that a world is gone, where another replica deleted it in the middle of a request. Null for any other error. */
export function deletionOf(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  const isGone =
    noSuchObject.includes(error.code ?? '') || (error.code === 'XX000' && goneMeanwhile.test(error.message));
  return isGone ? 'this world was deleted meanwhile' : null;
}

/** Where a host has several addresses, the message is that of each. */
function reasonOf(error: Error, code: string): string {
  return error.message === '' ? code : error.message.replaceAll(/\s+/g, ' ');
}
