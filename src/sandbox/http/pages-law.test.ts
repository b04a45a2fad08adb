import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDesk } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

describe('decisions §3 pages', () => {
  interface Page {
    readonly count: number;
    readonly next: string | null;
    readonly previous: string | null;
    readonly results: readonly { readonly id: string }[];
  }
  it('follow each other whatever comes and goes between them: in order, no entry twice, none lost that nothing moved', async () => {
    const Step = fc.record({
      size: fc.integer({ min: 1, max: 4 }),
      made: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 12 }),
      gone: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(Step, fc.boolean(), async ({ size, made, gone }, deletes) => {
        const desk = openDesk(undefined, { initialisationSeconds: 0 });
        const alive = ['audit', 'consolidated'];
        let number = 0;
        const make = async () => {
          const id = `made-${String((number += 1))}`;
          const body = { ...creation, id, client_organisation_id: 'trial', legal_entity_id: 'trial' };
          expect((await desk.post('/audits/', body)).status).toBe(201);
          alive.push(id);
        };
        for (let index = 0; index < 4; index += 1) await make();
        const seen: string[] = [];
        let then: readonly string[] = [];
        let next: string | null = `/audits/?page_size=${String(size)}`;
        for (let index = 0; next !== null && index < 40; index += 1) {
          const received = await desk.get(next);
          if (received.status === 404) break; // what stood on the page is gone
          const page = received.body as Page; // as the page tests prove
          expect(page.count).toBe(alive.length);
          expect(page.results.map(({ id }) => id)).toEqual(alive.slice(index * size, (index + 1) * size));
          seen.push(...page.results.map(({ id }) => id));
          then = [...alive];
          next = page.next?.slice(page.next.indexOf('/audits/')) ?? null;
          for (let count = made[index] ?? 0; count > 0; count -= 1) await make();
          const victim = deletes ? alive[gone[index] ?? alive.length] : undefined;
          if (victim === undefined) continue;
          expect((await desk.call('DELETE', `/audits/${victim}/`)).status).toBe(204);
          alive.splice(alive.indexOf(victim), 1);
        }
        expect(new Set(seen).size).toBe(seen.length);
        if (!deletes) expect(seen).toEqual(then);
      }),
      { numRuns: 40 },
    );
  });
});
