import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesAside, setAside } from './set-aside.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aside-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what was set aside is found again, the latest first, and nothing else is', () => {
  for (const name of ['journal.db', 'journal.db-wal', 'demonstration.db', 'mirror.db'])
    writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'records.db'), 'not a database');
  setAside(join(folder, 'journal.db'), Date.UTC(2026, 0, 5));
  setAside(join(folder, 'records.db'), Date.UTC(2026, 0, 6));
  setAside(join(folder, 'demonstration.db'), Date.UTC(2026, 0, 7)); // the sandbox's own, which is made anew
  writeFileSync(join(folder, 'journal.db.damaged-soon'), '');
  expect(existsSync(join(folder, 'journal.db'))).toBe(false);
  expect(filesAside(folder)).toEqual([
    {
      file: 'records',
      name: `records.db.damaged-${Date.UTC(2026, 0, 6)}`,
      at: '2026-01-06T00:00:00.000Z',
      how: 'damaged',
    },
    {
      file: 'journal',
      name: `journal.db.damaged-${Date.UTC(2026, 0, 5)}`,
      at: '2026-01-05T00:00:00.000Z',
      how: 'lost',
    },
  ]);
});
