import { useEffect, useEffectEvent } from 'react';
import { useFileTitles } from '../../messages/file-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { shownColumns } from '../../ui/grid/layouts.tsx';
import { inHand } from '../../ui/in-hand.ts';
import { tell } from '../../ui/toast.ts';
import { copiedColumns, copiedTable } from './copied-rows.ts';

/** Copying in a grid puts its selected rows, or the active one, on the clipboard, with their titles, and says how many. */
export function Copying(): null {
  const { t } = useTranslation('export');
  const titleOf = useFileTitles();
  const copy = useEffectEvent((event: ClipboardEvent) => {
    const isMarked = getSelection()?.type === 'Range'; // words are marked, and those are meant
    const table = isMarked
      ? undefined
      : inHand()
          .map((one) => one.table?.())
          .find((one) => one !== undefined && one.grid === document.activeElement);
    if (table === undefined || event.clipboardData === null) return;
    event.preventDefault();
    const { grid, rows } = table;
    const shown = shownColumns(grid?.dataset['grid'] ?? '');
    const { text, html } = copiedTable(copiedColumns(table.columns, shown, titleOf), rows);
    event.clipboardData.setData('text/plain', text);
    event.clipboardData.setData('text/html', html);
    tell(t('copied', { count: rows.length }));
  });
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => copy(event);
    addEventListener('copy', onCopy);
    return () => removeEventListener('copy', onCopy);
  }, []);
  return null;
}
