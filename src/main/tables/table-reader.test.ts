import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail } from '../../shared/error.ts';
import type { TableContent } from '../../shared/model/table.ts';
import { furthestHeader } from '../../shared/rules/tables/columns.ts';
import { createFakeClock } from '../testing/clock.ts';
import { leastTime } from '../testing/least-time.ts';
import { createFakeLog } from '../testing/log.ts';
import { forkTables } from './fork-tables.ts';
import { readTableFile } from './read-table.ts';
import { type ReadingProcess, ready } from './reading-process.ts';
import { createTableReader, type HeldTable } from './table-reader.ts';

/** Of a table that is read for an import. */
const endIt = ({ process }: HeldTable) => process.kill();
const asking = { from: 1, connection: 'one' } as const;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-tables-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A process that says nothing unless a test makes it. */
function silentProcess() {
  const heard: ((message: unknown) => void)[] = [];
  const ended: (() => void)[] = [];
  const child = {
    post: vi.fn(),
    kill: vi.fn(),
    onMessage: (listener: (message: unknown) => void) => void heard.push(listener),
    onExit: (listener: () => void) => void ended.push(listener),
    say: (message: unknown) => heard.forEach((listener) => listener(message)),
    end: () => ended.forEach((listener) => listener()),
  };
  return child satisfies ReadingProcess;
}

function readerOf(fork: () => ReadingProcess, path: string | null, clock = createFakeClock()) {
  let ids = 0;
  const log = createFakeLog();
  return {
    clock,
    log,
    ...createTableReader({
      fork,
      choose: async () => path,
      clock: clock,
      newId: () => `table-${(ids += 1)}`,
      log,
      hold: endIt,
    }),
  };
}

