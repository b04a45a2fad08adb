import { createInitialisingTimes } from '../src/main/api/estimate.ts';
import { createSlotLog } from '../src/main/api/quota.ts';
import { calendarOf, type Precedence } from '../src/main/plans/calendar.ts';
import { createPatience } from '../src/main/plans/schedule.ts';
import type { Tier } from '../src/shared/model/tiers.ts';
import { inTurn } from '../src/shared/rules/plans/turns.ts';
import type { Work } from '../src/shared/rules/plans/works.ts';
import { holdsAtBest, type Job, jobsOf, leastTime, type Quota } from './season-oracle.ts';

/** A group of a season: its audit, components in it, audits that are coupled to the first of these, and components below the last of those. */
export interface SeasonGroup {
  readonly id: string;
  readonly components: number;
  readonly coupled: number;
  readonly below: number;
  readonly submittedAt: number;
  readonly due: number;
}

/** What happens in a season. Moments are milliseconds from its beginning. */
export interface Season extends Quota {
  readonly groups: readonly SeasonGroup[];
  /** Milliseconds until an audit of a group has opened. */
  readonly opening: (group: number) => number;
}

export interface SeasonReport {
  readonly creations: number;
  /** Whether an order of what was known at each moment is possible, with a quarter of an hour to spare, in which nothing is late. */
  readonly holds: boolean;
  /** The groups that were late. */
  readonly missed: readonly string[];
  /**
   * The least time in which all could have left, over the time that it took; a minute that was lost, as by one opening, is none. 1 where groups
   * come later: what was sent before nobody knew of them may be in their way.
   */
  readonly makespan: number;
  /** Groups that were ready on the day that the forecast of the beginning named. */
  readonly onForecastDay: number;
}

export const day = 86_400_000;
const minute = 60_000;
const betweenLooks = 60_000; // milliseconds: while a gate holds something up, the engine looks again
const quietly = 300_000;
const spare = 900_000; // milliseconds: who does not know what others will do cannot be as good as the oracle to the minute

/** What is to be done for a group, with positions of its own. */
export function worksOfGroup({
  components,
  coupled,
  below,
}: Pick<SeasonGroup, 'components' | 'coupled' | 'below'>): readonly Work[] {
  const works: Work[] = [];
  const add = (tier: Tier | null, listing: string | null, ...needs: readonly number[]): number =>
    works.push({ needs, tier, listing, waits: tier === null, turn: 0 }) - 1;
  const audit = (...needs: readonly number[]): number => add(null, null, add('lifecycle', null, ...needs));
  const group = audit();
  const inGroup = Array.from({ length: components }, () => add('lifecycle', 'group', group));
  let last = group;
  for (const component of inGroup.slice(0, coupled)) last = audit(component);
  for (let one = 0; one < below; one += 1) add('lifecycle', 'below', last);
  return works;
}

/** A group on its way. */
interface Course {
  readonly group: SeasonGroup;
  readonly works: readonly Work[];
  /** When each work is done; Infinity before it is begun. */
  readonly doneAt: number[];
  readonly opening: number;
}

