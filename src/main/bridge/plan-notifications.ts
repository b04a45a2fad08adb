import type { Reply } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import type { PlanProgress } from '../../shared/plan.ts';

/** The plans on the taskbar or the dock: the part from 0 to 1 that is decided, and the mode. */
export interface Mark {
  readonly part: number;
  readonly mode: 'normal' | 'paused' | 'error';
}

const least = 0.02; // what has begun can be seen

/** The mark of all plans that have not ended; null for none. `error`: a paused one needs somebody. `paused`: a person paused them all. */
export function markOf(plans: readonly PlanProgress[]): Mark | null {
  const unended = plans.filter(({ state }) => state !== 'ended');
  if (unended.length === 0) return null;
  const count = (states: readonly (keyof PlanProgress['counts'])[]): number =>
    unended.reduce((sum, { counts }) => sum + states.reduce((own, state) => own + counts[state], 0), 0);
  const decided = count(['done', 'failed', 'unclear', 'blocked', 'cancelled']);
  const all = decided + count(['waiting', 'sending', 'resolving']);
  const needsSomebody = unended.some(needsPerson);
  const isRunning = unended.some(({ state }) => state === 'running');
  return {
    part: Math.max(least, all === 0 ? 0 : decided / all),
    mode: needsSomebody ? 'error' : isRunning ? 'normal' : 'paused',
  };
}

/** Whether it goes on only after somebody has decided something, other than that it should rest. */
export function needsPerson({ pause }: PlanProgress): boolean {
  return pause !== null && pause.reason !== 'person';
}

/** How a plan ended, by its worst step. */
export function endOf({ counts }: PlanProgress): 'unclear' | 'failed' | 'stopped' | 'done' {
  if (counts.unclear > 0) return 'unclear';
  if (counts.failed + counts.blocked > 0) return 'failed';
  return counts.cancelled > 0 ? 'stopped' : 'done';
}

const together = 60_000; // milliseconds between ends that have one cause, as far as a person is concerned

/** Whether two plans ended alike: the same outcome, the same connection, within a minute. */
function isAlike(one: PlanProgress, other: PlanProgress): boolean {
  const apart = Math.abs(Date.parse(one.endedAt ?? '') - Date.parse(other.endedAt ?? ''));
  return one.connection === other.connection && endOf(one) === endOf(other) && apart <= together;
}

interface Deps {
  /** How a plan is now: its news comes a moment later. */
  readonly read: (id: string) => Reply<PlanProgress>;
  readonly show: (mark: Mark | null) => void;
  /** Tells of plans that ended alike; replaces the notification of those told before. */
  readonly notify: (plans: readonly PlanProgress[]) => void;
  /** Tells that a plan needs somebody: once for each reason, until a window has been in front. */
  readonly notifyNeed: (plan: PlanProgress) => void;
  readonly isInFront: () => boolean;
  readonly mayNotify: () => boolean;
}

export type PlanNotifications = ReturnType<typeof createPlanNotifications>;

/** Shows the progress of plans on the desktop, and one notification for all that end alike. */
export function createPlanNotifications({ read, show, notify, notifyNeed, isInFront, mayNotify }: Deps) {
  const unended = new Map<string, PlanProgress>();
  const needs = new Set<string>(); // plans with the reason that a person was told of
  const told = new Map<string, string>(); // the moment of the end that each was told of
  let shown: string | null = null;
  let standing: readonly PlanProgress[] = []; // what the last notice told of

  const keep = (plan: PlanProgress): void => {
    if (plan.state === 'ended') unended.delete(plan.id);
    else unended.set(plan.id, plan);
  };
  const update = (): void => {
    const mark = markOf([...unended.values()]);
    const spelled = JSON.stringify(mark);
    if (spelled === shown || (mark === null && shown === null)) return;
    shown = mark === null ? null : spelled;
    show(mark);
  };

  const nowOf = (is: (plan: PlanProgress) => boolean): readonly PlanProgress[] =>
    [...unended.keys()].flatMap((id) => {
      const now = read(id);
      return now.ok && is(now.value) ? [now.value] : [];
    });
  const tellNeed = (plan: PlanProgress): void => {
    if (isInFront()) return needs.clear();
    const reason = [plan.id, plan.pause?.reason, plan.pause?.error?.code].join(' ');
    if (!needsPerson(plan) || !mayNotify() || needs.has(reason)) return;
    needs.add(reason);
    notifyNeed(plan);
  };

  return {
    /** The latest plans at the start, if they can be read. */
    begin: (plans: Reply<Page<PlanProgress>>): void => {
      if (plans.ok) for (const plan of plans.value.results) if (!unended.has(plan.id)) keep(plan);
      update();
    },
    /** A plan has changed: shows it, and tells of its end if no window is in front (ux B9). */
    seen: (plan: PlanProgress): void => {
      keep(plan);
      update();
      tellNeed(plan);
      if (plan.state !== 'ended' || plan.endedAt === null || told.get(plan.id) === plan.endedAt) return;
      told.set(plan.id, plan.endedAt);
      if (!mayNotify() || isInFront()) {
        standing = [];
        return;
      }
      const last = standing.at(-1);
      const before = last !== undefined && isAlike(last, plan) ? standing : [];
      standing = [...before.filter(({ id }) => id !== plan.id), plan];
      notify(standing);
    },
    /** The plans that are under way now, without one whose end is still to be told. */
    running: (): readonly PlanProgress[] => nowOf(({ state }) => state === 'running'),
    /** Those that have not ended, as they are now. */
    unended: (): readonly PlanProgress[] => nowOf(({ state }) => state !== 'ended'),
    /** For a new window. */
    showAgain: (): void => {
      const mark = markOf([...unended.values()]);
      if (mark !== null) show(mark);
    },
  };
}
