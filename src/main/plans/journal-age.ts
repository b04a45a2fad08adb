import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Collection } from '../storage/store.ts';

/** One row: which journal this is, and how often a plan was added or something sent by it; the same number is kept in a second place. */
export const ageTable =
  'CREATE TABLE age (id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;';

/** The ages of journals as a second place knows them, outside of their files. */
export type AgeStore = Pick<Collection<number>, 'list' | 'read' | 'put' | 'clear'>;
export const Age = z.number().int();

/** How far a journal has come, kept in its file and in a second place: so an older copy of the file is noticed. */
export interface JournalAge {
  /** Whether the file is an older copy, or nothing was written for a day. */
  readonly isOlder: () => boolean;
  /** Whether the file lacks what the second place knows of. */
  readonly isBehind: () => boolean;
  /** Whether the second place lacks what the file has counted, by more than the one that an end of the process may leave. */
  readonly isAhead: boolean;
  /** Counts, in the file, that a plan was added or something is about to be sent. */
  readonly count: () => void;
  /** Counts the same in the second place; if that fails, nothing may be sent. */
  readonly confirm: () => void;
  /** The file counts as the present from here on. */
  readonly accept: () => void;
}

const longestAbsence = 86_400_000; // milliseconds

/** `isTorn`: the file has lost its write-ahead log, and so perhaps its count, too. */
export function openAge(
  database: DatabaseSync,
  book: AgeStore,
  now: () => number,
  isTorn = false,
): JournalAge {
  const found = database.prepare('SELECT id, number, at FROM age').get();
  const id = found === undefined ? randomUUID() : String(found.id);
  if (found === undefined) {
    const isNew = database.prepare('SELECT 1 FROM plan LIMIT 1').get() === undefined;
    // This file has plans and never counted, another one did: so it is an older copy.
    const number = isNew || book.list().length === 0 ? 0 : -1;
    if (isNew) {
      book.clear(); // one that was set aside and comes back counts as an older copy
      book.put(id, 0);
    }
    database.prepare('INSERT INTO age (id, number, at) VALUES (?, ?, ?)').run(id, number, Math.round(now()));
  }
  const update = database.prepare('UPDATE age SET number = ?, at = ?');
  let number = Number(found?.number ?? database.prepare('SELECT number FROM age').get()?.number);
  const lastAt = Number(found?.at ?? now());
  let isAccepted = false;
  const known = book.read(id);
  const isAhead = number > (known ?? (book.list().length === 0 ? 0 : number)) + 1;
  if (isAhead && known !== undefined) book.put(id, number);

  return {
    isOlder: () => {
      if (isAccepted) return false;
      if (isTorn) return true;
      const counted = book.read(id) ?? (number > 0 ? Number.POSITIVE_INFINITY : 0);
      return number < counted || now() - lastAt > longestAbsence;
    },
    isBehind: () => number < (book.read(id) ?? number),
    isAhead,
    count: () => {
      number += 1;
      update.run(number, Math.round(now()));
    },
    confirm: () => book.put(id, number),
    accept: () => {
      number = Math.max(number, book.read(id) ?? 0) + 1;
      update.run(number, Math.round(now()));
      book.put(id, number);
      isAccepted = true;
    },
  };
}
