import { expect, it } from 'vitest';
import { textsOfCorpus } from '../testing/text-corpus.ts';
import { booksOfCorpus, tableOfBooks } from '../testing/workbook-corpus.ts';
import { readTable } from './read-table.ts';

// One table, in every way in which programs write one: what is read is always it, to the letter.

const books = booksOfCorpus();
const texts = textsOfCorpus();

it('the corpus has at least 60 workbooks and 60 text files, all of them different', () => {
  expect(books.length).toBeGreaterThanOrEqual(60);
  expect(texts.length).toBeGreaterThanOrEqual(60);
  for (const files of [books, texts]) {
    const different = new Set(files.map(({ bytes }) => Buffer.from(bytes).toString('base64')));
    expect(files.length - different.size).toBeLessThanOrEqual(2);
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
  }
});

it.each(books)('workbook, $name', ({ bytes }) => {
  expect(readTable(bytes, {})).toMatchObject({
    ...tableOfBooks,
    merged: [],
    hidden: { columns: [], rows: [] },
  });
});

it.each(texts)('text, $name', ({ bytes, choice, rows, notes }) => {
  expect(readTable(bytes, choice)).toMatchObject({ rows, notes });
});