/** Carries a season out by the calendar, which is made anew as the engine does it; what happens is judged by the oracle. */
export function carryOutSeason(season: Season): SeasonReport {
  const courses = season.groups.map((group, index) => {
    const works = worksOfGroup(group);
    return { group, works, doneAt: works.map(() => Infinity), opening: season.opening(index) };
  });
  const desk = createDesk(season, courses);
  const submissions = [...new Set(season.groups.map(({ submittedAt }) => submittedAt))].toSorted(
    (a, b) => a - b,
  );
  let holds = true;
  for (let now: number | null = 0; now !== null; now = desk.live(now)) {
    if (now < (submissions[0] ?? Infinity)) continue;
    submissions.shift();
    const known = courses.filter(({ group }) => group.submittedAt <= now);
    const foreign = [...season.foreign, ...desk.sent].toSorted((a, b) => a - b);
    holds &&= holdsAtBest(jobsIn(known, now), { ...season, foreign });
  }
  const readyAt = courses.map(({ doneAt }) => Math.max(...doneAt));
  const all = courses.flatMap(({ group, works, opening }) =>
    jobsOf(works, { now: group.submittedAt, due: group.due, opening }),
  );
  const least = leastTime(all, season);
  const isKnown = season.groups.every(({ submittedAt }) => submittedAt === 0);
  const end = desk.sent.at(-1) ?? 0;
  const onDay = (moment: number): number => Math.floor(moment / day);
  return {
    creations: desk.sent.length,
    holds,
    missed: courses.flatMap(({ group }, index) =>
      (readyAt[index] ?? Infinity) > group.due ? [group.id] : [],
    ),
    makespan: isKnown ? least / Math.max(1, least, end - minute) : 1,
    onForecastDay: courses.filter(
      ({ group }, index) => onDay(desk.forecast().get(group.id) ?? -1) === onDay(readyAt[index] ?? -1),
    ).length,
  };
}

function jobsIn(courses: readonly Course[], now: number): readonly Job[] {
  return courses.flatMap(({ group, works, doneAt, opening }) =>
    jobsOf(works, { now, due: group.due - spare, opening, doneAt }),
  );
}

/** The app: sends what is next in turn as soon as there is room, and thinks again when something has changed. */
function createDesk({ limits, foreign, pauses }: Season, courses: readonly Course[]) {
  const log = createSlotLog(); // the journal keeps it
  const sent: number[] = [];
  const openings = new Set<number>();
  const submitted = courses.map(({ group }) => group.submittedAt);
  const changes = [...submitted, ...pauses.map(({ to }) => to), ...foreign].toSorted((a, b) => a - b);
  const starts = pauses.map(({ to }) => to).toSorted((a, b) => a - b);
  let { times, precedence, stuck, lookout } = inMemory(courses);
  let forecast: ReadonlyMap<string, number> = new Map();
  let noted = 0;
  let isStale = true;

  const think = (now: number): void => {
    const plans = inWork(courses, now).map(({ group, works, doneAt }) => ({
      id: group.id,
      due: group.due,
      priority: 0,
      works: remaining(works, doneAt, now),
    }));
    const calendar = calendarOf(plans, {
      now,
      initialisingSeconds: times.longest(),
      forecast: (tier) =>
        tier === 'lifecycle' ? log.forecast(limits, now) : createSlotLog().forecast({}, now),
    });
    precedence = calendar;
    if (now === 0) forecast = new Map(calendar.entries.map(({ id, readyAt }) => [id, readyAt]));
  };

  const look = (now: number): void => {
    if (isStale) think(now);
    stuck = lookout.stuckAt(now, { isStale, lastSent: sent.at(-1) ?? 0 });
    isStale = false;
  };

  const send = ({ works, doneAt, opening }: Course, work: number, now: number): void => {
    log.take();
    log.answered(now);
    sent.push(now);
    doneAt[work] = now;
    const wait = works.findIndex(({ needs, tier }) => tier === null && needs.includes(work));
    if (wait >= 0) {
      doneAt[wait] = now + opening;
      openings.add(now + opening);
      times.note(opening / 1_000);
    }
    isStale ||= doneAt.every((at) => at < Infinity);
  };

  /** Does what is to be done at a moment, and answers when there is something again; null at the end. */
  const live = (now: number): number | null => {
    while ((foreign[noted] ?? Infinity) <= now) {
      log.add([foreign[noted] ?? 0]);
      noted += 1;
    }
    for (; (changes[0] ?? Infinity) <= now; changes.shift()) isStale = true;
    for (; (starts[0] ?? Infinity) <= now; starts.shift())
      ({ times, precedence, stuck, lookout } = inMemory(courses));
    for (const at of openings) if (at <= now) openings.delete(at);
    const later = Math.min(changes[0] ?? Infinity, ...openings);
    const off = pauses.find(({ from, to }) => from <= now && now < to);
    if (off !== undefined) return Math.min(later, off.to);
    look(now);
    const next = nextOf(inWork(courses, now), { ...precedence, stuck }, now);
    const at = next === null ? Infinity : log.earliest(limits, now);
    if (next !== null && typeof at === 'number' && at <= now) {
      send(next.course, next.work, now);
      return now;
    }
    const place = typeof at === 'number' ? at : Infinity;
    const then = Math.min(later, place, precedence.gates.size > 0 ? lookout.next() : Infinity);
    return then < Infinity ? then : null;
  };

  return { live, sent, forecast: () => forecast };
}

