import type { Work } from '../../shared/rules/works.ts';
import type { QuotaTime } from '../api/quota-time.ts';

const patience = 600_000; // milliseconds without a request, after which others go past a plan

interface WaitingPlan {
  readonly id: string;
  readonly left: () => readonly Work[];
}

/** Finds plans of which nothing could be sent for long: an audit does not open, or a fault keeps them. Who only waits for the quota is none. */
export function createPatience(
  time: Pick<QuotaTime, 'now'>,
): (plans: readonly WaitingPlan[]) => ReadonlySet<string> {
  let seen: ReadonlyMap<string, { readonly unsent: number; readonly since: number }> = new Map();
  return (plans) => {
    const now = time.now();
    seen = new Map(
      plans.map(({ id, left }) => {
        const works = left().filter(({ tier }) => tier !== null);
        const unsent = works.length;
        const before = seen.get(id);
        const isReady = works.some(({ needs }) => needs.length === 0);
        return [id, before?.unsent === unsent && !isReady ? before : { unsent, since: now }];
      }),
    );
    return new Set([...seen].flatMap(([id, { since }]) => (now - since >= patience ? [id] : [])));
  };
}
