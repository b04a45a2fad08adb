import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { criteria, reportOf, tests } from './accessibility-report.ts';

const folder = join(import.meta.dirname, '../e2e/screens');
const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

test.each(Object.values(tests))('is a test: %s', (title) => {
  expect(sources.filter((source) => source.includes(`test('${title}'`))).toHaveLength(1);
});

test('every criterion of levels A and AA stands once, and each test shows one', () => {
  expect(new Set(criteria.map(([number]) => number)).size).toBe(55); // WCAG 2.2 has 31 of level A and 24 of level AA
  expect(criteria.filter(([, , level]) => level === 'A')).toHaveLength(31);
  const shown = new Set<string>(criteria.flatMap(([, , , of]) => (typeof of === 'string' ? [] : of)));
  expect(Object.keys(tests).filter((key) => !shown.has(key))).toEqual([]);
});

const spec = (title: string, status: 'expected' | 'unexpected' | 'skipped') => ({
  title,
  ok: status !== 'unexpected',
  tests: [{ status }],
});

test.each([
  ['expected', '| 1.4.10 | Reflow | AA | 11.1.4.10 | Tests passed |'],
  ['unexpected', '| 1.4.10 | Reflow | AA | 11.1.4.10 | Tests failed |'],
  ['skipped', '| 1.4.10 | Reflow | AA | 11.1.4.10 | Tests were not run |'],
] as const)('a test that is %s', (status, row) => {
  const report = reportOf({ suites: [{ suites: [{ specs: [spec(tests.reflow, status)] }] }] });
  expect(report).toContain(row);
  expect(report).toContain('| 1.4.12 | Text Spacing | AA | 11.1.4.12 | No test shows it |  |');
});

test('without a run nothing is claimed', () => {
  expect(reportOf(null)).not.toContain('Tests passed');
});
