import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { succeed } from '../../shared/error.ts';
import type { Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import type { ConnectionReport } from '../../shared/operations/connections.ts';
import { type Connections, openConnections } from '../connections/connections.ts';
import { createKeychain } from '../connections/keychain.ts';
import { createSecrets } from '../connections/secrets.ts';
import { type LocalStore, openStore } from '../storage/store.ts';
import { createFakeClock } from './clock.ts';
import { createFakeKeytar, type FakeKeytar } from './keytar.ts';
import { createFakeLog } from './log.ts';
import { createFakePerson } from './person.ts';

export const holds: ConnectionReport = {
  passed: ['address'],
  failed: null,
  clockSkewSeconds: 0,
  scope: 'read write',
};
export const rejected: ConnectionReport = {
  passed: ['address'],
  failed: { layer: 'credentials', error: { code: 'credentials-rejected' } },
  clockSkewSeconds: 0,
  scope: null,
};

export const draft: ConnectionDraft = {
  name: 'Firm',
  baseUrl: 'https://audits.example/',
  clientId: 'client',
  kind: 'test',
  access: 'read-write',
  secret: 'first-secret-1234',
  keep: 'keychain',
};

/** A place for the files of one test, which can be searched and goes when it is done. */
export function createFolder() {
  const stores: LocalStore[] = [];
  const path = mkdtempSync(join(tmpdir(), 'audit-desk-connections-'));
  return {
    path,
    openStore: (): LocalStore => {
      const store = openStore(join(path, 'audit-desk.db'), createFakeLog(), () => 0);
      stores.push(store);
      return store;
    },
    holds: (text: string): boolean =>
      readdirSync(path).some((file) => readFileSync(join(path, file)).includes(text)),
    remove: () => {
      for (const store of stores) store.close();
      rmSync(path, { recursive: true });
    },
  };
}

/** Connections with a store in a folder and a keychain of their own, and what they did; `report` is what a test of one finds. */
export function openTrial(folder: ReturnType<typeof createFolder>, keytar: FakeKeytar = createFakeKeytar()) {
  const store = folder.openStore();
  const changes: (string | null)[] = [];
  const probed: { address: string; secret: string }[] = [];
  let report = holds;
  let ids = 0;
  let demonstrations = 0;
  let meanwhile: () => Promise<unknown> = async () => null;
  let demonstrationAt = 'http://127.0.0.1:4711';
  const { ask, asked, answerWith } = createFakePerson();
  const keychain = createKeychain({
    load: async () => keytar,
    service: 'Audit Desk',
    clock: createFakeClock(),
  });
  const connections = openConnections({
    store,
    secrets: createSecrets(keychain, {
      onSecret: () => {},
      vouch: ({ baseUrl, clientId }) => ask({ kind: 'unbound-secret', baseUrl, clientId }),
    }),
    demonstration: {
      start: async () => {
        demonstrations += 1;
        return succeed({ baseUrl: demonstrationAt, clientId: 'demo', secret: 'demo secret' });
      },
      stop: () => {},
    },
    probe: async ({ address, secret }) => {
      const given = await secret();
      await meanwhile();
      probed.push({ address, secret: given.ok ? given.value : given.error.code });
      return report;
    },
    log: createFakeLog(),
    now: () => new Date('2026-01-05T09:00:00Z'),
    newId: () => `id-${(ids += 1)}`,
    onChange: (forgotten) => changes.push(forgotten),
  });
  return {
    connections,
    ask,
    asked,
    answerWith,
    keytar,
    changes,
    probed,
    demonstrations: () => demonstrations,
    demonstrateAt: (baseUrl: string) => {
      demonstrationAt = baseUrl;
    },
    whileProbing: (act: () => Promise<unknown>) => {
      meanwhile = act;
    },
    reportNext: (next: ConnectionReport) => {
      report = next;
    },
  };
}

export async function saved(connections: Connections, one = draft): Promise<Connection> {
  const reply = await connections.save(one);
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value;
}

/** The secret that a token request would get, or why it gets none. */
export async function secretOf(connections: Connections, id: string): Promise<string> {
  const reply = await connections.credentials(id);
  return reply.ok ? reply.value.secret : reply.error.code;
}
