import type { Tier } from '../../shared/model/tiers.ts';
import type { Scheduling } from '../../shared/plan.ts';
import { byDeadline, type Place } from '../../shared/rules/plans/deadline-order.ts';
import type { EstimatedTask } from '../../shared/rules/plans/request-estimate.ts';
import { windowLength } from '../api/quota.ts';
import type { QuotaTime } from '../api/quota-time.ts';
import type { Service } from '../api/service.ts';
import { type Outlook, timetable } from '../api/timetable.ts';
import type { Clock } from '../clock.ts';
import { latestStarts } from './latest-start.ts';

/** A plan that is being carried out. */
export interface RunningPlan {
  readonly id: string;
  readonly connection: string;
  readonly scheduling: Scheduling | undefined;
  /** Whether it is small and not scheduled, and so goes first, as what a person waits for. */
  readonly isSmall: boolean;
  readonly left: () => readonly EstimatedTask[];
  /** Whether it has something to send, now or once an audit of it has opened that was created this much ago at the most (milliseconds). */
  readonly goesOnWithin: (milliseconds: number) => boolean;
}

/** A plan that is not there yet. */
export interface ExpectedPlan {
  readonly id: string;
  readonly scheduling: Scheduling;
  readonly tasks: readonly EstimatedTask[];
}

export interface ScheduleDeps {
  readonly clock: Clock;
  readonly time: QuotaTime;
  readonly quota: (connection: string) => ReturnType<Service['quota']>;
  /** How long an audit takes to open, reckoned with care. */
  readonly initialisingSeconds: () => number;
  /** The order has changed: what waits for the quota is to be looked at anew. */
  readonly onOrder: () => void;
}

/** When a plan is done, if nothing goes wrong. */
export interface ReadyPlan {
  readonly id: string;
  /** When the last of it is done (quota time); Infinity where it never is. */
  readonly readyAt: number;
  /** Whether no place by hand is before it. */
  readonly goesFirst: boolean;
}

const betweenForecasts = 5_000; // milliseconds
const longestHold = 60_000; // milliseconds: an audit that takes longer to open holds up no later deadline

/** In which order plans get the quota, and when each is done by that (decision 0036). */
export type Schedule = ReturnType<typeof createSchedule>;

/** `running` answers the plans that are carried out at present, in the order in which they came. */
export function createSchedule(running: () => readonly RunningPlan[], deps: ScheduleDeps) {
  const { quota } = deps;
  const forecast = createForecast(running, deps);
  const lookAgain = createLook(deps);
  let ranks: ReadonlyMap<string, { readonly rank: number; readonly before: readonly RunningPlan[] }> | null =
    null;

  return {
    /** Which of the plans gets a free place: the one with the smallest number that has something to send; Infinity while an earlier deadline needs it. */
    rankOf: (id: string): number => {
      ranks ??= ranksOf(running(), quota);
      const { rank, before } = ranks.get(id) ?? { rank: ranks.size, before: [] };
      if (!before.some((plan) => plan.goesOnWithin(longestHold))) return rank;
      lookAgain(longestHold);
      return Infinity;
    },
    /** Plans have begun, rest, have ended or got another deadline or priority. */
    changed: (): void => {
      ranks = null;
      lookAgain(0);
    },
    /** When each plan that shares the quota of a connection is done, beside others that are only expected, in their order; null without an address. */
    forecast,
    startsBy: createStartsBy(running, deps),
    secondsLeft: createSecondsLeft(running, deps, forecast),
  };
}

function placeOf({ scheduling, isSmall }: Pick<RunningPlan, 'scheduling' | 'isSmall'>): Place {
  return {
    deadline: scheduling?.deadline ?? null,
    priority: isSmall ? Infinity : (scheduling?.priority ?? 0),
  };
}

/** Has what waits for the quota looked at anew, after so many milliseconds at the latest. */
function createLook({ clock, onOrder }: ScheduleDeps) {
  let stop: (() => void) | null = null;
  let next = Infinity;
  return (milliseconds: number): void => {
    const at = clock.wall() + milliseconds;
    if (at >= next) return;
    stop?.();
    next = at;
    stop = clock.schedule(milliseconds, () => {
      next = Infinity;
      onOrder();
    });
  };
}

/** The order of all plans, and of each those of its service that are due before it. */
function ranksOf(running: readonly RunningPlan[], quota: ScheduleDeps['quota']) {
  const order = byDeadline(running, placeOf);
  const sites = Map.groupBy(order, ({ connection }) => quota(connection)?.baseUrl);
  const before = new Map(
    [...sites.values()].flatMap((plans) =>
      plans.map(({ id }, place) => [id, plans.slice(0, beginOfDay(plans.map(placeOf), place))] as const),
    ),
  );
  return new Map(order.map(({ id }, rank) => [id, { rank, before: before.get(id) ?? [] }]));
}

/** From which place of an order on plans share the quota with the one at a place: all before are due earlier, and leave first. */
function beginOfDay(order: readonly Place[], place: number): number {
  const own = order[place];
  const last = order.findLastIndex(
    (one, index) =>
      index < place &&
      one.deadline !== null &&
      (one.deadline !== own?.deadline || one.priority !== own.priority),
  );
  return last + 1;
}

