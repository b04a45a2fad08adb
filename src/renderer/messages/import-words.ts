import type { ImportWords } from '../../shared/rules/tables/columns.ts';
import { importWordsIn, type LanguageWords } from '../../shared/rules/tables/words.ts';
import { languages } from '../../words/languages.ts';
import { allWords } from './language.ts';

/** How files write columns and values, in all languages; the interface itself holds the texts of one. */
export async function importWords(): Promise<ImportWords> {
  const all = languages.map(async ({ id, locale }) => ({ locale, ...(await allWords(id)) }) as LanguageWords); // the files have these
  return importWordsIn(await Promise.all(all));
}
