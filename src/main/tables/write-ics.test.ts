import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileRow } from './write.ts';
import { calendarChunks } from './write-ics.ts';

const columns = (['object_id', 'audit_name', 'client_name', 'deadline'] as const).map((key) => ({
  key,
  title: key,
}));

async function calendar(...rows: readonly FileRow[]): Promise<string> {
  async function* batches() {
    yield rows;
  }
  let all = '';
  for await (const chunk of calendarChunks(columns, batches(), new Date('2026-01-05T09:30:00.500Z')))
    all += chunk;
  return all;
}

/** The lines as a reader of calendars has them (RFC 5545, 3.1). */
const unfolded = (all: string): readonly string[] => all.replaceAll('\r\n ', '').split('\r\n');

test('a deadline is a whole day, and what has none is no event', async () => {
  expect(await calendar(['a', 'Harbour 2026', 'Harbour NV', '2026-03-31'], ['b', 'Mill', '', null])).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Audit Desk//Deadlines//EN',
      'BEGIN:VEVENT',
      'UID:a@audit-desk',
      'DTSTAMP:20260105T093000Z',
      'DTSTART;VALUE=DATE:20260331',
      'SUMMARY:Harbour 2026',
      'DESCRIPTION:Harbour NV',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test.each([
  ['A; B, C', String.raw`A\; B\, C`],
  [String.raw`C:\audits`, String.raw`C:\\audits`],
  ['one\ntwo\r\nthree\rfour', String.raw`one\ntwo\nthree\nfour`],
  ['bell\u0007 and tab\t', 'bell  and tab '],
  ['BEGIN:VEVENT', 'BEGIN:VEVENT'],
  ['', ''],
])('a name %j is the text %j', async (name, written) => {
  expect(unfolded(await calendar(['a', name, null, '2026-03-31']))).toContain(`SUMMARY:${written}`);
});

test.each([
  ['a'.repeat(67), 1],
  ['a'.repeat(68), 2],
  ['a'.repeat(67 + 74), 2],
  ['a'.repeat(67 + 75), 3],
  ['é'.repeat(33), 1],
  ['é'.repeat(34), 2],
  ['😀'.repeat(17), 2],
])('a name %s takes %d lines', async (name, count) => {
  const [, rest = ''] = (await calendar(['a', name, null, '2026-03-31'])).split('SUMMARY:');
  const [summary = ''] = rest.split('\r\nTRANSP');
  expect(summary.split('\r\n ')).toHaveLength(count);
});

test('whatever the names are, no line is longer than 75 octets, and each name stands in one line', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 5 }),
      async (names) => {
        const all = await calendar(
          ...names.map((name, place): FileRow => [String(place), name, null, '2026-12-31']),
        );
        for (const line of all.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(all.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        expect(unfolded(all).filter((line) => line.startsWith('SUMMARY:'))).toHaveLength(names.length);
      },
    ),
  );
});
