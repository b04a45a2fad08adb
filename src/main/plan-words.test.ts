import { describe, expect, it } from 'vitest';
import { auditLanguages } from '../shared/model/audit.ts';
import { planProgress } from './fakes/plan-progress.ts';
import { endWords, quitWords } from './plan-words.ts';

describe('what is asked before the app quits', () => {
  const plan = planProgress({}, { done: 10, failed: 2, waiting: 28 });
  it.each([
    ['en-us', '“Hold Co 2026” is under way: 12 of 40.', '2 plans are under way.', 'at the next start'],
    [
      'nl',
      '“Hold Co 2026” wordt uitgevoerd: 12 van 40.',
      'Er worden 2 plannen uitgevoerd.',
      'bij de volgende start',
    ],
    ['it', '“Hold Co 2026” in corso: 12 di 40.', '2 piani in corso.', 'al prossimo avvio'],
  ] as const)(
    'in %s names the plan, or how many there are, and says that it goes on',
    (language, one, two, next) => {
      expect(quitWords([plan], false, language).message).toBe(one);
      expect(quitWords([plan, plan], false, language).message).toBe(two);
      expect(quitWords([plan], false, language).detail).toContain(next);
    },
  );

  it('says what becomes of production, and only there', () => {
    for (const language of auditLanguages) {
      const [without, withIt] = [false, true].map((writes) => quitWords([plan], writes, language).detail);
      expect(withIt).toContain(without);
      expect(withIt?.length).toBeGreaterThan(without?.length ?? 0);
    }
  });
});

it.each([
  [{ done: 8 }, 'Done: 8 of 8.'],
  [{ done: 5, cancelled: 3 }, 'Stopped: 5 of 8 done.'],
  [{ done: 5, failed: 1, blocked: 2 }, '3 of 8 were not carried out. Open the plan to see why.'],
  [{ done: 5, failed: 2, unclear: 1 }, '1 of 8 unclear: open the plan and say what became of them.'],
])('a plan of %o ends with “%s”', (counts, expected) => {
  expect(endWords(planProgress({ state: 'ended' }, counts), 'en-us')).toBe(expected);
});
