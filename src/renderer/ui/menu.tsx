import { useRef, useState } from 'react';
import { ButtonContext } from 'react-aria-components/Button';
import type { MenuProps } from './floating.tsx';
import { later, UntilFocusMoves } from './later.tsx';

/** Its entries, once they are loaded. */
export const MenuList = later(async () => (await import('./floating.tsx')).MenuList, UntilFocusMoves);

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
