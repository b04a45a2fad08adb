import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeFaultLine } from '../desktop/words.ts';
import { createRedactors } from '../diagnostics/redaction.ts';
import { createFakeLog } from '../testing/log.ts';
import { openFiles } from './files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a start with this folder says on its way to the end. */
function startWith(data: string) {
  const log = createFakeLog();
  const said: string[] = [];
  const files = openFiles(
    data,
    { key: async () => null, redactors: createRedactors(), log, now: () => 0, version: '1' },
    (fault) => said.push(storeFaultLine(data, fault)),
  );
  expect(files).toBeNull();
  return { log, said };
}

test.each(['audit-desk.db', 'records.db', 'journal.db'])('a start that cannot open %s names it', (name) => {
  mkdirSync(join(folder, name));
  const { log, said } = startWith(folder);
  expect(said).toEqual([expect.stringContaining(join(folder, name))]);
  expect(JSON.stringify(log.events)).toContain(`"file":"${name}"`);
});

test('a data folder that is a file is named, and stays as it is', () => {
  const data = join(folder, 'data');
  writeFileSync(data, 'of somebody');
  const { said } = startWith(data);
  expect(said[0]).toContain(data);
  expect(said[0]).toContain('EEXIST');
  expect(readFileSync(data, 'utf8')).toBe('of somebody');
});
