import { forgetfulBook } from '../api/quota-book.ts';
import { createQuotaTime } from '../api/quota-time.ts';
import type { Clock } from '../clock.ts';

/** Quotas for tests of something else: nothing is kept, background work may use all, and nothing is left to chance. */
export function unmeasured(clock: Clock) {
  return { time: createQuotaTime(clock), book: forgetfulBook, headroom: () => 1, random: () => 0 };
}
