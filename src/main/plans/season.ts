import type { BridgeOutput } from '../../shared/bridge.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { ExpectedGroup } from '../../shared/operations/season.ts';
import type { Work } from '../../shared/rules/plans/works.ts';
import type { QuotaTime } from '../api/quota-time.ts';
import type { Clock } from '../clock.ts';
import type { CalendarEntry } from './calendar.ts';
import type { Plans } from './plans.ts';
import type { ExpectedPlan } from './schedule.ts';

interface SeasonDeps {
  readonly plans: Pick<Plans, 'calendar'>;
  readonly clock: Pick<Clock, 'wall'>;
  readonly time: QuotaTime;
}

/** What is to be expected of a season: which group is ready when. */
export function openSeason({ plans, clock, time }: SeasonDeps) {
  const wallOf = (moment: number): number => clock.wall() + moment - time.now();
  const entryOf = ({ id, readyAt, slack, goesFirst }: CalendarEntry) => {
    const at = Number.isFinite(readyAt) ? new Date(wallOf(readyAt)) : null;
    return {
      id,
      readyAt: at?.toISOString() ?? null,
      readyOn: at === null ? null : dateOf(at),
      holds: slack === null ? null : slack >= 0,
      goesFirst,
    };
  };
  return {
    /** By the groups that no plan creates yet; null where they are more than a forecast takes. */
    forecast: (
      connection: string,
      expected: readonly ExpectedGroup[] | null,
      isBySpecification: boolean,
    ): Reply<BridgeOutput<'season.forecast'>> => {
      const calendar = plans.calendar(connection, (expected ?? []).map(planOf));
      const today = dateOf(new Date(clock.wall()));
      if (calendar === null) return fail('not-found-here');
      const entries = expected === null ? null : calendar.entries.map(entryOf);
      return succeed({ today, entries, isBySpecification });
    },
  };
}

function planOf({ id, turn, components, coupled }: ExpectedGroup): ExpectedPlan {
  return { id, turn, works: worksOfGroup(components, coupled) };
}

/** A group audit, components in it once it is open, and audits that are coupled to the first of these. */
function worksOfGroup(components: number, coupled: number): readonly Work[] {
  const works: Work[] = [];
  const send = (listing: string | null, ...needs: readonly number[]): number =>
    works.push({ needs, tier: 'lifecycle', listing, waits: false, turn: 0 }) - 1;
  const open = (audit: number): number =>
    works.push({ needs: [audit], tier: null, listing: null, waits: true, turn: 0 }) - 1;
  const group = open(send(null));
  const inGroup = Array.from({ length: components }, () => send('group', group));
  for (let one = 0; one < coupled; one += 1) open(send(null, inGroup[one] ?? group));
  return works;
}

/** A day of this computer's calendar. */
function dateOf(moment: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