function createForecast(running: () => readonly RunningPlan[], deps: ScheduleDeps) {
  const { time, quota, initialisingSeconds } = deps;
  /** `opening`: the seconds that an audit takes to open, where that is not to be reckoned with care. */
  return (
    connection: string,
    more: readonly ExpectedPlan[] = [],
    opening = initialisingSeconds(),
  ): readonly ReadyPlan[] | null => {
    const known = quota(connection);
    if (known === null) return null;
    return forecastOf(plansAt(known.baseUrl, running(), quota, more), {
      now: time.now(),
      forecast: (tier: Tier) => known.forecast(tier, 'bulk', true),
      initialisingSeconds: opening,
    });
  };
}

/** The plans that share the quota of a service, and those that are only expected. */
function plansAt(
  baseUrl: string,
  running: readonly RunningPlan[],
  quota: ScheduleDeps['quota'],
  more: readonly ExpectedPlan[],
): readonly (Place & Pick<ExpectedPlan, 'id' | 'tasks'>)[] {
  const here = running.filter((plan) => quota(plan.connection)?.baseUrl === baseUrl);
  return [
    ...here.map((plan) => ({ id: plan.id, tasks: plan.left(), ...placeOf(plan) })),
    ...more.map(({ id, tasks, scheduling }) => ({ id, tasks, ...scheduling })),
  ];
}

/** Until when (milliseconds since 1970) each plan that has a deadline may begin; reckoned once no request of today counts any more. */
function createStartsBy(running: () => readonly RunningPlan[], deps: ScheduleDeps) {
  const { time, quota, initialisingSeconds } = deps;
  return (connection: string, more: readonly ExpectedPlan[]): ReadonlyMap<string, number> => {
    const known = quota(connection);
    if (known === null) return new Map();
    const works = plansAt(known.baseUrl, running(), quota, more).flatMap(({ id, tasks, deadline }) =>
      deadline === null ? [] : [{ id, tasks, due: endOfDay(deadline) }],
    );
    return latestStarts(works, {
      now: time.now() + 2 * windowLength.daily,
      forecast: (tier: Tier) => known.forecast(tier, 'bulk', true),
      initialisingSeconds: initialisingSeconds(),
    });
  };
}

/** When a day of this computer's calendar is over: milliseconds since 1970. */
export function endOfDay(day: string): number {
  return new Date(`${day}T00:00:00`).setHours(24);
}

/** A free place in the quota goes to the first of them that has something to send, but to none before all has left that is due on an earlier day. */
export function forecastOf(
  plans: readonly (Place & Pick<ExpectedPlan, 'id' | 'tasks'>)[],
  outlook: Outlook,
): readonly ReadyPlan[] {
  const order = byDeadline(plans, (plan) => plan);
  const isHeld = outlook.initialisingSeconds * 1_000 <= longestHold;
  const all: EstimatedTask[] = [];
  let begin = 0; // of the day
  let before: readonly number[] = []; // what all of the day needs
  let sinceBegin: number[] = [];
  const starts = order.map(({ tasks }, rank) => {
    const day = isHeld ? beginOfDay(order, rank) : 0;
    if (day > begin) {
      before = [all.push({ needs: [...before, ...sinceBegin], tier: null, listing: null, waits: false }) - 1];
      [begin, sinceBegin] = [day, []];
    }
    const start = all.length;
    for (const task of tasks) {
      if (task.tier !== null) sinceBegin.push(all.length);
      const needs = task.needs.map((need) => need + start);
      const listing = task.listing === null ? null : `${String(rank)} ${task.listing}`;
      all.push({ ...task, listing, needs: task.tier === null ? needs : [...needs, ...before] });
    }
    return start;
  });
  const doneAt = timetable(all, outlook);
  return order.map(({ id, tasks, priority }, rank) => {
    const start = starts[rank] ?? 0;
    const readyAt = doneAt
      .subarray(start, start + tasks.length)
      .reduce((latest, at) => Math.max(latest, at), outlook.now);
    return { id, readyAt, goesFirst: priority === Infinity };
  });
}

/** How long the plans take that share a quota, each behind those that go before it; reckoned once in a while, as progress is told often. */
function createSecondsLeft(
  running: () => readonly RunningPlan[],
  { time, quota }: ScheduleDeps,
  forecast: ReturnType<typeof createForecast>,
) {
  const made = new Map<string, { readonly at: number; readonly readyAt: ReadonlyMap<string, number> }>();
  /** Null where nobody can tell; undefined for a plan that waits for no other. */
  return (id: string): number | null | undefined => {
    const plans = running();
    const own = plans.find((plan) => plan.id === id);
    const site = own === undefined ? undefined : quota(own.connection)?.baseUrl;
    const hasOthers = plans.some((other) => other.id !== id && quota(other.connection)?.baseUrl === site);
    if (own === undefined || own.isSmall || site === undefined || !hasOthers) return undefined;
    const now = time.now();
    const before = made.get(site);
    const known =
      before !== undefined && now - before.at < betweenForecasts && before.readyAt.has(id)
        ? before
        : {
            at: now,
            readyAt: new Map(forecast(own.connection)?.map((entry) => [entry.id, entry.readyAt])),
          };
    made.set(site, known);
    const readyAt = known.readyAt.get(id) ?? Infinity;
    return Number.isFinite(readyAt) ? Math.max(0, readyAt - now) / 1_000 : null;
  };
}
