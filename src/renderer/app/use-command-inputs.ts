import { useEffect, useLayoutEffect } from 'react';
import type { ChosenKeys, CommandId } from '../../shared/commands.ts';
import { askFor } from '../data/asked-command.ts';
import { isMac } from '../data/shortcuts.ts';
import { commandOf } from './commands.ts';

/** Has keys, the wheel with Control held and the buttons at the side of a mouse ask for their commands. */
export function useCommandInputs(shortcuts: ChosenKeys): void {
  // With the first paint, not after it: whoever sees the window may type.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const id = commandOf(event, shortcuts, isMac);
      if (id === null || (hasDialog() && !zoomCommands.has(id))) return;
      event.preventDefault();
      askFor(id);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [shortcuts]);
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey || event.deltaY === 0) return; // pinching on a touchpad comes as this, too
      event.preventDefault();
      if (hasTurned(event)) askFor(event.deltaY < 0 ? 'zoom-in' : 'zoom-out');
    };
    addEventListener('wheel', onWheel, { passive: false });
    return () => removeEventListener('wheel', onWheel);
  }, []);
  useEffect(() => {
    const onMouseUp = (event: MouseEvent) => {
      const id = mouseCommands[event.button];
      if (id === undefined) return;
      event.preventDefault();
      askFor(id);
    };
    addEventListener('mouseup', onMouseUp);
    return () => removeEventListener('mouseup', onMouseUp);
  }, []);
}

/** Commands that a dialog keeps nobody from: how large it is shown is no way out of it. */
export const zoomCommands: ReadonlySet<CommandId> = new Set(['zoom-in', 'zoom-out', 'zoom-reset']);

const notch = 100; // what one notch of a wheel turns, in pixels; a touchpad comes to it in many small ones
let turned = 0;

/** Whether the wheel has turned by a notch since the last time. */
function hasTurned({ deltaY, deltaMode }: WheelEvent): boolean {
  const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : Math.sign(deltaY) * notch;
  turned = Math.sign(turned) === Math.sign(pixels) ? turned + pixels : pixels;
  if (Math.abs(turned) < notch) return false;
  turned = 0;
  return true;
}

const mouseCommands: Readonly<Record<number, CommandId>> = { 3: 'back', 4: 'forward' }; // its buttons at the side

/** Whether a dialog is open: it is one task, and nothing leads out of it but itself. */
export function hasDialog(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}
