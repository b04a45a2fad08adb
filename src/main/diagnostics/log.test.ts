import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logLevel, openLog } from './log.ts';
import { createRedactor } from './redaction.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const now = (): Date => new Date('2026-01-05T09:00:00Z');
const written = (): string => readFileSync(join(folder, 'main.log'), 'utf8');

test('an event is a line of JSON', () => {
  openLog(folder, 'info', createRedactor(), now).warn('row-unreadable', { id: 'a\nb' });
  expect(
    written()
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([{ at: '2026-01-05T09:00:00.000Z', level: 'warn', event: 'row-unreadable', id: 'a\nb' }]);
});

test.each(['error', 'debug'] as const)(
  'security 38, 40: no secret is written, at level %s either',
  (level) => {
    const redactor = createRedactor();
    redactor.add('canary-41c9 "x"');
    const log = openLog(folder, level, redactor, now);
    for (const write of [log.error, log.debug])
      write('event', {
        a: 'canary-41c9 "x"',
        token: 't-o-k-e-n',
        fault: new Error('at canary-41c9 "x"'),
      });
    expect(written()).not.toMatch(/canary-41c9|t-o-k-e-n/);
    expect(written().trimEnd().split('\n')).toHaveLength(level === 'error' ? 1 : 2);
  },
);

test('files are cut at a size and only a few are kept', () => {
  const log = openLog(folder, 'info', createRedactor(), now);
  for (let line = 0; line < 60; line += 1) log.info('event', { text: 'x'.repeat(100_000) });
  const files = readdirSync(folder).toSorted();
  expect(files).toEqual(['main.log', 'main.log.1', 'main.log.2', 'main.log.3']);
  for (const file of files) expect(statSync(join(folder, file)).size).toBeLessThan(1.2 * 1024 * 1024);
});

test('a level by its name', () => {
  expect([logLevel('debug'), logLevel('nonsense'), logLevel(undefined)]).toEqual(['debug', 'info', 'info']);
});
