import type { PlanProgress } from '../../shared/plan.ts';
import { needsPerson } from '../bridge/plan-notifications.ts';
import type { Clock } from '../clock.ts';
import { endOfDay } from '../plans/schedule.ts';

/** How all plans that have not ended stand, for somebody who sees no window. `readyAt`: when they are done, milliseconds since 1970. */
export interface PlansState {
  readonly kind: 'running' | 'waiting' | 'needs-you';
  readonly decided: number;
  readonly all: number;
  readonly readyAt: number | null;
}

/** Null where nothing goes on and nobody is needed: plans that a person has paused are left as they are. */
export function plansStateOf(plans: readonly PlanProgress[], now: number): PlansState | null {
  const needed = plans.some(needsPerson);
  const running = plans.filter(({ state }) => state === 'running');
  if (running.length === 0 && !needed) return null;
  const isSending = running.some(({ counts }) => counts.sending + counts.resolving > 0);
  const seconds = running.flatMap(({ remainingSeconds }) => remainingSeconds ?? []);
  let [decided, all] = [0, 0];
  for (const { counts } of running) {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    all += total;
    decided += total - counts.waiting - counts.sending - counts.resolving;
  }
  return {
    kind: needed ? 'needs-you' : isSending ? 'running' : 'waiting',
    decided,
    all,
    readyAt: seconds.length === 0 ? null : now + Math.max(...seconds) * 1_000,
  };
}

const night = 14 * 3_600_000; // milliseconds that a computer sleeps, from an evening to a morning

/** Whether a plan is in time only where the computer does not sleep for a night: until its day is over. */
export function wouldMissItsDay(plans: readonly PlanProgress[], now: number): boolean {
  return plans.some(({ state, scheduling, remainingSeconds }) => {
    const deadline = scheduling?.deadline ?? null;
    if (state !== 'running' || deadline === null) return false;
    const due = endOfDay(deadline);
    return due > now && due - now - (remainingSeconds ?? 0) * 1_000 < night;
  });
}

interface Deps {
  readonly clock: Clock;
  readonly unended: () => readonly PlanProgress[];
  readonly show: (state: PlansState | null) => void;
  readonly mayKeepAwake: () => boolean;
  /** Keeps the computer from sleeping; answers what ends that. */
  readonly keepAwake: () => () => void;
  /** Nothing goes on any more, and nobody is needed. */
  readonly onIdle: () => void;
}

const betweenLooks = 60_000; // milliseconds: the battery, and the day, change without a word

/** What plans do to the computer beside windows: the icon of the system, and whether it may sleep. */
export function createBackground({ clock, unended, show, mayKeepAwake, keepAwake, onIdle }: Deps) {
  let awake: (() => void) | null = null;
  let stopTimer = (): void => {};
  let isClosed = false;
  const look = (): void => {
    if (isClosed) return;
    stopTimer();
    const plans = unended();
    const state = plansStateOf(plans, clock.wall());
    show(state);
    const isNeeded = mayKeepAwake() && wouldMissItsDay(plans, clock.wall());
    if (isNeeded) awake ??= keepAwake();
    else sleep();
    if (state !== null) stopTimer = clock.schedule(betweenLooks, look);
    else onIdle();
  };
  const sleep = (): void => {
    awake?.();
    awake = null;
  };
  return {
    /** Plans or settings have changed. */
    look,
    close: (): void => {
      isClosed = true;
      stopTimer();
      sleep();
      show(null);
    },
  };
}
