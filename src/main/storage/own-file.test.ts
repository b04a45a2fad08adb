import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forkTables } from '../tables/fork-tables.ts';
import { createFakeClock } from '../testing/clock.ts';
import { readOwnFile } from './own-file.ts';

const own = { format: 'audit-desk-settings', version: 1 } as const;

let path = '';
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'own-file-')), 'opened.json');
});
afterEach(() => {
  rmSync(join(path, '..'), { recursive: true });
});

const read = (content: string) => {
  writeFileSync(path, content);
  return readOwnFile(path, own, { fork: forkTables, clock: createFakeClock() });
};
const header = '"format":"audit-desk-settings","version":1';

test('a file is read by a process of its own, which is ended then', async () => {
  const child = forkTables();
  const kill = vi.spyOn(child, 'kill');
  const post = vi.spyOn(child, 'post');
  writeFileSync(path, `\uFEFF{${header},"teams":[{"id":"t"}]}`);
  expect(await readOwnFile(path, own, { fork: () => child, clock: createFakeClock() })).toEqual({
    content: { ...own, teams: [{ id: 't' }] },
  });
  expect(post).toHaveBeenCalledWith({ path, own });
  expect(kill).toHaveBeenCalled();
});

test.each([
  ['two million entries', `{${header},"teams":[${'0,'.repeat(2_000_000)}0]}`],
  ['a million levels', `{${header},"teams":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`],
])('a file of %s does not come to main', async (_, content) => {
  expect(await read(content)).toEqual({ fault: 'too-large' });
});

test.each(['an end', 'an answer that is none'])('%s of the process is told', async (what) => {
  const child = { post: () => {}, kill: () => {}, onMessage: vi.fn(), onExit: vi.fn() };
  const answer = readOwnFile(path, own, { fork: () => child, clock: createFakeClock() });
  if (what === 'an end') child.onExit.mock.calls[0]?.[0]();
  else child.onMessage.mock.calls[0]?.[0]({ content: 7 });
  expect(await answer).toEqual({ fault: 'unreadable' });
});
