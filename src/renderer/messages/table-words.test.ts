import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { tableFaults, tableNotes } from '../../shared/model/table.ts';
import { languages } from '../../words/languages.ts';
import { allWords, speech } from './language.ts';

const ids = languages.map(({ id }) => id);
const instance = createInstance();
await instance.init(
  speech({
    resources: Object.fromEntries(
      await Promise.all(ids.map(async (id) => [id, await allWords(id)] as const)),
    ),
  }),
);

describe.each(ids)('tables of files in %s', (language) => {
  const t = instance.getFixedT(language, 'tables');

  it.each(tableFaults)('%s: why the file is not read, and what to do', (fault) => {
    const said = t(`faults.${fault}`, { row: 12 });
    expect(said).toMatch(/^\p{Lu}.*\. \p{Lu}.*\.$/u);
    expect(said).not.toContain('{{');
  });

  it.each(tableNotes)('%s: a sentence, for one and for several', (code) => {
    for (const count of [1, 3]) expect(t(`notes.${code}`, { count, row: 12 })).toMatch(/^[\p{Lu}13].*\.$/u);
  });
});
