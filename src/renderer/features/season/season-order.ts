import type { PlanTurn } from '../../../shared/plan.ts';
import type { Group } from '../../../shared/rules/season-groups.ts';
import { inTurn, priorityChanges, type Turn } from '../../../shared/rules/turns.ts';
import type { SeasonRow } from './season-rows.ts';

/** By what a forecast calls a group. */
export function forecastId({ id, plan }: Pick<Group, 'id' | 'plan'>): string {
  return plan?.id ?? id;
}

/** Whether it still needs quota. */
export function canMove({ plan, audit, stepsLeft }: Pick<Group, 'plan' | 'audit' | 'stepsLeft'>): boolean {
  return plan === null ? audit === null : plan.state !== 'ended' && stepsLeft > 0;
}

/** Whether a person can give it another place among those that need quota. */
export function hasPlace(row: SeasonRow): boolean {
  return canMove(row) && !row.goesFirst;
}

/**
 * The order in which groups get the quota, which main has: by what stands now, and, of those that are alike in that, as a forecast names them. What
 * needs no quota comes last.
 */
export function ordered(rows: readonly SeasonRow[], forecast: readonly string[]): readonly SeasonRow[] {
  const places = new Map(forecast.map((id, place) => [id, place]));
  const placeOf = (row: SeasonRow): number => places.get(forecastId(row)) ?? places.size;
  const moving = rows.filter(canMove).toSorted((a, b) => placeOf(a) - placeOf(b));
  return [...inTurn(moving, turnOf), ...rows.filter((row) => !canMove(row))];
}

/** By what it stands among the others: groups of one plan by the turn of that. */
function turnOf({ goesFirst, isShared, plan, turn }: SeasonRow): Turn<string> {
  const { deadline, priority } = isShared ? (plan?.turn ?? noTurn) : turn;
  return { priority: goesFirst ? Infinity : priority, due: deadline };
}

const noTurn: PlanTurn = { deadline: null, priority: 0 };

/** What has a place of its own among those that need quota, in their order: groups of one plan have theirs together, by the first of them. */
export function placesOf(rows: readonly SeasonRow[]): readonly SeasonRow[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const id = forecastId(row);
    if (!canMove(row) || seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** Where a group stands among these, from 0 on; -1 where it does not. */
export function placeIn(places: readonly SeasonRow[], row: SeasonRow): number {
  return places.findIndex((one) => forecastId(one) === forecastId(row));
}

/** The priorities by which a group stands at another place among these, by what a forecast calls each. Nothing comes before what goes first. */
export function movedTo(
  places: readonly SeasonRow[],
  row: SeasonRow,
  to: number,
): ReadonlyMap<string, number> {
  const fixed = places.filter(({ goesFirst }) => goesFirst).length;
  return priorityChanges(
    places.slice(fixed).map((one) => ({ id: forecastId(one), ...turnOf(one) })),
    forecastId(row),
    Math.max(0, to - fixed),
  );
}
