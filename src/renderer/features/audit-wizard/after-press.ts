/** Where pointer events come from. */
type Source = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

export interface AfterPress {
  /** Calls back at once, or, while a pointer is held down, when it was released and what it pressed has happened. */
  readonly run: (callback: () => void) => void;
  readonly end: () => void;
}

/**
 * Keeps the page still while something is being pressed. Leaving a field by pressing a button would show the field's error at
 * once, move the button away under the pointer, and the press would come to nothing.
 */
export function createAfterPress(source: Source, later: (callback: () => void) => void): AfterPress {
  let isHeld = false;
  let waiting: readonly (() => void)[] = [];
  const hold = (): void => {
    isHeld = true;
  };
  const release = (): void => {
    isHeld = false;
    const callbacks = waiting;
    waiting = [];
    if (callbacks.length > 0)
      later(() => {
        for (const callback of callbacks) callback();
      });
  };
  source.addEventListener('pointerdown', hold, { capture: true });
  source.addEventListener('pointerup', release, { capture: true });
  source.addEventListener('pointercancel', release, { capture: true });
  return {
    run(callback) {
      if (isHeld) waiting = [...waiting, callback];
      else callback();
    },
    end() {
      source.removeEventListener('pointerdown', hold, { capture: true });
      source.removeEventListener('pointerup', release, { capture: true });
      source.removeEventListener('pointercancel', release, { capture: true });
    },
  };
}
