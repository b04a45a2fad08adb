import { useCallback } from 'react';
import { type FileKey, fileKeys } from '../../../shared/model/file-table.ts';
import { componentRefusals } from '../../../shared/rules/service/component.ts';
import {
  type ColumnMapping,
  columnsOf,
  type ImportColumn,
  type ImportKind,
} from '../../../shared/rules/tables/columns.ts';
import type { RowVerdict } from '../../../shared/rules/tables/model.ts';
import type { ShownRow } from '../../../shared/rules/tables/session.ts';
import { useTranslation } from '../../messages/language.ts';
import { useCouplingWords } from '../../parts/coupling/coupling-words.ts';

/** What the columns that an import understands are called. */
export function useColumnTitles(): (column: ImportColumn) => string {
  const { t } = useTranslation('tables');
  const { t: exported } = useTranslation('export');
  return useCallback(
    (column) => {
      if (column === 'works_in_audit' || column === 'allow_password_login' || column === 'settings')
        return t(`column.${column}`);
      const key: FileKey | undefined = fileKeys.find((each) => each === column);
      return key === undefined ? column : exported(`column.${key}`);
    },
    [t, exported],
  );
}

/** A verdict in words: its column, what is wrong and the remedy. */
export function useVerdictWords(): (verdict: RowVerdict) => string {
  const { t } = useTranslation('tables');
  const { t: components } = useTranslation('component-tree');
  const coupling = useCouplingWords();
  const titleOf = useColumnTitles();
  return useCallback(
    ({ code, column, isWarning, facts = {}, coupling: broken }) => {
      const refusal = componentRefusals.find((each) => each === facts['reason']);
      const sentence =
        broken === undefined
          ? t(`verdicts.${code}`, {
              ...facts,
              ...(isWarning ? { context: 'doubt' } : {}),
              ...(refusal === undefined ? {} : { fact: components(`refusal.${refusal}`) }),
            })
          : `${broken.ids.join(', ')}: ${coupling.violation(broken)} ${coupling.remedy(broken)}`;
      return column === null ? sentence : `${titleOf(column)}: ${sentence}`;
    },
    [t, components, coupling, titleOf],
  );
}

/** What a person has to do about a row, and what becomes of its differences. */
export function useToDo(): (row: Pick<ShownRow, 'verdicts' | 'differences'>) => string {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const verdictWords = useVerdictWords();
  return useCallback(
    ({ verdicts, differences }) =>
      [
        ...verdicts.map(verdictWords),
        ...differences.map(({ column, canChange }) =>
          t(canChange ? 'difference.changes' : 'difference.keeps', { column: titleOf(column) }),
        ),
      ].join(' '),
    [t, titleOf, verdictWords],
  );
}

const names: ReadonlySet<ImportColumn> = new Set(['client_name', 'audit_name', 'component_name', 'user_id']);

/** The column that names the rows; undefined where the file has none. */
export function nameColumn(kind: ImportKind, mapping: ColumnMapping): ImportColumn | undefined {
  return columnsOf(kind).find((column) => names.has(column) && mapping[column] !== undefined);
}
