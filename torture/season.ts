import { createInitialisingTimes } from '../src/main/api/estimate.ts';
import { createSlotLog } from '../src/main/api/quota.ts';
import { forecastOf } from '../src/main/plans/schedule.ts';
import type { Tier } from '../src/shared/model/tiers.ts';
import { byDeadline, type Place } from '../src/shared/rules/plans/deadline-order.ts';
import type { EstimatedTask } from '../src/shared/rules/plans/request-estimate.ts';
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
const spare = 900_000; // milliseconds: who does not know what others will do cannot be as good as the oracle to the minute

/** What is to be done for a group, with positions of its own. */
export function tasksOfGroup({
  components,
  coupled,
  below,
}: Pick<SeasonGroup, 'components' | 'coupled' | 'below'>): readonly EstimatedTask[] {
  const tasks: EstimatedTask[] = [];
  const add = (tier: Tier | null, listing: string | null, ...needs: readonly number[]): number =>
    tasks.push({ needs, tier, listing, waits: tier === null }) - 1;
  const audit = (...needs: readonly number[]): number => add(null, null, add('lifecycle', null, ...needs));
  const group = audit();
  const inGroup = Array.from({ length: components }, () => add('lifecycle', 'group', group));
  let last = group;
  for (const component of inGroup.slice(0, coupled)) last = audit(component);
  for (let one = 0; one < below; one += 1) add('lifecycle', 'below', last);
  return tasks;
}

/** A group on its way. */
interface Course {
  readonly group: SeasonGroup;
  readonly tasks: readonly EstimatedTask[];
  /** When each task is done; Infinity before it is begun. */
  readonly doneAt: number[];
  readonly opening: number;
}

/** Carries a season out by deadline, as the engine does it; what happens is judged by the oracle. */
export function carryOutSeason(season: Season): SeasonReport {
  const courses = season.groups.map((group, index) => {
    const tasks = tasksOfGroup(group);
    return { group, tasks, doneAt: tasks.map(() => Infinity), opening: season.opening(index) };
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
  const all = courses.flatMap(({ group, tasks, opening }) =>
    jobsOf(tasks, { now: group.submittedAt, due: group.due, opening }),
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
      ({ group }, index) => onDay(desk.forecast.get(group.id) ?? -1) === onDay(readyAt[index] ?? -1),
    ).length,
  };
}

function jobsIn(courses: readonly Course[], now: number): readonly Job[] {
  return courses.flatMap(({ group, tasks, doneAt, opening }) =>
    jobsOf(tasks, { now, due: group.due - spare, opening, doneAt }),
  );
}

/** The app: sends what is next by deadline as soon as there is room. */
function createDesk({ limits, foreign, pauses }: Season, courses: readonly Course[]) {
  const log = createSlotLog(); // the journal keeps it
  const sent: number[] = [];
  const openings = new Set<number>();
  const submitted = courses.map(({ group }) => group.submittedAt);
  const changes = [...submitted, ...pauses.map(({ to }) => to), ...foreign].toSorted((a, b) => a - b);
  let noted = 0;

  /** When each group is ready, as the app says at the beginning. */
  const forecast = new Map(
    forecastOf(
      inWork(courses, 0).map(({ group, tasks, deadline, priority }) => ({
        id: group.id,
        deadline,
        priority,
        tasks,
      })),
      {
        now: 0,
        initialisingSeconds: createInitialisingTimes().longest(),
        forecast: (tier) =>
          tier === 'lifecycle' ? log.forecast(limits, 0) : createSlotLog().forecast({}, 0),
      },
    ).map(({ id, readyAt }) => [id, readyAt]),
  );

  const send = ({ tasks, doneAt, opening }: Course, task: number, now: number): void => {
    log.take();
    log.answered(now);
    sent.push(now);
    doneAt[task] = now;
    const wait = tasks.findIndex(({ needs, tier }) => tier === null && needs.includes(task));
    if (wait < 0) return;
    doneAt[wait] = now + opening;
    openings.add(now + opening);
  };

  /** Does what is to be done at a moment, and answers when there is something again; null at the end. */
  const live = (now: number): number | null => {
    while ((foreign[noted] ?? Infinity) <= now) {
      log.add([foreign[noted] ?? 0]);
      noted += 1;
    }
    while ((changes[0] ?? Infinity) <= now) changes.shift();
    for (const at of openings) if (at <= now) openings.delete(at);
    const later = Math.min(changes[0] ?? Infinity, ...openings);
    const off = pauses.find(({ from, to }) => from <= now && now < to);
    if (off !== undefined) return Math.min(later, off.to);
    const next = nextOf(inWork(courses, now), now);
    const at = next === null ? Infinity : log.earliest(limits, now);
    if (next !== null && typeof at === 'number' && at <= now) {
      send(next.course, next.task, now);
      return now;
    }
    const then = Math.min(later, typeof at === 'number' ? at : Infinity);
    return then < Infinity ? then : null;
  };

  return { live, sent, forecast };
}

/** Deadlines are moments here, and days at the service: as texts that sort alike. */
function inWork(courses: readonly Course[], now: number): readonly (Course & Place)[] {
  const open = courses
    .filter(({ group, doneAt }) => group.submittedAt <= now && doneAt.some((at) => at > now))
    .map((course) => ({ ...course, deadline: new Date(course.group.due).toISOString(), priority: 0 }));
  return byDeadline(open, (course) => course);
}

function nextOf(
  inOrder: readonly (Course & Place)[],
  now: number,
): { readonly course: Course; readonly task: number } | null {
  let [deadline, isHeld] = [inOrder[0]?.deadline, false];
  for (const course of inOrder) {
    if (course.deadline !== deadline && isHeld) return null;
    deadline = course.deadline;
    isHeld ||= course.doneAt.some((at, index) => at === Infinity && course.tasks[index]?.tier !== null);
    const task = course.tasks.findIndex(
      ({ tier, needs }, index) =>
        tier !== null &&
        course.doneAt[index] === Infinity &&
        needs.every((need) => (course.doneAt[need] ?? Infinity) <= now),
    );
    if (task >= 0) return { course, task };
  }
  return null;
}
