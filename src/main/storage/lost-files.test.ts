import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { journalSchema } from '../plans/journal.ts';
import { openAge } from '../plans/journal-age.ts';
import { connect, openApp, planOf } from '../testing/app.ts';
import { createFakeClock } from '../testing/clock.ts';
import { agesOf } from '../testing/plans.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lost-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const running = (): string => join(folder, 'running');
const killed = (): string => join(folder, 'killed');
const lists = { journal: 'plans.list', records: 'changeLog.list' } as const;
type File = keyof typeof lists;
const both = ['journal', 'records'] as const;

/** An app on a folder, with the secrets that the keychain has. */
function openAt(path: string, secrets: ReadonlyMap<string, string> = new Map()) {
  const clock = createFakeClock();
  const app = openApp(path, openDesk(undefined, { machineTime: clock.wall }), clock);
  for (const [account, secret] of secrets) app.keytar.entries.set(account, secret);
  return app;
}

async function carryOut(app: ReturnType<typeof openAt>, connection: string, id: string): Promise<void> {
  expect(await app.call('plans.submit', { ...planOf(connection, { ...creation, id }), id })).toMatchObject({
    ok: true,
  });
  expect(await app.call('plans.wait', { id })).toMatchObject({ value: { counts: { done: 1 } } });
}

/** The files of an app as they are when its process is killed: of plans that were carried out the last one since its last start. */
async function kill(...plans: readonly string[]): Promise<void> {
  const first = openAt(running());
  const connection = await connect(first.call);
  for (const id of plans.slice(0, -1)) await carryOut(first, connection, id);
  if (plans.length > 1) await first.close();
  const last = plans.length > 1 ? openAt(running(), first.keytar.entries) : first;
  await carryOut(last, connection, plans.at(-1) ?? '');
  cpSync(running(), killed(), { recursive: true });
  await last.close();
}

/** What the app says at its next start with the files of the one that was killed. */
async function startAgain(at = killed()) {
  const app = openAt(at);
  const { value: aside } = (await app.call('files.aside', {})) as { readonly value: readonly unknown[] };
  const counts = await Promise.all(both.map((file) => app.call(lists[file], {})));
  await app.close();
  return {
    aside,
    counts: counts.map((reply) => (reply.ok ? (reply.value as { count: number }).count : null)),
  };
}

const path = (file: File, suffix = ''): string => join(killed(), `${file}.db${suffix}`);
const remove = (file: File, ...suffixes: readonly string[]): void => {
  for (const suffix of suffixes) rmSync(path(file, suffix), { force: true });
};

test.each(
  both.flatMap((file) => [
    [file, 'gone', () => remove(file, '', '-wal', '-shm')] as const,
    [file, 'empty', () => (remove(file, '-wal', '-shm'), truncateSync(path(file)))] as const,
    [file, 'empty beside its -wal', () => truncateSync(path(file))] as const,
    [file, 'without its -wal', () => remove(file, '-wal', '-shm')] as const,
  ]),
)(
  'a %s.db that is %s at the start was lost: it is told, once, and what was left of it is kept',
  async (file, _, lose) => {
    await kill('one');
    lose();
    const left = readdirSync(killed())
      .filter((name) => name.startsWith(`${file}.db`))
      .reduce((bytes, name) => bytes + statSync(join(killed(), name)).size, 0);
    const { aside, counts } = await startAgain();
    expect(aside).toMatchObject([{ file, how: 'lost' }]);
    expect(counts).toEqual(both.map((one) => (one === file ? 0 : 1)));
    const kept = readdirSync(killed())
      .filter((name) => name.startsWith(`${file}.db.lost-`))
      .reduce((bytes, name) => bytes + statSync(join(killed(), name)).size, 0);
    expect(kept).toBe(left);
    expect((await startAgain()).aside).toEqual(aside);
  },
);

test.each(both)(
  'a file %s.db that lacks what was written last is told, and what it has stays',
  async (file) => {
    await kill('one', 'two');
    remove(file, '-wal', '-shm');
    const { aside, counts } = await startAgain();
    expect(aside).toMatchObject([{ file, how: 'older' }]);
    expect(counts).toEqual(both.map((one) => (one === file ? 1 : 2)));
    expect((await startAgain()).aside).toEqual(aside);
  },
);

test('once it was quiet for a while, the files are whole without their -wal', async () => {
  const app = openAt(running());
  await carryOut(app, await connect(app.call), 'one');
  await app.clock.advance(60_000);
  cpSync(running(), killed(), { recursive: true });
  await app.close();
  for (const file of [...both, 'audit-desk'] as const)
    rmSync(join(killed(), `${file}.db-wal`), { force: true });
  expect(await startAgain()).toEqual({ aside: [], counts: [1, 1] });
});

test('where each file lost its -wal in the middle of work, each is told, once', async () => {
  await kill('one', 'two');
  for (const file of [...both, 'audit-desk'] as const)
    for (const suffix of ['-wal', '-shm']) rmSync(join(killed(), `${file}.db${suffix}`), { force: true });
  const { aside, counts } = await startAgain();
  expect(aside).toHaveLength(3);
  for (const file of [...both, 'audit-desk'] as const)
    expect(aside).toContainEqual(expect.objectContaining({ file, how: 'older' }));
  expect(counts).toEqual([1, 1]);
  expect((await startAgain()).aside).toEqual(aside);
});

test('the plans of a journal that lost its -wal do not go on by themselves', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(journalSchema.join(''));
  const ages = agesOf('torn');
  expect(openAge(database, ages, () => 0).isOlder()).toBe(false);
  const age = openAge(database, ages, () => 0, true);
  expect(age.isOlder()).toBe(true);
  age.accept();
  expect(age.isOlder()).toBe(false);
  database.close();
});

test('a plan that has sent nothing yet is missed as well', async () => {
  const app = openAt(running());
  const connection = await connect(app.call);
  app.keytar.put('locked');
  expect(await app.call('plans.submit', planOf(connection, creation))).toMatchObject({ ok: true });
  cpSync(running(), killed(), { recursive: true });
  await app.close();
  remove('journal', '', '-wal', '-shm');
  expect((await startAgain()).aside).toMatchObject([{ file: 'journal', how: 'lost' }]);
});

test('after a kill nothing is missed, nor at a first start', async () => {
  await kill('one', 'two');
  expect(await startAgain()).toEqual({ aside: [], counts: [2, 2] });
  expect(await startAgain(join(folder, 'new'))).toEqual({ aside: [], counts: [0, 0] });
});

test('where the store itself is lost, nothing is known of the other files, and they are not called lost', async () => {
  await kill('one', 'two');
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(join(killed(), `audit-desk.db${suffix}`), { force: true });
  const { aside, counts } = await startAgain();
  expect(aside).toMatchObject([{ file: 'audit-desk', how: 'lost' }]);
  expect(counts).toEqual([2, 2]);
});

test('a store that lacks what the journal has counted since is told, once, and what it has stays', async () => {
  await kill('one', 'two');
  rmSync(join(killed(), 'audit-desk.db-wal'));
  const { aside, counts } = await startAgain();
  expect(aside).toMatchObject([{ file: 'audit-desk', how: 'older' }]);
  expect(counts).toEqual([2, 2]);
  expect((await startAgain()).aside).toEqual(aside);
});

test('a file that is lost a second time, before anything was written to it, lacks nothing', async () => {
  await kill('one');
  remove('journal', '', '-wal', '-shm');
  const { aside } = await startAgain();
  remove('journal', '', '-wal', '-shm');
  expect((await startAgain()).aside).toEqual(aside);
});
