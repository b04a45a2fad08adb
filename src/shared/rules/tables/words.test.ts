import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importWordsIn, type LanguageWords } from './words.ts';

const folder = new URL('../../../words/', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`${path}.json`, folder), 'utf8'));
const languages = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    ...(read(`${name}/language`) as object),
    ...Object.fromEntries(
      ['tables', 'parts', 'audits', 'component-tree', 'users'].map((file) => [
        file,
        read(`${name}/screens/${file}`),
      ]),
    ),
  })) as unknown as readonly LanguageWords[]; // the files that both the window and the command read
const words = importWordsIn(languages);

describe('the words that files are read by', () => {
  it.each([
    ['country', 'IT', ['Italy', 'Italië', 'Italia', 'Italien', 'Italie']],
    ['country', 'US', ['US']],
    ['role', 'audit_reader', ['Lezer', 'Reader (audit_reader)']],
    ['audit_type', 'consolidated', ['Geconsolideerd', 'Consolidated audit']],
    ['scope', 'out_of_scope', ['Out of scope']],
  ] as const)('%s %s: in all languages', (column, value, expected) => {
    expect(words.values[column]?.[value]).toEqual(expect.arrayContaining([...expected]));
  });

  it.each([
    ['yes', ['Ja', 'Yes', 'Sì']],
    ['no', ['Nee', 'No']],
  ] as const)('%s', (answer, expected) => {
    expect(words[answer]).toEqual(expect.arrayContaining([...expected]));
  });

  it('months are those of each language, long and short', () => {
    expect(words.months[2]).toEqual(expect.arrayContaining(['March', 'Mar', 'maart', 'mrt', 'marzo', 'mar']));
  });

  it('titles that no column has are known as such, and no word is a sentence that is put together elsewhere', () => {
    expect(words.unread).toContain('Outcome');
    expect(JSON.stringify(words)).not.toMatch(/\$t\(|\{\{/);
  });
});
