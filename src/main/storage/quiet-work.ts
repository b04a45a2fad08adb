import type { Clock } from '../clock.ts';

const quiet = 10_000; // milliseconds in which nothing happens

interface QuietDeps {
  readonly clock: Pick<Clock, 'schedule'>;
  /** Whether something goes on all the same; its end is told by `happened`. */
  readonly isBusy: () => boolean;
  readonly work: () => void;
}

/** Does what is in nobody's way only when nothing happens: once after whatever has happened. */
export function createQuietWork({ clock, isBusy, work }: QuietDeps) {
  let stop = (): void => {};
  return {
    happened: (): void => {
      stop();
      stop = clock.schedule(quiet, () => {
        if (!isBusy()) work();
      });
    },
    close: (): void => stop(),
  };
}
