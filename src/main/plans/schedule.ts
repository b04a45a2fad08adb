import type { Tier } from '../../shared/model/tiers.ts';
import type { PlanTurn } from '../../shared/plan.ts';
import { inTurn } from '../../shared/rules/plans/turns.ts';
import type { Work } from '../../shared/rules/plans/works.ts';
import type { QuotaTime } from '../api/quota-time.ts';
import type { Service } from '../api/service.ts';
import type { Outlook } from '../api/timetable.ts';
import type { Clock } from '../clock.ts';
import { type Calendar, type CalendarPlan, calendarOf } from './calendar.ts';

/** A plan that is being carried out. */
export interface RunningPlan {
  readonly id: string;
  readonly connection: string;
  readonly turn: PlanTurn | undefined;
  /** Whether it is small and has no turn, and so goes first, as what a person waits for. */
  readonly isSmall: boolean;
  readonly left: () => readonly Work[];
  /** Whether a request of it has not left yet. */
  readonly hasUnsent: () => boolean;
}

/** A plan that is not there yet. */
export interface ExpectedPlan {
  readonly id: string;
  readonly turn: PlanTurn;
  readonly works: readonly Work[];
}

export interface ScheduleDeps {
  readonly clock: Clock;
  readonly time: QuotaTime;
  readonly quota: (connection: string) => ReturnType<Service['quota']>;
  /** How long an audit takes to open, reckoned with care. */
  readonly initialisingSeconds: () => number;
  /** The turns have changed: what waits for the quota is to be looked at anew. */
  readonly onTurns: () => void;
}

const longestUse = 60_000; // milliseconds: quotas, openings and the day go on meanwhile
const betweenReckonings = 5_000; // milliseconds

/** In which turn plans get the quota. */
export type Schedule = ReturnType<typeof createSchedule>;

/** `running` answers the plans that are carried out at present, in the order in which they came. */
export function createSchedule(running: () => readonly RunningPlan[], deps: ScheduleDeps) {
  const { time, quota } = deps;
  const calendars = createCalendars(running, deps);
  const stuckOf = createPatience(time);
  const lookAgain = createLook(deps);
  let turns: ReadonlyMap<string, number> | null = null;
  let ahead: ReadonlyMap<string, readonly RunningPlan[]> = new Map();
  let first: Calendar['first'] = new Map();
  let madeAt = -Infinity;

  /** Of each plan behind a gate, those of which every request leaves before; and of which the audits are created first. */
  const precedenceOf = (order: readonly RunningPlan[]) => {
    if (order.length < 2 || order.every(({ turn }) => turn?.deadline == null))
      return { ahead: new Map(), first: new Map() };
    const stuck = stuckOf(order);
    const sites = Map.groupBy(order, ({ connection }) => quota(connection)?.baseUrl);
    const all = [...sites.values()].map((plans) => {
      const calendar = calendars.calendar(plans[0]?.connection ?? '');
      const behind = plans.map(({ id }, place) => {
        const gate = plans.slice(0, place).findLastIndex((plan) => calendar?.gates.has(plan.id));
        return [id, plans.slice(0, gate + 1).filter((plan) => !stuck.has(plan.id))] as const;
      });
      return { behind, first: [...(calendar?.first ?? [])] };
    });
    return {
      ahead: new Map(all.flatMap(({ behind }) => behind)),
      first: new Map(all.flatMap((site) => site.first)),
    };
  };

  const make = (): ReadonlyMap<string, number> => {
    const plans = running().map((plan) => ({ ...plan, ...calendars.placeOf(plan) }));
    const order = inTurn(plans, (plan) => plan);
    turns = new Map(order.map(({ id }, turn) => [id, turn]));
    ({ ahead, first } = precedenceOf(order));
    madeAt = time.now();
    return turns;
  };

  return {
    /** The turn of a request of a plan now, the smallest first; Infinity while a gate is before it. `opens`: whether something is awaited of it. */
    turnOf: (id: string, opens: boolean): number => {
      const known = turns === null || time.now() - madeAt > longestUse ? make() : turns;
      const isShut = ahead.get(id)?.some((plan) => plan.hasUnsent()) ?? false;
      if (isShut) lookAgain(longestUse);
      if (isShut) return Infinity;
      const before = opens ? known.get(first.get(id) ?? '') : undefined;
      return before === undefined ? (known.get(id) ?? known.size) : before - 0.5;
    },
    /** Plans have begun, rest, have ended or got another turn. */
    changed: (): void => {
      turns = null;
      lookAgain(0);
    },
    calendar: calendars.calendar,
    secondsLeft: createSecondsLeft(running, deps, calendars.calendar),
  };
}

