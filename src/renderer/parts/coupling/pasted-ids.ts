/** What became of one id of a pasted list (ux P7). */
export interface PastedId {
  readonly id: string;
  readonly outcome: 'added' | 'there-already' | 'given-twice';
}

/** The ids of a text: one in a line, or between commas or semicolons; quotes of a spreadsheet are left out. */
export function idsIn(text: string): readonly string[] {
  return text
    .split(/[\r\n\t,;]+/)
    .map((part) =>
      part
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .trim(),
    )
    .filter((id) => id !== '');
}

/** Adds ids to a selection, each at most once, and tells for every one of them what became of it. */
export function withPasted(
  selected: readonly string[],
  pasted: readonly string[],
): { readonly ids: readonly string[]; readonly results: readonly PastedId[] } {
  const results = pasted.map((id, index): PastedId => {
    if (pasted.indexOf(id) < index) return { id, outcome: 'given-twice' };
    return { id, outcome: selected.includes(id) ? 'there-already' : 'added' };
  });
  const added = results.filter(({ outcome }) => outcome === 'added').map(({ id }) => id);
  return { ids: [...selected, ...added], results };
}
