import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ButtonContext } from 'react-aria-components/Button';
import { createPortal } from 'react-dom';
import type { MenuProps } from './floating.tsx';
import { later } from './later.tsx';

const MenuList = later(async () => (await import('./floating.tsx')).MenuList, UntilFocusMoves);

/** A menu of commands, or of one choice. A mouse opens it when pressed, as the system's own; a finger when lifted. */
export function Menu<Id extends string>({ trigger, onAction, ...list }: MenuProps<Id>) {
  const button = useRef<HTMLButtonElement>(null);
  const [opening, setOpening] = useState<'first' | 'last' | 'none' | null>(null);
  const [wasOpened, setWasOpened] = useState(false); // from then on it stays: it closes by itself
  const open = (focus: 'first' | 'last' | 'none'): void => {
    button.current?.focus({ preventScroll: true }); // where the focus returns to
    setWasOpened(true);
    setOpening(focus);
  };
  const isOpen = opening !== null;
  return (
    <>
      <ButtonContext
        value={{
          ref: button,
          'aria-haspopup': true,
          'aria-expanded': isOpen,
          isPressed: isOpen,
          onPressStart: ({ pointerType }) => {
            if (pointerType === 'virtual') open('first');
            else if (pointerType !== 'touch' && pointerType !== 'keyboard') open('none');
          },
          onPress: ({ pointerType }) => {
            if (pointerType === 'touch') open('none');
            else if (pointerType === 'keyboard') open('first');
          },
          onKeyDown: (event) => {
            if (event.key === 'ArrowDown') open('first');
            else if (event.key === 'ArrowUp') open('last');
            else return event.continuePropagation();
            event.preventDefault();
          },
        }}
      >
        {trigger}
      </ButtonContext>
      {wasOpened && (
        <MenuList
          {...list}
          at={button}
          opening={opening}
          onClose={() => setOpening(null)}
          onChoose={({ id }) => {
            const chosen = list.entries.find((entry) => entry.id === id);
            if (chosen !== undefined) onAction(chosen.id);
          }}
        />
      )}
    </>
  );
}

/** Stands while what was opened is being loaded: when the focus goes elsewhere meanwhile, or Escape is pressed, it is not opened any more. */
export function UntilFocusMoves({ onClose }: { readonly onClose: () => void }) {
  const close = useEffectEvent((event: FocusEvent | KeyboardEvent) => {
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Escape') return;
      event.stopPropagation(); // one layer: what is selected below stays so
    }
    onClose();
  });
  useEffect(() => {
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    document.addEventListener('focusin', (event) => close(event), options);
    document.addEventListener('keydown', (event) => close(event), options);
    return () => ended.abort();
  }, []);
  return null;
}

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
