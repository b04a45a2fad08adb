import { renameSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { StoreCopy } from '../../shared/record.ts';
import { hasOwnConnections } from '../../shared/rules/service/own-connections.ts';
import type { LocalHandlers } from '../bridge/dispatch.ts';
import type { Ask } from '../connections/consent.ts';
import type { Keychain } from '../connections/keychain.ts';
import type { Log } from '../diagnostics/log.ts';
import { backupsOf } from './backup.ts';

// Connections, settings and drafts that were lost with their file: that this is no first start, and the ways back.

/** The copies of the store from before updates; one of them can take its place when the app ends. */
export function openCopies(path: string, log: Log, now: () => number) {
  const next = `${path}.next`;
  let isChosen = false;
  return {
    list: (): readonly StoreCopy[] =>
      backupsOf(path).flatMap((copy): readonly StoreCopy[] => {
        const name = basename(copy);
        const at = new Date(Number(/-(\d{1,15})$/.exec(name)?.[1] ?? Number.NaN));
        return Number.isNaN(at.getTime()) ? [] : [{ name, at: at.toISOString() }];
      }),
    /** Has a copy take the place of the store; `not-saved` where it is damaged or cannot be written. */
    choose: async (name: string): Promise<Reply<null>> => {
      isChosen = false;
      try {
        await copyFile(join(path, '..', name), next);
        if (!isSound(next)) throw new Error('The copy is damaged.');
      } catch (fault) {
        log.error('copy-not-put-back', { name, fault });
        await rm(next, { force: true });
        return fail('not-saved');
      }
      isChosen = true;
      return succeed(null);
    },
    /** Puts the chosen copy in place once the store is closed; the store becomes a copy itself. */
    settle: (): void => {
      if (!isChosen) return;
      try {
        renameSync(path, `${path}.backup-v0-${now()}`);
        renameSync(next, path);
      } catch (fault) {
        log.error('copy-not-put-back', { fault });
      }
    },
  };
}

function isSound(path: string): boolean {
  const database = new DatabaseSync(path);
  try {
    return database.prepare('PRAGMA integrity_check').get()?.integrity_check === 'ok';
  } finally {
    database.close();
  }
}

export interface LossDeps {
  readonly files: {
    readonly copies: Pick<ReturnType<typeof openCopies>, 'list' | 'choose'>;
    /** The accounts in the keychain that the store knows. */
    readonly accounts: () => readonly string[];
  };
  readonly keychain: Pick<Keychain, 'entries'>;
  readonly connections: { readonly list: () => readonly Connection[] };
  readonly ask: Ask;
  readonly restart: () => void;
}

export function lossHandlers({ files, keychain, connections, ask, restart }: LossDeps) {
  return {
    'files.copies': () => succeed(files.copies.list()),
    'files.putBack': async ({ name }) => {
      const copy = files.copies.list().find((one) => one.name === name);
      // Beside connections it would take them away.
      if (copy === undefined || hasOwnConnections(connections.list())) return fail('invalid-input');
      if (!(await ask({ kind: 'put-back', at: copy.at }))) return fail('declined');
      const chosen = await files.copies.choose(name);
      if (chosen.ok) restart();
      return chosen;
    },
    'secrets.orphaned': async () => {
      const found = await keychain.entries();
      if (!found.ok) return found;
      const known = files.accounts();
      return succeed(found.value.filter(({ account }) => !known.includes(account)));
    },
  } satisfies Partial<LocalHandlers>;
}
