/** Something of a file that is kept under an id and found by its name, too: a template or a team. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** What something of a file would do here: it is the one with its id, else the one with its name. `twice` is one that would take the place of another of the file. */
export interface FileEntry<Kept extends Named> {
  /** As it would be kept: under the id that it has here. */
  readonly kept: Kept;
  /** What it takes the place of; null where it is new. */
  readonly known: Kept | null;
  readonly verdict: 'new' | 'change' | 'same' | 'twice';
}

/** What a file holds against what is here; of those that would be one, only the first is kept. */
export function fileEntries<Kept extends Named>(
  incoming: readonly Kept[],
  here: readonly Kept[],
): readonly FileEntry<Kept>[] {
  const before = new Set<string>();
  return incoming.map((one): FileEntry<Kept> => {
    const known = here.find(({ id }) => id === one.id) ?? here.find(({ name }) => isNamed(name, one)) ?? null;
    const kept = known === null ? one : { ...one, id: known.id };
    if (before.has(kept.id)) return { kept, known, verdict: 'twice' };
    before.add(kept.id);
    if (known === null) return { kept, known, verdict: 'new' };
    return { kept, known, verdict: canonical(kept) === canonical(known) ? 'same' : 'change' };
  });
}

function isNamed(name: string, one: Named): boolean {
  return name.trim().toLowerCase() === one.name.trim().toLowerCase();
}

/** A text that is the same for values that are, in whatever order their keys stand. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
