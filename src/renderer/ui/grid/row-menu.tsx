import { useState } from 'react';
import { act } from '../in-hand.ts';
import { announce } from '../live-region.tsx';
import { MenuAt, type MenuPlace } from '../menu.tsx';
import { useUiWords } from '../words.tsx';
import { entryOf, type RowAction } from './actions.ts';

interface RowMenuProps {
  readonly at: MenuPlace;
  /** How many there are now of the rows that it was opened for. */
  readonly count: number;
  /** What can be done with those. */
  readonly actionsNow: () => readonly RowAction[];
  readonly onClose: () => void;
}

/**
 * The menu of rows. It stays as it was when it opened, so that nothing moves under the pointer; what is chosen is done with the rows
 * that are left then, and where none is it says so.
 */
export function RowMenu({ at, count, actionsNow, onClose }: RowMenuProps) {
  const words = useUiWords();
  const [opened] = useState(() => ({ count, actions: actionsNow() }));
  if (opened.actions.length === 0) return null;
  return (
    <MenuAt
      label={words.rowActions}
      at={at}
      entries={
        count === 0
          ? [{ id: '', label: words.rowsGone, isDisabled: true }]
          : opened.actions.map((action) => entryOf(action))
      }
      onClose={onClose}
      onAction={(id) => {
        const chosen = actionsNow().find((action) => action.id === id);
        if (count < opened.count)
          announce(words.rowsFewer.replace('{{left}}', `${count}`).replace('{{count}}', `${opened.count}`));
        if (chosen === undefined) announce(words.rowsGone);
        else act(chosen);
      }}
    />
  );
}
