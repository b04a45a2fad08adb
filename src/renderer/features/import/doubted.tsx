import { type ReactNode, useMemo } from 'react';
import { isDoubted, type JudgedRow } from '../../../shared/rules/import-judge.ts';
import { doubtedRows } from '../../../shared/rules/import-summary.ts';
import { useTranslation } from '../../messages/language.ts';
import { useAnyway } from '../../parts/doubt.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { changeImport, type Import } from './import-store.ts';
import { keeping } from './replacing.tsx';

/** What a person has said yes to: a row as it is, with its doubts. */
function keyOf({ row, verdicts }: JudgedRow): string {
  const doubts = verdicts.filter(isDoubted).map(({ code, column }) => [code, column]);
  return JSON.stringify([row.number, row.cells, doubts]);
}

/** Asks whether rows in doubt are sent anyway; until a person says so, there is a reason that none is. */
export function useDoubted(
  connection: string,
  { left, replaced }: Pick<Import, 'left' | 'replaced'>,
  rows: readonly JudgedRow[],
): { readonly reason: string | undefined; readonly notice: ReactNode } {
  const { t } = useTranslation('import');
  const doubted = useMemo(() => doubtedRows(rows), [rows]);
  const { isAccepted, choice } = useAnyway(useMemo(() => doubted.map(keyOf), [doubted]));
  const count = doubted.length;
  if (count === 0) return { reason: undefined, notice: null };
  const leave = () =>
    changeImport(connection, {
      left: new Set([...left, ...doubted.map(({ row }) => row.number)]),
      replaced: keeping(replaced, doubted),
    });
  return {
    reason: isAccepted ? undefined : t('reason.doubted', { count }),
    notice: (
      <Banner
        tone="warning"
        role="status"
        title={t('doubted.title', { count })}
        actions={<Button onPress={leave}>{t('doubted.leave', { count })}</Button>}
      >
        {choice}
      </Banner>
    ),
  };
}
