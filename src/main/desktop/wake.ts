import type { EventEmitter } from 'node:events';
import type { MachineClock } from '../clock.ts';

type Power = Pick<EventEmitter, 'on'>;

interface Listener {
  /** The machine slept for so many milliseconds while the monotonic clock stood still. */
  readonly resumed: (sleptMilliseconds: number) => void;
  readonly online: () => void;
}

const betweenLooks = 5_000; // milliseconds
const leastSleep = 2_000; // milliseconds: below, the clocks only count in other units

/**
 * Tells of sleep, also where no event came of it, and of a network that has come back, which is only a hint. Returns what ends it. The wall
 * clock runs ahead of the monotonic one after sleep, but so it does where a person has set it: the clock since boot tells the two apart.
 */
export function watchMachine(
  power: Power,
  isOnline: () => boolean,
  clock: MachineClock,
  { resumed, online }: Listener,
): () => void {
  const asleep = (): number => clock.sinceBoot() - clock.monotonic();
  let before = asleep();
  const slept = (): number => {
    const now = asleep();
    const milliseconds = now - before;
    before = now;
    return milliseconds >= leastSleep ? milliseconds : 0;
  };
  power.on('resume', () => resumed(slept()));

  let was = isOnline();
  let stopTimer = (): void => {};
  const look = (): void => {
    const milliseconds = slept();
    if (milliseconds > 0) resumed(milliseconds);
    const is = isOnline();
    if (is && !was) online();
    was = is;
    stopTimer = clock.schedule(betweenLooks, look);
  };
  look();
  return () => stopTimer();
}
