import { type ReactNode, useMemo, useState } from 'react';
import { isDoubted, type JudgedRow } from '../../../shared/rules/import-judge.ts';
import { doubtedRows } from '../../../shared/rules/import-summary.ts';
import { useTranslation } from '../../messages/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
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
  { left, replaced }: Import,
  rows: readonly JudgedRow[],
): { readonly reason: string | undefined; readonly notice: ReactNode } {
  const { t } = useTranslation('import');
  const { t: parts } = useTranslation('parts');
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const doubted = useMemo(() => doubtedRows(rows), [rows]);
  const keys = useMemo(() => doubted.map(keyOf), [doubted]);
  const count = doubted.length;
  if (count === 0) return { reason: undefined, notice: null };
  const isAccepted = keys.every((key) => accepted.has(key));
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
        <p>{parts('doubt.text')}</p>
        <Checkbox
          label={parts('doubt.choose')}
          isSelected={isAccepted}
          onChange={(chosen) => setAccepted(new Set(chosen ? keys : []))}
        />
      </Banner>
    ),
  };
}
