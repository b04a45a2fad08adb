import type { SeasonEntry } from '../../../shared/model/season.ts';
import type { PlanTurn } from '../../../shared/plan.ts';
import { inTurn, priorityChanges, type Turn } from '../../../shared/rules/turns.ts';
import type { Group, SeasonRow } from './season-rows.ts';

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

export interface DeadlineChange {
  readonly group: Group;
  readonly deadline: SeasonEntry['deadline'];
}

/** What a person changes of a group. */
export interface GroupChange
  extends Pick<DeadlineChange, 'group'>,
    Partial<Pick<DeadlineChange, 'deadline'>> {
  readonly priority?: number;
}

/** What plans become by changes of their groups: one of several groups is due with the first of them. */
export function changedTurns(
  groups: readonly Group[],
  changes: readonly GroupChange[],
): ReadonlyMap<string, Partial<PlanTurn>> {
  const changed = new Map(changes.map((change) => [change.group.id, change]));
  const byPlan = Map.groupBy(groups, ({ plan }) => plan?.id ?? null);
  const turns = new Map<string, Partial<PlanTurn>>();
  for (const [plan, own] of byPlan) {
    const ofPlan = own.flatMap(({ id }) => changed.get(id) ?? []);
    if (plan === null || ofPlan.length === 0) continue;
    const priority = ofPlan.find((change) => change.priority !== undefined)?.priority;
    const days = own.map((group) => {
      const deadline = changed.get(group.id)?.deadline;
      if (deadline !== undefined) return deadline?.day ?? null;
      return own.length > 1 && group.entry === null ? null : group.turn.deadline; // it has the plan's, which changes
    });
    turns.set(plan, {
      ...(ofPlan.some(({ deadline }) => deadline !== undefined) ? { deadline: earliest(days) } : {}),
      ...(priority === undefined ? {} : { priority }),
    });
  }
  return turns;
}

/** The turns that plans without one get from their groups; none for what has neither a deadline nor a priority. */
export function turnsOfPlans(groups: readonly Group[]): ReadonlyMap<string, PlanTurn> {
  const without = groups.filter(({ plan }) => plan?.state === 'running' && plan.turn === undefined);
  return new Map(
    [...Map.groupBy(without, ({ plan }) => plan?.id ?? '')].flatMap(([plan, own]) => {
      const deadline = earliest(own.map(({ turn }) => turn.deadline));
      const priority = own.find(({ turn }) => turn.priority !== 0)?.turn.priority ?? 0;
      return deadline === null && priority === 0 ? [] : [[plan, { deadline, priority }] as const];
    }),
  );
}

function earliest(days: readonly (string | null)[]): string | null {
  return days.flatMap((day) => day ?? []).toSorted()[0] ?? null;
}
