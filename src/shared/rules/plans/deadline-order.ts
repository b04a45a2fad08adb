/** Where something stands among others that want the same quota (decision 0036). */
export interface Place {
  /** By hand: a larger one goes first, whatever the deadlines. */
  readonly priority: number;
  /** A day (ISO 8601); null without a deadline. */
  readonly deadline: string | null;
}

/** Where a plan stands to which nobody has given a deadline or a priority. */
export const unscheduled: Place = { deadline: null, priority: 0 };

/** The earliest deadline first, but for what a person has put elsewhere; what has none comes last, each in the order in which it came. */
export function byDeadline<Thing>(
  things: readonly Thing[],
  placeOf: (thing: Thing) => Place,
): readonly Thing[] {
  return things
    .map((thing) => ({ thing, place: placeOf(thing) }))
    .toSorted(({ place: a }, { place: b }) => compare(a, b))
    .map(({ thing }) => thing);
}

function compare(a: Place, b: Place): number {
  if (a.priority !== b.priority) return a.priority > b.priority ? -1 : 1;
  return compareDays(a.deadline, b.deadline);
}

/** Null is behind everything. */
function compareDays(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return a === null || (b !== null && a > b) ? 1 : -1;
}

/** `isElsewhere`: where it is shown is not where it stands by its place, so that beside others that are alike it needs a priority. */
interface Shown extends Place {
  readonly id: string;
  readonly isElsewhere?: boolean;
}

/**
 * The priorities by which one stands at another place in an order by deadline, as few as can be; those before it may need one, too. None
 * where it is there already.
 */
export function priorityChanges(
  inOrder: readonly Shown[],
  id: string,
  to: number,
): ReadonlyMap<string, number> {
  const from = inOrder.findIndex((one) => one.id === id);
  const moved = inOrder[from];
  if (moved === undefined || to === from || to < 0 || to >= inOrder.length) return new Map();
  const places = new Map(inOrder.map((one, place) => [one.id, place]));
  const placeOf = (one: { readonly id: string }): number => places.get(one.id) ?? 0;
  const isBefore = (one: Shown, other: Shown): boolean => {
    const days = compareDays(one.deadline, other.deadline); // of one day: as they came, which their places tell where their priorities were the same
    if (days !== 0) return days < 0;
    return one.isElsewhere !== true && other.isElsewhere !== true && placeOf(one) < placeOf(other);
  };
  const changes = new Map<string, number>();
  let below: Shown | null = null;
  for (const one of inOrder.toSpliced(from, 1).toSpliced(to, 0, moved).toReversed()) {
    const isAhead = below !== null && isBefore(one, below);
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
