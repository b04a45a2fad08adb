import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../sandbox/testing/desk.ts';
import { openOperations } from '../shared/bridge.ts';
import { succeed } from '../shared/error.ts';
import { connect, draft, openApp } from './fakes/app.ts';
import { createFakeLog } from './fakes/log.ts';
import { openKeptAnswers } from './kept-answers.ts';
import { createRedactor } from './redaction.ts';

let folder = '';
let opened: { readonly close: () => unknown }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-kept-'));
  opened = [];
});
afterEach(async () => {
  for (const one of opened) await one.close();
  rmSync(folder, { recursive: true });
});

function open(most?: number) {
  const redactor = createRedactor();
  const log = createFakeLog();
  let time = 1_000;
  const kept = openKeptAnswers(join(folder, 'kept.db'), {
    redactor,
    log,
    version: '1',
    now: () => time,
    ...(most === undefined ? {} : { most }),
  });
  const at = (milliseconds: number): void => {
    time = milliseconds;
  };
  opened.push(kept);
  return { kept, redactor, log, at };
}

const roles = { operation: 'roles.list', query: { associated_model: 'Audit' } } as const;
const page = (...names: readonly string[]) => ({
  count: names.length,
  cursor: null,
  results: names.map((name) => ({ name, associated_model: 'Audit', description: '' })),
});

test('what was answered last is read, with its time, also by the next start', () => {
  const first = open();
  expect(first.kept.read('c', roles)).toBeNull();
  expect(first.kept.newest('c')).toBeNull();
  first.kept.keep('c', roles, page('a'));
  first.at(2_000);
  first.kept.keep('c', roles, page('a', 'b'));
  first.kept.close();
  opened.pop();
  const second = open();
  expect(second.kept.read('c', roles)).toEqual({ at: 2_000, value: page('a', 'b') });
  expect(second.kept.newest('c')).toBe(2_000);
});

test('a reading is another one by its connection, path, query and page', () => {
  const { kept } = open();
  kept.keep('c', roles, page('a'));
  expect(kept.read('d', roles)).toBeNull();
  expect(kept.read('c', { operation: 'roles.list' })).toBeNull();
  expect(kept.read('c', { ...roles, cursor: 'page=2' })).toBeNull();
  expect(kept.read('c', { ...roles, cursor: undefined, pageSize: undefined })).not.toBeNull();
});

test('what the service has no more, and what belongs to a connection that is gone, is forgotten', () => {
  const { kept } = open();
  kept.keep('c', roles, page('Noorderhaven of c'));
  kept.keep('d', roles, page('of d'));
  kept.drop('d', roles);
  expect(kept.read('d', roles)).toBeNull();
  kept.forget('c');
  expect(kept.read('c', roles)).toBeNull();
  const left = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(left.join('')).not.toContain('Noorderhaven'); // not in a free page, and not in what was written ahead
});

test('over the limit of a connection its oldest answers go, and no others', () => {
  const { kept, at } = open(1_000);
  const audit = (id: string) => ({ operation: 'roles.list', query: { associated_model: id } }) as const;
  kept.keep('d', audit('other'), page('x'.repeat(500)));
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    at(2_000 + index);
    kept.keep('c', audit(id), page(id.repeat(400)));
  }
  expect(['a', 'b', 'c'].map((id) => kept.read('c', audit(id)) !== null)).toEqual([false, true, true]);
  expect(kept.read('d', audit('other'))).not.toBeNull();
  at(3_000);
  kept.keep('c', audit('c'), page('c'.repeat(410)));
  expect(kept.read('c', audit('c'))).toMatchObject({ at: 3_000 });
  expect(kept.read('c', audit('b'))).not.toBeNull(); // what is written anew counts once
});

test('security 38: a secret that a service repeats is not kept', () => {
  const { kept, redactor } = open();
  redactor.add('canary secret "7"');
  kept.keep('c', roles, page('it is canary secret "7"'));
  expect(kept.read('c', roles)?.value).toEqual(page('it is [redacted]'));
});

test('what another version of the app has written is not read', () => {
  const first = open();
  first.kept.keep('c', roles, page('a'));
  const other = { redactor: first.redactor, log: first.log, now: () => 0 };
  const same = openKeptAnswers(join(folder, 'kept.db'), { ...other, version: '1' });
  expect(same.read('c', roles)).not.toBeNull();
  same.close();
  const later = openKeptAnswers(join(folder, 'kept.db'), { ...other, version: '2' });
  expect(later.read('c', roles)).toBeNull();
  later.keep('c', roles, page('b'));
  expect(later.read('c', roles)?.value).toEqual(page('b'));
  later.close();
});

test('a damaged file is set aside, and one that cannot be opened keeps nothing', () => {
  writeFileSync(
    join(folder, 'kept.db'),
    'no database at all, but a text that is long enough to be read as one',
  );
  const { kept, log } = open();
  kept.keep('c', roles, page('a'));
  expect(kept.read('c', roles)).not.toBeNull();
  expect(log.events.map(({ event }) => event)).toEqual(['database-set-aside']);
  const elsewhere = join(folder, 'not', 'there', 'kept.db');
  const none = openKeptAnswers(elsewhere, { redactor: createRedactor(), log, now: () => 0, version: '1' });
  none.keep('c', roles, page('a'));
  expect(none.read('c', roles)).toBeNull();
  expect(none.newest('c')).toBeNull();
});

test('every reading that a window may ask for is kept as it was answered', async () => {
  const app = openApp(folder, openDesk());
  opened.push(app);
  const connection = await connect(app.call);
  const paths: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'workPackages.read': { work_package_id: 'wp' },
    'legalEntities.list': { id: 'group' },
    'audits.read': { audit_id: 'audit' },
    'components.list': { audit_id: 'consolidated' },
    'users.list': { audit_id: 'audit' },
  };
  for (const operation of openOperations) {
    const path = paths[operation];
    const request = path === undefined ? {} : { path };
    const reply = await app.call(operation, { connection, ...request });
    const kept = await app.call('kept.read', { connection, request: { operation, ...request } });
    expect(kept, operation).toEqual(
      succeed({ at: expect.any(Number), value: reply.ok ? reply.value : 'no answer' }),
    );
  }
});

test('a connection that is removed, or that leads to another account, leaves nothing behind', async () => {
  const app = openApp(folder, openDesk());
  opened.push(app);
  const connection = await connect(app.call);
  const kept = () =>
    app.call('kept.read', { connection, request: { operation: 'audits.list' } }) as Promise<{
      value?: unknown;
    }>;
  await app.call('audits.list', { connection });
  expect((await kept()).value).not.toBeNull();
  await app.call('connections.save', { ...draft, id: connection, name: 'Another name' });
  expect((await kept()).value).not.toBeNull();
  await app.call('connections.save', { ...draft, id: connection, clientId: 'south-manager' });
  expect((await kept()).value).toBeNull();
  await app.call('connections.save', { ...draft, id: connection });
  await app.call('audits.list', { connection });
  await app.call('connections.remove', { id: connection });
  expect((await kept()).value).toBeNull();
});
