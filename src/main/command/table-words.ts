import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { auditLanguages, auditorRelations, auditTypes } from '../../shared/model/terms.ts';
import { allColumns, type ImportColumn, type ImportWords } from '../../shared/rules/tables/columns.ts';

const Texts = z.record(z.string(), z.unknown());

/** How files write columns and values, in all languages of the app: as our own exports do, and as people do otherwise. */
export function tableWords(): ImportWords {
  const folder = new URL('../../words/', import.meta.url);
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const textIn = (language: string, file: string, ...path: readonly string[]): string => {
    let found: unknown = JSON.parse(readFileSync(new URL(`${language}/${file}.json`, folder), 'utf8'));
    for (const key of path) found = Texts.safeParse(found).data?.[key];
    return typeof found === 'string' ? found : '';
  };
  const inAll = (file: string, ...path: readonly string[]): string[] =>
    languages.map(({ name }) => textIn(name, `screens/${file}`, ...path)).filter((text) => text !== '');
  const valuesOf = (values: readonly string[], file: string, section: string) =>
    Object.fromEntries(values.map((value) => [value, inAll(file, section, value)]));
  const ofColumns = (wordsOf: (column: ImportColumn) => string[]) =>
    Object.fromEntries(allColumns.map((column) => [column, wordsOf(column)]));
  return {
    columns: ofColumns((column) => inAll('parts', 'field', column)),
    alsoCalled: ofColumns((column) =>
      inAll('tables', 'alsoCalled', column).flatMap((words) => words.split('|')),
    ),
    values: {
      audit_type: valuesOf(auditTypes, 'audits', 'type'),
      language: valuesOf(auditLanguages, 'audits', 'language'),
      auditor_relation: valuesOf(auditorRelations, 'component-tree', 'relation'),
      scope: {
        in_scope: inAll('component-tree', 'scope', 'in'),
        out_of_scope: inAll('component-tree', 'scope', 'out'),
      },
    },
    yes: inAll('audits', 'parts:word.yes'),
    no: inAll('audits', 'parts:word.no'),
    months: Array.from({ length: 12 }, (_, place) =>
      languages.flatMap(({ name }) =>
        (['long', 'short'] as const).map((month) =>
          new Intl.DateTimeFormat(textIn(name, 'language', 'locale'), { month, timeZone: 'UTC' })
            .format(Date.UTC(2025, place))
            .replace(/\.$/, ''),
        ),
      ),
    ),
  };
}