/** What no journal has: how long openings take, what the last calendar said, and who was found to be stuck. */
interface Memory {
  readonly times: ReturnType<typeof createInitialisingTimes>;
  readonly precedence: Precedence;
  readonly stuck: ReadonlySet<string>;
  readonly lookout: ReturnType<typeof createLookout>;
}

function inMemory(courses: readonly Course[]): Memory {
  return {
    times: createInitialisingTimes(),
    precedence: { gates: new Set(), first: new Map() },
    stuck: new Set(),
    lookout: createLookout(courses),
  };
}

/** Finds who is stuck: when something has changed, once a minute as the engine does, and less often while nothing is sent. */
function createLookout(courses: readonly Course[]) {
  let stuck: ReadonlySet<string> = new Set();
  let next = -Infinity;
  let moment = 0;
  const stuckOf = createPatience({ now: () => moment });
  return {
    next: () => next,
    stuckAt: (
      now: number,
      { isStale, lastSent }: { readonly isStale: boolean; readonly lastSent: number },
    ) => {
      if (!isStale && now < next) return stuck;
      next = now + (lastSent < moment ? quietly : betweenLooks);
      moment = now;
      stuck = stuckOf(
        inWork(courses, now).map(({ group, works, doneAt }) => ({
          id: group.id,
          left: () => remaining(works, doneAt, now),
        })),
      );
      return stuck;
    },
  };
}

interface InWork extends Course {
  readonly due: number;
  readonly priority: number;
}

function inWork(courses: readonly Course[], now: number): readonly InWork[] {
  const open = courses
    .filter(({ group, doneAt }) => group.submittedAt <= now && doneAt.some((at) => at > now))
    .map((course) => ({ ...course, due: course.group.due, priority: 0 }));
  return inTurn(open, (course) => course);
}

function remaining(works: readonly Work[], doneAt: readonly number[], now: number): readonly Work[] {
  const left = works.flatMap((_, index) => ((doneAt[index] ?? Infinity) > now ? [index] : []));
  const places = new Map(left.map((index, place) => [index, place]));
  return left.flatMap((index) => {
    const work = works[index];
    return work === undefined
      ? []
      : [{ ...work, needs: work.needs.flatMap((need) => places.get(need) ?? []) }];
  });
}

function nextOf(
  inOrder: readonly InWork[],
  { gates, first, stuck }: Precedence & { readonly stuck: ReadonlySet<string> },
  now: number,
): { readonly course: Course; readonly work: number } | null {
  let isBehind = false;
  for (const course of inOrder) {
    const early = inOrder.filter(({ group }) => first.get(group.id) === course.group.id);
    for (const one of [...early, course]) {
      const work = unsent(one).find(
        (index) => isReady(one, index, now) && (one === course || opens(one, index)),
      );
      if (work !== undefined) return { course: one, work };
    }
    isBehind ||= !stuck.has(course.group.id) && unsent(course).length > 0;
    if (isBehind && gates.has(course.group.id)) return null;
  }
  return null;
}

function unsent({ works, doneAt }: Course): readonly number[] {
  return works.flatMap(({ tier }, index) => (tier !== null && doneAt[index] === Infinity ? [index] : []));
}

function isReady({ works, doneAt }: Course, work: number, now: number): boolean {
  return works[work]?.needs.every((need) => (doneAt[need] ?? Infinity) <= now) ?? false;
}

function opens({ works }: Course, work: number): boolean {
  return works.some(({ waits, needs }) => waits && needs.includes(work));
}
