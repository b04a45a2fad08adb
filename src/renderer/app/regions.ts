/** Moves the focus to the next or previous part of the window, in the order in which they stand; it goes around. */
export function moveRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  const current = regions.findIndex((region) => region.contains(document.activeElement));
  const start = current < 0 ? (by === 1 ? -1 : 0) : current;
  const next = regions[(start + by + regions.length) % regions.length];
  const inside = next?.querySelector<HTMLElement>(
    'a[href], button:not([disabled], [tabindex="-1"]), input:not([disabled]), [tabindex="0"]',
  );
  (next?.dataset.region === 'content' ? next : (inside ?? next))?.focus();
}

/** Whether there is a search of what is on the screen. */
export function hasFilter(): boolean {
  return filterField() !== null;
}

/** Puts the focus into the search of what is on the screen. */
export function focusFilter(): void {
  filterField()?.focus();
  filterField()?.select();
}

function filterField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('[data-region="content"] input[data-filter]');
}
