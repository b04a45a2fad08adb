import { countryCodes } from '../../model/country.ts';
import { auditLanguages, auditorRelations, auditTypes } from '../../model/terms.ts';
import { allColumns, type ImportColumn, type ImportWords } from './columns.ts';
import { otherTitles } from './other-titles.ts';

type Texts = Readonly<Record<string, string>>;

/** What the files of words say in one language, as far as tables are read by it. */
export interface LanguageWords {
  /** BCP 47. */
  readonly locale: string;
  readonly parts: {
    readonly field: Texts;
    readonly scope: Texts;
    readonly word: { readonly yes: string; readonly no: string };
  };
  readonly audits: {
    readonly type: Texts;
    readonly new: Texts;
    readonly language: Texts;
  };
  readonly 'component-tree': { readonly relation: Texts };
  readonly users: { readonly roleName: Texts };
}

const known: ReadonlySet<string> = new Set(allColumns);
/** Languages whose months and countries stand in files, and that the interface does not have. */
const alsoInFiles = ['de', 'fr', 'es'];
const styles = ['long', 'short'] as const;

/** How files write columns and values, in all languages of the app: as our own exports do, and as people do otherwise. */
export function importWordsIn(languages: readonly LanguageWords[]): ImportWords {
  const locales = [...languages.map(({ locale }) => locale), ...alsoInFiles];
  const inAll = (textOf: (words: LanguageWords) => string | undefined): readonly string[] =>
    languages.flatMap((words) => textOf(words) ?? []);
  const ofColumns = (wordsOf: (column: ImportColumn) => readonly string[]) =>
    Object.fromEntries(allColumns.map((column) => [column, wordsOf(column)]));
  const ofValues = (values: readonly string[], ...texts: readonly ((words: LanguageWords) => Texts)[]) =>
    Object.fromEntries(
      values.map((value) => [value, texts.flatMap((of) => inAll((words) => of(words)[value]))]),
    );
  const roles = [...new Set(languages.flatMap(({ users }) => Object.keys(users.roleName)))];
  const roleNames = ofValues(roles, ({ users }) => users.roleName);
  return {
    columns: ofColumns((column) => inAll(({ parts }) => parts.field[column])),
    alsoCalled: ofColumns((column) => (otherTitles[column] ?? '').split(' | ').filter(Boolean)),
    unread: languages.flatMap(({ parts }) =>
      Object.entries(parts.field).flatMap(([key, title]) => (known.has(key) ? [] : title)),
    ),
    values: {
      audit_type: ofValues(
        auditTypes,
        ({ audits }) => audits.type,
        ({ audits }) => audits.new,
      ),
      language: ofValues(auditLanguages, ({ audits }) => audits.language),
      auditor_relation: ofValues(auditorRelations, (words) => words['component-tree'].relation),
      scope: {
        in_scope: inAll(({ parts }) => parts.scope['in']),
        out_of_scope: inAll(({ parts }) => parts.scope['out']),
      },
      // Our exports have the service's own spelling beside the name.
      role: Object.fromEntries(
        Object.entries(roleNames).map(([role, names]) => [
          role,
          names.flatMap((name) => [name, `${name} (${role})`]),
        ]),
      ),
      country: countriesIn(locales),
    },
    yes: inAll(({ parts }) => parts.word.yes),
    no: inAll(({ parts }) => parts.word.no),
    months: monthsIn(locales),
  };
}

function countriesIn(locales: readonly string[]) {
  const names = locales.flatMap((locale) =>
    styles.map((style) => new Intl.DisplayNames(locale, { type: 'region', style })),
  );
  return Object.fromEntries(
    countryCodes.map((code) => [code, [...new Set(names.map((one) => one.of(code) ?? code))]]),
  );
}

/** By their places in a year, long and short. */
function monthsIn(locales: readonly string[]): readonly (readonly string[])[] {
  const formats = locales.flatMap((locale) =>
    styles.map((month) => new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' })),
  );
  return Array.from({ length: 12 }, (_, place) =>
    formats.map((format) => format.format(Date.UTC(2025, place)).replace(/\.$/, '')),
  );
}
