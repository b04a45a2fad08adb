import { createInstance } from 'i18next';
import { countryCodes } from '../../shared/model/country.ts';
import { auditLanguages, auditorRelations, auditTypes } from '../../shared/model/terms.ts';
import { allColumns, type ImportColumn, type ImportWords } from '../../shared/rules/tables/columns.ts';
import { languages, localeOf } from '../../words/languages.ts';
import { allWords, speech } from './language.ts';
import { auditRoles, roleWord } from './role-words.ts';
import type { Namespace, Translate } from './translate.ts';

type Valued = Record<string, string[]>;
/** Languages whose months and countries stand in files, and that the interface does not have. */
const alsoInFiles = ['de', 'fr', 'es'];
const known: ReadonlySet<string> = new Set(allColumns);

/** How files write columns and values, in all languages: as our own exports do, and as people do otherwise. */
export async function importWords(): Promise<ImportWords> {
  const columns: Partial<Record<ImportColumn, string[]>> = {};
  const called: Partial<Record<ImportColumn, string[]>> = {};
  const values = {
    audit_type: {} as Valued,
    language: {} as Valued,
    auditor_relation: {} as Valued,
    scope: {} as Valued,
    role: {} as Valued,
    country: {} as Valued,
  };
  const [yes, no, unread]: [string[], string[], string[]] = [[], [], []];
  const months = Array.from({ length: 12 }, (): string[] => []);
  const learn = (words: Valued, value: string, word: string): void => {
    const own = (words[value] ??= []);
    if (!own.includes(word)) own.push(word);
  };

  for (const { speak } of await everyLanguage()) {
    const [tables, parts, audits] = [speak('tables'), speak('parts'), speak('audits')];
    const [components, users] = [speak('component-tree'), speak('users')];
    const alsoCalled: Readonly<Partial<Record<ImportColumn, string>>> = tables('alsoCalled', {
      returnObjects: true,
    });
    for (const column of allColumns) {
      (columns[column] ??= []).push(parts(`field.${column}`));
      (called[column] ??= []).push(...(alsoCalled[column] ?? '').split('|').filter(Boolean));
    }
    const titles: Readonly<Record<string, string>> = parts('field', { returnObjects: true });
    unread.push(...Object.keys(titles).flatMap((key) => (known.has(key) ? [] : (titles[key] ?? []))));
    for (const type of auditTypes) {
      learn(values.audit_type, type, audits(`type.${type}`));
      learn(values.audit_type, type, audits(`new.${type}`));
    }
    for (const language of auditLanguages) learn(values.language, language, audits(`language.${language}`));
    for (const relation of auditorRelations)
      learn(values.auditor_relation, relation, components(`relation.${relation}`));
    learn(values.scope, 'in_scope', components('scope.in'));
    learn(values.scope, 'out_of_scope', components('scope.out'));
    for (const role of auditRoles) {
      learn(values.role, role, users(`roleName.${role}`));
      learn(values.role, role, roleWord(users, role));
    }
    yes.push(audits('parts:word.yes'));
    no.push(audits('parts:word.no'));
  }
  for (const locale of [...languages.map(({ id }) => localeOf(id)), ...alsoInFiles])
    for (const style of ['long', 'short'] as const) {
      const countries = new Intl.DisplayNames(locale, { type: 'region', style });
      for (const code of countryCodes) learn(values.country, code, countries.of(code) ?? code);
      const format = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' });
      for (const [place, names] of months.entries())
        names.push(format.format(Date.UTC(2025, place)).replace(/\.$/, ''));
    }
  return { columns, alsoCalled: called, unread, values, yes, no, months };
}

/** The texts of each language; the interface itself holds those of one. */
async function everyLanguage() {
  const instance = createInstance();
  const resources = await Promise.all(languages.map(async ({ id }) => [id, await allWords(id)] as const));
  await instance.init(speech({ resources: Object.fromEntries(resources) }));
  return languages.map(({ id }) => ({
    speak: <Own extends Namespace>(namespace: Own): Translate<Own> => instance.getFixedT(id, namespace),
  }));
}
