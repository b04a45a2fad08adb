import type { EventEmitter } from 'node:events';
import type { Clock } from '../clock.ts';

type Power = Pick<EventEmitter, 'on'>;

interface Listener {
  /** The machine slept for so many milliseconds while the monotonic clock stood still. */
  readonly resumed: (sleptMilliseconds: number) => void;
  readonly online: () => void;
}

const betweenLooks = 5_000; // milliseconds

/** Tells of sleep, and of a network that has come back, which is only a hint. Returns what ends it. */
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
