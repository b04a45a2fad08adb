import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import { type Page, type PaperSize, paperSize, printPage } from './page-print.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-print-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A page that says on which paper it was printed. */
function pageThat(outcome: 'printed' | 'cancelled' | 'failed' = 'printed') {
  const sizes: PaperSize[] = [];
  const page: Page = {
    pdf: async (size) => {
      sizes.push(size);
      return new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff]);
    },
    paper: async (size) => {
      sizes.push(size);
      return outcome;
    },
  };
  return { page, sizes };
}

test('a PDF is written byte by byte to the file that a person chooses, by a name that leads into no folder', async () => {
  const { page, sizes } = pageThat();
  const choose = async (name: string) => join(folder, name);
  const reply = await printPage(page, choose, 'nl-NL', { name: 'Scope ../Hold Co', to: 'pdf' });
  expect(reply).toEqual(succeed({ printed: true }));
  expect(readdirSync(folder)).toEqual(['Scope -Hold Co.pdf']);
  expect([...readFileSync(join(folder, 'Scope -Hold Co.pdf'))]).toEqual([0x25, 0x50, 0x44, 0x46, 0xff]);
  expect(sizes).toEqual(['A4']);
});

test('without a file nothing is printed, and a file that cannot be written is said', async () => {
  const { page, sizes } = pageThat();
  expect(await printPage(page, async () => null, 'it-IT', { name: 'x', to: 'pdf' })).toEqual(
    succeed({ printed: false }),
  );
  expect(sizes).toEqual([]);
  const nowhere = async () => join(folder, 'none', 'x.pdf');
  expect(await printPage(page, nowhere, 'it-IT', { name: 'x', to: 'pdf' })).toEqual(
    fail('file-not-written', { reason: 'folder-gone' }),
  );
});

test.each([
  ['printed', succeed({ printed: true })],
  ['cancelled', succeed({ printed: false })],
  ['failed', fail('not-printed')],
] as const)('a printer that has %s', async (outcome, expected) => {
  const { page, sizes } = pageThat(outcome);
  const choose = () => Promise.reject(new Error('no file is asked for'));
  expect(await printPage(page, choose, 'en-US', { name: 'x', to: 'printer' })).toEqual(expected);
  expect(sizes).toEqual(['Letter']);
});

test.each([
  ['en-US', 'Letter'],
  ['en', 'Letter'],
  ['es-MX', 'Letter'],
  ['fr-CA', 'Letter'],
  ['en-GB', 'A4'],
  ['nl', 'A4'],
  ['it-CH', 'A4'],
  ['', 'A4'],
  ['C', 'A4'],
])('the paper of %s is %s', (locale, size) => {
  expect(paperSize(locale)).toBe(size);
});
