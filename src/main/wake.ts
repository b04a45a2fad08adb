import type { EventEmitter } from 'node:events';
import type { Clock } from './clock.ts';

/** What tells of the machine's sleep, as Electron's `powerMonitor`. */
type Power = Pick<EventEmitter, 'on'>;

interface Listener {
  /** The machine slept for so many milliseconds while the monotonic clock stood still. */
  readonly resumed: (sleptMilliseconds: number) => void;
  readonly online: () => void;
}

const betweenLooks = 5_000; // milliseconds

/**
 * Tells of the machine's sleep and of a network that has come back. That there is one is only a hint, and costs nothing to
 * ask. Answers what ends it.
 */
export function watchMachine(
  power: Power,
  isOnline: () => boolean,
  clock: Clock,
  { resumed, online }: Listener,
): () => void {
  let asleep: { readonly wall: number; readonly monotonic: number } | null = null;
  power.on('suspend', () => {
    asleep = { wall: clock.wall(), monotonic: clock.monotonic() };
  });
  power.on('resume', () => {
    const { wall, monotonic } = asleep ?? { wall: clock.wall(), monotonic: clock.monotonic() };
    asleep = null;
    resumed(Math.max(0, clock.wall() - wall - (clock.monotonic() - monotonic)));
  });

  let was = isOnline();
  let stopTimer = (): void => {};
  const look = (): void => {
    const is = isOnline();
    if (is && !was) online();
    was = is;
    stopTimer = clock.schedule(betweenLooks, look);
  };
  look();
  return () => stopTimer();
}
