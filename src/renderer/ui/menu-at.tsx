import { useRef } from 'react';
import { createPortal } from 'react-dom';
import type { MenuProps } from './floating.tsx';
import { MenuList } from './menu.tsx';

/** A place in the window, in pixels from its upper left corner. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface MenuAtProps<Id extends string> extends Omit<MenuProps<Id>, 'trigger' | 'placement'> {
  readonly at: MenuPlace;
  /** Makes it a choice of several: the menu stays open, and what is chosen has a mark. */
  readonly checked?: readonly Id[] | undefined;
  readonly onClose: () => void;
}

/** A menu without a button: of whatever was clicked with the right button, or has the focus when the menu key is pressed. */
export function MenuAt<Id extends string>({ at, onClose, onAction, ...list }: MenuAtProps<Id>) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      {createPortal(
        <span ref={anchor} aria-hidden style={{ position: 'fixed', left: at.x, top: at.y }} />,
        document.body,
      )}
      <MenuList
        {...list}
        at={anchor}
        opening="first"
        onClose={onClose}
        onChoose={({ id }) => {
          const chosen = list.entries.find((entry) => entry.id === id);
          if (chosen !== undefined) onAction(chosen.id);
        }}
      />
    </>
  );
}
