import { componentRefusals } from '../../../shared/rules/service/component.ts';
import {
  type ColumnMapping,
  columnsOf,
  type ImportColumn,
  type ImportKind,
  importColumns,
} from '../../../shared/rules/tables/columns.ts';
import type { RowIssue } from '../../../shared/rules/tables/model.ts';
import type { ShownRow } from '../../../shared/rules/tables/session.ts';
import { formatDay } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useCouplingWords } from '../../parts/coupling/coupling-words.ts';

/** What the columns that an import understands are called. */
export function useColumnTitles(): (column: ImportColumn) => string {
  const { t } = useTranslation('parts');
  return (column) => t(`field.${column}`);
}

/** An issue in words: its column, what is wrong and the remedy. */
export function useIssueWords(): (issue: RowIssue) => string {
  const { t } = useTranslation('tables');
  const { t: components } = useTranslation('component-tree');
  const coupling = useCouplingWords();
  const titleOf = useColumnTitles();
  return ({ code, column, isWarning, facts = {}, coupling: broken }) => {
    const refusal = componentRefusals.find((each) => each === facts['reason']);
    const sentence =
      broken === undefined
        ? t(`issues.${code}`, {
            ...facts,
            ...(isWarning ? { context: 'doubt' } : {}),
            ...(refusal === undefined ? {} : { fact: components(`refusal.${refusal}`) }),
          })
        : `${broken.ids.join(', ')}: ${coupling.violation(broken)} ${coupling.remedy(broken)}`;
    return column === null ? sentence : `${titleOf(column)}: ${sentence}`;
  };
}

/** What a person has to do about a row, and what becomes of its differences. */
export function useToDo(): (row: Pick<ShownRow, 'issues' | 'differences'>) => string {
  const { t, i18n } = useTranslation('import');
  const titleOf = useColumnTitles();
  const issueWords = useIssueWords();
  return ({ issues, differences }) =>
    [
      ...issues.map(issueWords),
      ...differences.map(({ column, before, canChange }) =>
        t(
          !canChange
            ? 'difference.keeps'
            : before === undefined
              ? 'difference.changes'
              : 'difference.changesFrom',
          { column: titleOf(column), before: before && formatDay(before, i18n.language) },
        ),
      ),
    ].join(' ');
}

/** The column that names the rows; undefined where the file has none. */
export function nameColumn(kind: ImportKind, mapping: ColumnMapping): ImportColumn | undefined {
  return columnsOf(kind).find(
    (column) => importColumns[column].names?.includes(kind) === true && mapping[column] !== undefined,
  );
}

/** A column of a file: its letters as spreadsheets have them, and its title. */
export function columnName(title: string | undefined, place: number, untitled: string): string {
  const letters = place < 26 ? '' : String.fromCodePoint(64 + Math.floor(place / 26));
  const letter = `${letters}${String.fromCodePoint(65 + (place % 26))}`;
  return `${letter}: ${title === undefined || title.trim() === '' ? untitled : title}`;
}
