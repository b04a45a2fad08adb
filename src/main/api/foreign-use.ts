import type { Clock } from '../clock.ts';
import type { SlotStore } from './quota-store.ts';
import type { QuotaTime } from './quota-time.ts';

const hour = 3_600_000; // milliseconds
const remembered = 7; // days
const goesOn = 5 * hour; // for so long what others use now is taken to last

const tooMany = 1_000; // an hour: not reckoned one by one, and no tier of writes has so many

/** What others use of a quota, by hour of day. */
export type ForeignUse = ReturnType<typeof createForeignUse>;

/** `recent`: the requests of others in the hour before a moment of quota time. */
export function createForeignUse(
  store: Pick<SlotStore, 'others' | 'addOthers'>,
  recent: (now: number) => number,
  { clock, time }: { readonly clock: Pick<Clock, 'wall'>; readonly time: QuotaTime },
) {
  const own = new Map<number, number>(); // by hours since 1970
  const hourOf = (moment: number): number => Math.floor((clock.wall() + moment - time.now()) / hour);

  const add = (moments: readonly number[], hours: readonly number[]): void => {
    const counts = new Map(hours.map((one) => [one, 0]));
    for (const moment of moments) counts.set(hourOf(moment), (counts.get(hourOf(moment)) ?? 0) + 1);
    for (const [one, count] of counts) own.set(one, (own.get(one) ?? 0) + count);
    if (counts.size > 0) store.addOthers(counts);
  };

  /** How many an hour, by the hour of the day; of an hour in which nobody has looked yet nothing is expected. */
  const byHour = (): readonly number[] => {
    const known = store.others() ?? own;
    const last = hourOf(time.now());
    return Array.from({ length: 24 }, (_, place) => {
      const same = [...known].filter(
        ([one]) => one % 24 === place && one < last && one >= last - remembered * 24,
      );
      return same.reduce((sum, [, count]) => sum + count, 0) / (same.length + 0.5); // one day is no habit
    });
  };

  return {
    /** Others have sent these. */
    sent: (moments: readonly number[]): void => add(moments, []),
    /** A request was admitted: what others use in this hour is known, if it is none. */
    looked: (): void => {
      const now = hourOf(time.now());
      if (!own.has(now)) add([], [now]);
    },
    /** Requests an hour, at present. */
    rate: (): number => Math.max(recent(time.now()), byHour()[((hourOf(time.now()) % 24) + 24) % 24] ?? 0),
    /** When each of their requests is expected, as the moment after another; `wanted`: how many an hour they sent while there was room. */
    expected: (wanted: number): ((after: number) => number) => {
      const now = time.now();
      const hours = byHour();
      const used = recent(now);
      const lately = used === 0 ? 0 : Math.max(used, wanted);
      const begin = clock.wall() - now; // of quota time
      const rateAt = (moment: number): number => {
        const usual = hours[((Math.floor((begin + moment) / hour) % 24) + 24) % 24] ?? 0;
        return moment < now + goesOn ? Math.max(lately, usual) : usual;
      };
      const most = Math.max(lately, ...hours);
      if (most === 0 || most > tooMany) return () => Infinity;
      return (after) => {
        let at = after;
        for (let left = 1, steps = 0; steps < 24 * remembered; steps += 1) {
          const rate = rateAt(at);
          const span = Math.floor((begin + at) / hour) * hour + hour - begin - at;
          const room = (rate * span) / hour;
          if (room >= left) return at + (left * hour) / rate;
          left -= room;
          at += span;
        }
        return Infinity;
      };
    },
  };
}
