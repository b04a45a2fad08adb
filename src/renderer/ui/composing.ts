/**
 * Keeps keys that belong to a composition, as Enter that ends one, from everything else that handles keys in a window; the method that
 * composes has them all the same.
 */
export function leaveToComposition(window: Window): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation(); // 229: the first and the last key of one
    },
    { capture: true },
  );
}
