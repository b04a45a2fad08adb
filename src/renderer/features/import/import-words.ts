import { useCallback } from 'react';
import { type FileKey, fileKeys } from '../../../shared/model/file-table.ts';
import type { ImportColumn } from '../../../shared/rules/import-columns.ts';
import type { RowVerdict } from '../../../shared/rules/import-judge.ts';
import { useTranslation } from '../../messages/language.ts';

/** What the columns that an import understands are called. */
export function useColumnTitles(): (column: ImportColumn) => string {
  const { t } = useTranslation('tables');
  const { t: exported } = useTranslation('export');
  return useCallback(
    (column) => {
      if (column === 'works_in_audit' || column === 'allow_password_login') return t(`column.${column}`);
      const key: FileKey | undefined = fileKeys.find((each) => each === column);
      return key === undefined ? column : exported(`column.${key}`);
    },
    [t, exported],
  );
}

/** A verdict in words: its column, what is wrong and the remedy. */
export function useVerdictWords(): (verdict: RowVerdict) => string {
  const { t } = useTranslation('tables');
  const titleOf = useColumnTitles();
  return useCallback(
    ({ code, column, facts }) => {
      const sentence = t(`verdicts.${code}`, facts ?? {});
      return column === null ? sentence : `${titleOf(column)}: ${sentence}`;
    },
    [t, titleOf],
  );
}
