import { readdirSync, readFileSync } from 'node:fs';
import type { ImportWords } from '../../shared/rules/tables/columns.ts';
import { importWordsIn, type LanguageWords } from '../../shared/rules/tables/words.ts';
import { wordsFolder } from './place.ts';

const files = ['tables', 'parts', 'audits', 'component-tree', 'users'] as const;

/** How files write columns and values, in all languages of the app. */
export function tableWords(): ImportWords {
  const languages = readdirSync(wordsFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const contentOf = (language: string, path: string): unknown =>
    JSON.parse(readFileSync(new URL(`${language}/${path}.json`, wordsFolder), 'utf8'));
  return importWordsIn(
    languages.map(({ name }) => {
      const all = files.map((file) => [file, contentOf(name, `screens/${file}`)] as const);
      const own = contentOf(name, 'language') as { readonly locale: string };
      return { locale: own.locale, ...Object.fromEntries(all) } as LanguageWords; // the types of the window's words are made of the same files
    }),
  );
}
