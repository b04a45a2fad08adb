import { readdirSync, readFileSync } from 'node:fs';
import type { ImportWords } from '../../shared/rules/tables/columns.ts';
import { importWordsIn, type LanguageWords } from '../../shared/rules/tables/words.ts';
import type errors from '../../words/en-us/screens/errors.json';
import type importing from '../../words/en-us/screens/import.json';
import type inspection from '../../words/en-us/screens/inspection.json';
import type parts from '../../words/en-us/screens/parts.json';
import type rollForward from '../../words/en-us/screens/roll-forward.json';
import type tables from '../../words/en-us/screens/tables.json';
import { wordsFolder } from './place.ts';

// The command says what the app says, in English; it reads files that were written in any language of the app.

interface Words {
  readonly errors: typeof errors;
  readonly import: typeof importing;
  readonly inspection: typeof inspection;
  readonly parts: typeof parts;
  readonly 'roll-forward': typeof rollForward;
  readonly tables: typeof tables;
}
export type ErrorWords = Words['errors'];

/** The languages of the app, by their folders. */
export function languageFolders(): readonly string[] {
  return readdirSync(wordsFolder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
}

function contentOf(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`${path}.json`, wordsFolder), 'utf8'));
}

/** The words of a file, of which their type is made. */
export function wordsIn<File extends keyof Words>(file: File): Words[File] {
  return contentOf(`en-us/screens/${file}`) as Words[File];
}

const ofTables = ['parts', 'audits', 'component-tree', 'users'] as const;

/** How files write columns and values, in all languages of the app. */
export function tableWords(): ImportWords {
  return importWordsIn(
    languageFolders().map((name) => {
      const { locale } = contentOf(`${name}/language`) as Pick<LanguageWords, 'locale'>;
      const all = ofTables.map((file) => [file, contentOf(`${name}/screens/${file}`)] as const);
      return { locale, ...Object.fromEntries(all) } as LanguageWords; // as the type says of these files
    }),
  );
}