it('a file is read in a process of its own, again otherwise, and is named by an id alone', async () => {
  const path = put('clients.csv', 'id;name,x\n1;a,b\n');
  const kills: unknown[] = [];
  const said: unknown[] = [];
  const tables = createTableReader({
    fork: () => {
      const child = forkTables();
      kills.push(vi.spyOn(child, 'kill'));
      child.onMessage((message) => said.push(message));
      return child;
    },
    choose: async () => path,
    clock: createFakeClock(), // a busy machine has all the time
    newId: () => 'table-1',
    log: createFakeLog(),
    hold: endIt,
  });
  const opened = await tables.open(asking);
  expect(opened).toMatchObject({
    value: {
      id: 'table-1',
      name: 'clients.csv',
      fault: null,
      table: { separator: ',', bytes: 16, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  });
  expect(JSON.stringify(opened)).not.toContain(folder);
  expect(said).toMatchObject([ready, { separator: ',' }]);
  expect(await tables.read('table-1', { separator: ';' })).toMatchObject({
    value: {
      table: {
        rows: [
          ['id', 'name,x'],
          ['1', 'a,b'],
        ],
      },
    },
  });
  for (const kill of kills) expect(kill).toHaveBeenCalled();
  expect(await tables.read('table-0', {})).toEqual(fail('not-found-here'));
});

it('a file that is read for ten seconds is given up, and its process ended; the start of that does not count', async () => {
  const child = silentProcess();
  const tables = readerOf(() => child, '/a.xlsx');
  const opened = tables.open(asking);
  await tables.clock.advance(30_000);
  expect(child.kill).not.toHaveBeenCalled();
  child.say(ready);
  await tables.clock.advance(9_999);
  expect(child.kill).not.toHaveBeenCalled();
  await tables.clock.advance(1);
  expect(await opened).toMatchObject({ value: { table: null, fault: { fault: 'slow' } } });
  expect(child.kill).toHaveBeenCalledTimes(1);
  expect(tables.log.events).toMatchObject([{ event: 'table-not-read', facts: { fault: 'slow' } }]);
});

it('a process that is not ready after a minute is ended', async () => {
  const child = silentProcess();
  const tables = readerOf(() => child, '/a.xlsx');
  const opened = tables.open(asking);
  await tables.clock.advance(59_999);
  expect(child.kill).not.toHaveBeenCalled();
  await tables.clock.advance(1);
  expect(await opened).toMatchObject({ value: { fault: { fault: 'slow' } } });
  expect(child.kill).toHaveBeenCalledTimes(1);
});

it('an answer that is no table is told as a damaged file', async () => {
  const child = silentProcess();
  const tables = readerOf(() => child, '/a.xlsx');
  const opened = tables.open(asking);
  await expect.poll(() => child.post).toHaveBeenCalled();
  child.say({ rows: [], numbers: [1.5] });
  expect(await opened).toMatchObject({ value: { table: null, fault: { fault: 'damaged' } } });
});

it('a process that ends without an answer is told of', async () => {
  const child = silentProcess();
  const tables = readerOf(() => child, '/a.xlsx');
  const opened = tables.open(asking);
  await expect.poll(() => child.post).toHaveBeenCalled();
  child.end();
  expect(await opened).toMatchObject({ value: { fault: { fault: 'slow' } } });
});

it('another file of the same window ends the reading of the one before, which says nothing; none chosen changes nothing', async () => {
  const [first, second] = [silentProcess(), silentProcess()];
  const forks = [first, second];
  const tables = readerOf(() => forks.shift() ?? second, '/a.xlsx');
  const before = tables.open(asking);
  await expect.poll(() => first.post).toHaveBeenCalled();
  void tables.open(asking);
  await expect.poll(() => second.post).toHaveBeenCalled();
  expect(await before).toEqual({ ok: true, value: null });
  expect(first.kill).toHaveBeenCalled();
  expect(second.kill).not.toHaveBeenCalled();
  expect(await readerOf(() => first, null).open(asking)).toEqual({ ok: true, value: null });
});

it.each([
  { ...asking, from: 2 },
  { ...asking, connection: 'other' },
] as const)('a file of a window is not disturbed by one that is read for %o', async (other) => {
  const path = put('clients.csv', 'id;name,x\n1;a,b\n');
  let ids = 0;
  const tables = createTableReader({
    fork: forkTables,
    choose: async () => path,
    clock: createFakeClock(), // a busy machine has all the time
    newId: () => `id-${(ids += 1)}`,
    log: createFakeLog(),
    hold: endIt,
  });
  const [mine, theirs] = await Promise.all([tables.open(asking), tables.open(other)]);
  for (const opened of [mine, theirs]) expect(opened).toMatchObject({ value: { table: { separator: ',' } } });
  const id = mine.ok ? (mine.value?.id ?? '') : '';
  expect(await tables.read(id, { separator: ';' })).toMatchObject({ value: { id, table: {} } });
});

it('a table stays in the process that has read it, which the rows to its header leave', async () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `${index},a`);
  const [path, empty] = [put('large.csv', lines.join('\n')), put('empty.csv', '')];
  const paths = [path, empty];
  const kills: unknown[] = [];
  const held: HeldTable[] = [];
  const tables = createTableReader({
    fork: () => {
      const child = forkTables();
      kills.push(vi.spyOn(child, 'kill'));
      return child;
    },
    choose: async () => paths.shift() ?? null,
    clock: createFakeClock(), // a busy machine has all the time
    newId: () => 'id',
    log: createFakeLog(),
    hold: (table) => held.push(table),
  });
  const opened = await tables.open(asking);
  expect(opened.ok && opened.value?.table?.rows).toHaveLength(furthestHeader);
  expect(held).toMatchObject([{ id: 'id', from: 1, connection: 'one' }]);
  expect(kills[0]).not.toHaveBeenCalled();
  await tables.open(asking);
  expect(kills[1]).toHaveBeenCalled(); // it is no table, and nobody takes it
  expect(held).toHaveLength(1);
  for (const { process } of held) process.kill();
});

