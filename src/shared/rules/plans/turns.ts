/** Where something stands among others that want the same quota (decision 0036). */
export interface Turn<Due extends string | number> {
  /** By hand: a larger one goes first, whatever the deadlines. */
  readonly priority: number;
  /** A day (ISO 8601) or a moment; null without a deadline. */
  readonly due: Due | null;
}

/** By hand first, then the earliest deadline; what has none comes last, each in the order in which it came. */
export function inTurn<Thing, Due extends string | number>(
  things: readonly Thing[],
  turnOf: (thing: Thing) => Turn<Due>,
): readonly Thing[] {
  return things
    .map((thing) => ({ thing, turn: turnOf(thing) }))
    .toSorted(({ turn: a }, { turn: b }) => compare(b.priority, a.priority) || compare(a.due, b.due))
    .map(({ thing }) => thing);
}

/** Null is behind everything. */
function compare<Due extends string | number>(a: Due | null, b: Due | null): number {
  if (a === b) return 0;
  return a === null || (b !== null && a > b) ? 1 : -1;
}

/**
 * The priorities by which one stands at another place among those in turn, as few as can be; those before it may need one, too. None
 * where it is there already.
 */
export function priorityChanges<Due extends string | number>(
  inOrder: readonly (Turn<Due> & { readonly id: string })[],
  id: string,
  to: number,
): ReadonlyMap<string, number> {
  const from = inOrder.findIndex((one) => one.id === id);
  const moved = inOrder[from];
  if (moved === undefined || to === from || to < 0 || to >= inOrder.length) return new Map();
  const places = new Map(inOrder.map((one, place) => [one.id, place]));
  const placeOf = (one: { readonly id: string }): number => places.get(one.id) ?? 0;
  const changes = new Map<string, number>();
  let below: (Turn<Due> & { readonly id: string }) | null = null;
  for (const one of inOrder.toSpliced(from, 1).toSpliced(to, 0, moved).toReversed()) {
    // Of one day: as they came, which their places tell where their priorities were the same.
    const isAhead = below !== null && (compare(one.due, below.due) || placeOf(one) - placeOf(below)) < 0;
    const least: number = below === null ? one.priority : below.priority + (isAhead ? 0 : 1);
    if (least > one.priority) changes.set(one.id, least);
    below = { ...one, priority: Math.max(one.priority, least) };
  }
  return changes;
}

/** The groups without a plan that one forecast takes, and what they may create in all. */
export const mostExpected = { groups: 1_000, works: 20_000 } as const;

/** What groups create beside their own audits. */
export function sizeOf(groups: readonly { readonly components: number; readonly coupled: number }[]): number {
  return groups.reduce((sum, { components, coupled }) => sum + components + coupled, 0);
}
