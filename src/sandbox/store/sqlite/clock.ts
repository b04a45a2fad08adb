import type { Clock } from '../store.ts';
import type { MetaKey } from '../tables.ts';

/** Where the clock is kept for the next start. */
interface Kept {
  readonly meta: (key: MetaKey) => string | undefined;
  readonly setMeta: (key: MetaKey, value: string) => unknown;
}

export interface OwnClock extends Clock {
  readonly now: () => number;
  /** Takes it as it was kept. A state that was just restored has the time at which it was taken. */
  readonly load: () => void;
}

export function createClock(machine: () => number, { meta, setMeta }: Kept): OwnClock {
  let offset = 0;
  let frozenAt: number | null = null;
  const now = () => frozenAt ?? machine() + offset;
  const place = (time: number) => {
    if (frozenAt === null) offset = time - machine();
    else frozenAt = time;
  };
  const save = () => {
    setMeta('clock-offset', String(offset));
    setMeta('clock-frozen', frozenAt === null ? '' : String(frozenAt));
  };
  return {
    now,
    read: () => ({ now: now(), isFrozen: frozenAt !== null }),
    set: (time) => {
      if (time <= now()) return;
      place(time);
      save();
    },
    freeze: (frozen) => {
      const time = now();
      if (!frozen) offset = time - machine();
      frozenAt = frozen ? time : null;
      save();
    },
    reset: () => {
      [offset, frozenAt] = [0, null];
      save();
    },
    load: () => {
      offset = Number(meta('clock-offset') ?? 0);
      const frozen = meta('clock-frozen') ?? '';
      frozenAt = frozen === '' ? null : Number(frozen);
      const takenAt = meta('taken-at') ?? '';
      if (takenAt === '') return;
      place(Number(takenAt));
      save();
      setMeta('taken-at', '');
    },
  };
}