it('what a window had opened goes with it', async () => {
  const child = silentProcess();
  const tables = readerOf(() => child, '/a.xlsx');
  const gone = new AbortController();
  const opened = tables.open({ ...asking, gone: gone.signal });
  await expect.poll(() => child.post).toHaveBeenCalled();
  gone.abort();
  expect(await opened).toEqual({ ok: true, value: null });
  expect(child.kill).toHaveBeenCalled();
  expect(await tables.read('table-1', {})).toEqual(fail('not-found-here'));
});

it('2 GB are refused by their size, unread', async () => {
  const path = put('large.csv', 'id\n');
  truncateSync(path, 128 * 1024 ** 2);
  const readingLess = await leastTime(() => readFile(path));
  truncateSync(path, 2 * 1024 ** 3);
  const refusing = await leastTime(async () => {
    expect(await readTableFile(path, {})).toEqual({ fault: 'too-large', row: null });
  });
  expect(refusing / readingLess).toBeLessThan(1); // of a 16th of its bytes
});

it('what is no file, or is not there, is not read', async () => {
  mkdirSync(join(folder, 'folder.csv'));
  const pipe = join(folder, 'pipe.csv');
  execFileSync('mkfifo', [pipe]);
  const unreadable = { fault: 'unreadable', row: null };
  expect(await readTableFile(join(folder, 'folder.csv'), {})).toEqual(unreadable);
  expect(await readTableFile(join(folder, 'none.csv'), {})).toEqual(unreadable);
  expect(await readTableFile(pipe, {})).toEqual(unreadable);
});

it('a file that changes while it is read is not taken', async () => {
  const path = put('clients.csv', 'id,name\n1,a\n');
  const read = (await import('./read-csv.ts')).readCsv;
  expect((await readTableFile(path, {})) as TableContent).toMatchObject(
    read(Buffer.from('id,name\n1,a\n'), {}),
  );
  const reading = readTableFile(path, {
    // Asked for once the bytes are there: somebody else writes at that moment.
    get separator() {
      appendFileSync(path, '2,b\n');
      return ',' as const;
    },
  });
  expect(await reading).toEqual({ fault: 'changed', row: null });
});

it('a file that is dropped comes in parts, is read once it is whole, and again otherwise', async () => {
  const tables = createTableReader({
    fork: forkTables,
    choose: async () => null,
    clock: createFakeClock(), // a busy machine has all the time
    newId: () => 'dropped',
    log: createFakeLog(),
    hold: endIt,
  });
  const bytes = Buffer.from('id;name,x\n1;a,b\n');
  const part = (from: number, to: number) => ({
    name: 'clients.csv',
    size: bytes.length,
    at: from,
    part: bytes.subarray(from, to).toString('base64'),
  });
  expect(await tables.drop(part(0, 5), asking)).toEqual({ ok: true, value: null });
  expect(await tables.drop(part(5, bytes.length), asking)).toMatchObject({
    value: { id: 'dropped', name: 'clients.csv', fault: null, table: { separator: ',', bytes: 16 } },
  });
  expect(await tables.read('dropped', { separator: ';' })).toMatchObject({
    value: {
      table: {
        rows: [
          ['id', 'name,x'],
          ['1', 'a,b'],
        ],
      },
    },
  });
  // Parts that do not follow each other, or are more than was said, are no file.
  expect(await tables.drop(part(5, 8), asking)).toEqual(fail('invalid-input'));
  await tables.drop(part(0, 5), asking);
  expect(await tables.drop(part(6, 8), asking)).toEqual(fail('invalid-input'));
  expect(await tables.drop({ ...part(0, 16), size: 3 }, asking)).toEqual(fail('invalid-input'));
  expect(await tables.drop({ ...part(0, 0), size: 65 * 1024 * 1024 }, asking)).toMatchObject({
    value: { fault: { fault: 'too-large' } },
  });
  expect(await tables.drop({ ...part(0, 0), size: 0 }, asking)).toMatchObject({
    value: { fault: { fault: 'empty' } },
  });
});
