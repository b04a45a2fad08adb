import type { ReactNode } from 'react';
import { type Tier, type WindowName, windowNames } from '../../shared/model/tiers.ts';
import { useTranslation } from '../messages/language.ts';
import { Stack } from '../ui/layout.tsx';
import { PlainTable } from '../ui/panel.tsx';
import styles from './windows-table.module.css';

interface Props<Row> {
  /** The table's name for assistive technology. */
  readonly label: string;
  /** One for each kind of request. */
  readonly rows: readonly Row[];
  /** What is said of a kind of request below its name. */
  readonly renderNote?: (row: Row) => ReactNode;
  readonly renderCell: (row: Row, window: WindowName) => ReactNode;
}

/** Kinds of requests by windows of time. */
export function WindowsTable<Row extends { readonly tier: Tier }>({
  label,
  rows,
  renderNote,
  renderCell,
}: Props<Row>) {
  const { t } = useTranslation('inspection');
  const { t: common } = useTranslation();
  return (
    // A region that scrolls can be reached by keyboard.
    <div className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
      <PlainTable className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('parts:field.limit_kind')}</th>
            {windowNames.map((window) => (
              <th key={window} scope="col">
                {t(`window.${window}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.tier}>
              <th scope="row">
                <strong>{common(`tier.${row.tier}`)}</strong>
                <Stack gap="0" align="start">
                  {renderNote?.(row)}
                </Stack>
              </th>
              {windowNames.map((window) => (
                <td key={window}>{renderCell(row, window)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
