const settlesWithin = 80; // milliseconds: a dialog that closes gives the focus back by itself, a list moves it on by itself
const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]:not([tabindex="-1"])';

interface Place {
  readonly around: HTMLElement;
  /** Which of the children of `around` the focus was in. */
  readonly index: number;
}

/**
 * Keeps the keyboard focus when the focused element disappears: it moves to the next element in the same place, else to the one
 * before, else further out, at last to the heading of the screen (ux T5). Answers a function that ends this.
 */
export function keepFocus(page: Document): () => void {
  let [last, places]: [Element | null, readonly Place[]] = [null, []];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || target === page.body) return;
    [last, places] = [target, placesOf(target)];
  };
  const isLost = (): boolean =>
    last !== null && (page.activeElement === null || page.activeElement === page.body) && !canHaveFocus(last);
  const repair = (): void => {
    timer = undefined;
    if (!isLost()) return;
    const found = places.map(nearest).find((element) => element);
    (found ?? page.querySelector<HTMLElement>('h1[tabindex]'))?.focus({ preventScroll: !found });
  };
  const look = (): void => {
    // And the frame after: a menu that closes gives the focus back with the frame, however long a busy machine takes for it.
    if (isLost()) timer ??= setTimeout(() => requestAnimationFrame(repair), settlesWithin);
  };

  const observer = new MutationObserver(look);
  observer.observe(page.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  page.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    page.removeEventListener('focusin', remember);
    clearTimeout(timer);
  };
}

function placesOf(element: Element): readonly Place[] {
  const places: Place[] = [];
  for (let inner = element; ; ) {
    const around = inner.parentElement;
    // A part of the window or a dialog is left to no other one.
    if (around === null || inner.matches('[data-region], [role="dialog"], [role="alertdialog"]'))
      return places;
    places.push({ around, index: [...around.children].indexOf(inner) });
    inner = around;
  }
}

function nearest({ around, index }: Place): HTMLElement | undefined {
  if (!around.isConnected) return undefined;
  if (around.matches('[data-region="grid"]')) return around; // has the focus for its rows
  const children = [...around.children];
  const inside = (child: Element): readonly HTMLElement[] => [
    ...(child instanceof HTMLElement && child.matches(focusable) ? [child] : []),
    ...child.querySelectorAll<HTMLElement>(focusable),
  ];
  const after = children.slice(index).flatMap(inside);
  const before = children.slice(0, index).flatMap(inside);
  return after.find(canHaveFocus) ?? before.findLast(canHaveFocus);
}

function canHaveFocus(element: Element): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    element.closest('[inert], [hidden]') === null &&
    element.checkVisibility()
  );
}
