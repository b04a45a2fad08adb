import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tableFaults } from '../../shared/model/table.ts';
import { textRow, workbook } from '../testing/workbook.ts';
import { readTable } from './read-table.ts';

const book = workbook({
  sheets: [{ data: textRow(1, ['id', 'name']) + textRow(2, ['007', 'Zoë']) }],
  formats: ['yyyy-mm-dd'],
});
const text = Buffer.from('id;name\r\n007;"Zoë"\r\n');

/** A file in which some bytes are others, or which ends before its end. */
const damaged = (bytes: Uint8Array) =>
  fc
    .record({
      flips: fc.array(fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 })), { maxLength: 6 }),
      end: fc.option(fc.nat({ max: bytes.length }), { nil: bytes.length, freq: 3 }),
    })
    .map(({ flips, end }) => {
      const copy = Buffer.from(bytes);
      for (const [place, value] of flips) copy[place] = value;
      return copy.subarray(0, end);
    });

it('damage is refused with a reason, or is no damage to the table: nothing is thrown, and no cell of a workbook is another', () => {
  fc.assert(
    fc.property(damaged(book), (bytes) => {
      const read = readTable(bytes, {});
      if ('fault' in read) expect(tableFaults).toContain(read.fault);
      else if (read.format === 'xlsx')
        expect(read.rows).toEqual([
          ['id', 'name'],
          ['007', 'Zoë'],
        ]);
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(damaged(text), (bytes) => {
      const read = readTable(bytes, {});
      if ('fault' in read) expect(tableFaults).toContain(read.fault);
      else expect(read.format).toBe('csv');
    }),
    { numRuns: 2_000 },
  );
});
