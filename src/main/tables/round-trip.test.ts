import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FileCell, type FileKey, fileColumns, tableFormats } from '../../shared/model/file-table.ts';
import { unescapeFormulas } from '../../shared/rules/tables/formula.ts';
import { readTable } from './read-table.ts';
import { writeTable } from './write.ts';

const keys: readonly FileKey[] = [
  'audit_id',
  'audit_name',
  'period_start',
  'legal_entity_ids',
  'is_test_client',
];

async function written(format: (typeof tableFormats)[number], rows: readonly (readonly FileCell[])[]) {
  async function* batches() {
    yield rows;
  }
  const columns = keys.map((key) => ({ key, title: key }));
  const parts: Uint8Array[] = [];
  for await (const chunk of writeTable(format, columns, batches()).chunks)
    parts.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(parts);
}

// XML and UTF-8 hold no half of a pair, and a text file no NUL byte; a line end of a cell is one line end.
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom(
      '007',
      '1E5',
      '12345678901234567890',
      '=1+1',
      "'=1",
      '-',
      ' a ',
      'x_x0041_y',
      '"',
      'a\nb',
      'TRUE',
      '01/03',
    ),
  )
  .filter((each) => each.trim() !== '');
const Row = fc.tuple(
  text,
  text,
  fc
    .date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.array(fc.stringMatching(/^[A-Z0-9-]{1,6}$/), { minLength: 1, maxLength: 3 }),
  fc.boolean(),
);

it.each(tableFormats)('what is saved as %s is read as it was', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(Row, { minLength: 1, maxLength: 5 }), async (rows) => {
      const read = readTable(await written(format, rows), {});
      const cells = 'fault' in read ? read : read.rows;
      const plain = rows.map(([id, name, day, entities, test]) => [
        id,
        name,
        day,
        entities.join('\n'),
        String(test),
      ]);
      const own = format === 'csv' ? (cells as string[][]).map((row) => row.map(unescapeFormulas)) : cells;
      expect(own).toEqual([keys, ...plain.map((row) => (format === 'csv' ? row : row.map(upperBoolean)))]);
    }),
    { numRuns: 60 },
  );
});

function upperBoolean(cell: string, place: number): string {
  return fileColumns[keys[place] ?? 'audit_id'] === 'boolean' ? cell.toUpperCase() : cell;
}
