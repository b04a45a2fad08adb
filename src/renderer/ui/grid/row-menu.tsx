import { type RefObject, useEffect, useRef, useState } from 'react';
import { act } from '../in-hand.ts';
import { MenuAt, type MenuPlace } from '../menu-at.tsx';
import { tell } from '../toast.ts';
import { useUiWords } from '../words.tsx';
import { entryOf, type RowAction } from './actions.ts';

interface RowMenuProps {
  readonly at: MenuPlace;
  /** How many there are now of the rows that it was opened for. */
  readonly count: number;
  /** What can be done with those. */
  readonly actionsNow: () => readonly RowAction[];
  readonly onClose: () => void;
  /** It has the focus before something is done: a dialog that this opens gives it back there. */
  readonly grid: RefObject<HTMLElement | null>;
}

/**
 * The menu of rows. It stays as it was when it opened, so that nothing moves under the pointer; what is chosen is done with the rows
 * that are left then, and where none is it says so.
 */
export function RowMenu({ at, count, actionsNow, onClose, grid }: RowMenuProps) {
  const words = useUiWords();
  const [opened] = useState(() => ({ count, actions: actionsNow() }));
  const chosen = useRef<(() => void) | null>(null);
  if (opened.actions.length === 0) return null;
  return (
    <>
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
          const action = actionsNow().find((each) => each.id === id);
          chosen.current = () => {
            grid.current?.focus({ preventScroll: true });
            if (action === undefined) return tell(words.rowsGone);
            act(action);
            // Last, so that nothing that is done is said in its place.
            if (count < opened.count)
              tell(words.rowsFewer.replace('{{left}}', `${count}`).replace('{{count}}', `${opened.count}`));
          };
        }}
      />
      <AtEnd of={chosen} />
    </>
  );
}

/** Does it once what stands before is gone: nothing beside an open menu can have the focus. */
function AtEnd({ of }: { readonly of: RefObject<(() => void) | null> }) {
  useEffect(() => () => of.current?.(), [of]);
  return null;
}
