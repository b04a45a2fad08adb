import type { FaultReason } from '../../shared/failures.ts';

/** Codes of SQLite, of which the extended ones carry theirs in the higher bits. */
const reasons: Readonly<Record<number, FaultReason>> = {
  3: 'journal-read-only', // no permission
  5: 'journal-in-use',
  6: 'journal-in-use',
  8: 'journal-read-only',
  10: 'journal-fault', // the system could not read or write
  11: 'journal-fault', // damaged
  13: 'journal-disk-full',
  14: 'journal-read-only', // a companion of the file cannot be made
  26: 'journal-fault',
};
const ofSystem: Readonly<Record<string, FaultReason>> = {
  ENOSPC: 'journal-disk-full',
  EDQUOT: 'journal-disk-full',
  EACCES: 'journal-read-only',
  EPERM: 'journal-read-only',
  EROFS: 'journal-read-only',
  EIO: 'journal-fault',
};

/** Why a file could not be written, by the fault of SQLite or of the system; null for other faults. */
export function diskReason(thrown: unknown): FaultReason | null {
  if (!(thrown instanceof Error)) return null;
  if ('errcode' in thrown && typeof thrown.errcode === 'number')
    return reasons[thrown.errcode & 0xff] ?? null;
  if ('code' in thrown && typeof thrown.code === 'string') return ofSystem[thrown.code] ?? null;
  return null;
}