/** How long the plans take that share a quota, each behind those that go before it; reckoned once in a while, as progress is told often. */
function createSecondsLeft(
  running: () => readonly RunningPlan[],
  { time, quota }: ScheduleDeps,
  calendar: ReturnType<typeof createCalendars>['calendar'],
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
      before !== undefined && now - before.at < betweenReckonings && before.readyAt.has(id)
        ? before
        : {
            at: now,
            readyAt: new Map(calendar(own.connection)?.entries.map((entry) => [entry.id, entry.readyAt])),
          };
    made.set(site, known);
    const readyAt = known.readyAt.get(id) ?? Infinity;
    return Number.isFinite(readyAt) ? Math.max(0, readyAt - now) / 1_000 : null;
  };
}

/** What calendars are made from: the plans that share a quota, and that quota as it is. */
function createCalendars(
  running: () => readonly RunningPlan[],
  { clock, time, quota, initialisingSeconds }: ScheduleDeps,
) {
  const dueOf = (deadline: string | null): number | null =>
    deadline === null ? null : endOfDay(deadline) - clock.wall() + time.now();
  const placeOf = ({ turn, isSmall }: RunningPlan): Pick<CalendarPlan, 'due' | 'priority'> => ({
    due: dueOf(turn?.deadline ?? null),
    priority: isSmall ? Infinity : (turn?.priority ?? 0),
  });

  const outlookOf = (connection: string, opening = initialisingSeconds()): Outlook | null => {
    const known = quota(connection);
    if (known === null) return null;
    return {
      now: time.now(),
      forecast: (tier: Tier) => known.forecast(tier, 'bulk', true),
      initialisingSeconds: opening,
    };
  };

  const plansAt = (connection: string, more: readonly ExpectedPlan[]): readonly CalendarPlan[] => {
    const here = quota(connection)?.baseUrl;
    const there = running().filter((plan) => quota(plan.connection)?.baseUrl === here);
    return [
      ...there.map((plan) => ({ id: plan.id, works: plan.left(), ...placeOf(plan) })),
      ...more.map(({ id, works, turn: { deadline, priority } }) => ({
        id,
        works,
        due: dueOf(deadline),
        priority,
      })),
    ];
  };

  return {
    placeOf,
    /**
     * When each plan that shares the quota of a connection is done, beside others that are only expected; null without an address. `opening`:
     * the seconds that an audit takes to open, where that is not to be reckoned with care.
     */
    calendar: (connection: string, more: readonly ExpectedPlan[] = [], opening?: number): Calendar | null => {
      const outlook = outlookOf(connection, opening);
      return outlook === null ? null : calendarOf(plansAt(connection, more), outlook);
    },
  };
}

/** Has what waits for the quota looked at anew, after so many milliseconds at the latest. */
function createLook({ clock, time, onTurns }: ScheduleDeps) {
  let next = Infinity;
  return (milliseconds: number): void => {
    const at = time.now() + milliseconds;
    if (at >= next) return;
    next = at;
    clock.schedule(milliseconds, () => {
      if (next <= time.now()) next = Infinity;
      onTurns();
    });
  };
}

/** The last moment of a day of this computer's calendar, in milliseconds since 1970. */
export function endOfDay(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + 1).getTime() - 1;
}

const patience = 600_000; // milliseconds without a request, after which others go past a plan

interface WaitingPlan {
  readonly id: string;
  readonly left: () => readonly Work[];
}

/** Finds plans of which nothing could be sent for long: an audit does not open, or a fault keeps them. Who only waits for the quota is none. */
export function createPatience(
  time: Pick<QuotaTime, 'now'>,
): (plans: readonly WaitingPlan[]) => ReadonlySet<string> {
  let seen: ReadonlyMap<string, { readonly unsent: number; readonly since: number }> = new Map();
  return (plans) => {
    const now = time.now();
    seen = new Map(
      plans.map(({ id, left }) => {
        const works = left().filter(({ tier }) => tier !== null);
        const unsent = works.length;
        const before = seen.get(id);
        const isReady = works.some(({ needs }) => needs.length === 0);
        return [id, before?.unsent === unsent && !isReady ? before : { unsent, since: now }];
      }),
    );
    return new Set([...seen].flatMap(([id, { since }]) => (now - since >= patience ? [id] : [])));
  };
}
