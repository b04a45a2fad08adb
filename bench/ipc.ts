import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Bridge } from '../src/shared/bridge.ts';
import { withApp } from './app.ts';
import { withBuild } from './build.ts';
import type { Figure, Measurement } from './measurement.ts';

const calls = 1_000;

/** Milliseconds of one call of each, both in the middle of many that take turns: what else the machine does hits both alike. */
function inTurn(page: Page, operation: string): Promise<readonly [validated: number, bare: number]> {
  return page.evaluate(
    async ([name, count]) => {
      // The page has it from its preload, of which the types of this room know nothing.
      const { auditDesk } = window as unknown as { readonly auditDesk: Bridge };
      const timed = async (each: string): Promise<number> => {
        const begin = performance.now();
        await auditDesk.call(each, {});
        return performance.now() - begin;
      };
      const times: [number[], number[]] = [[], []];
      for (let call = 0; call < count; call += 1) {
        times[0].push(await timed(name));
        times[1].push(await timed('bare'));
      }
      // The mean of the middle half: a page's clock knows tenths of milliseconds only.
      const middle = (of: readonly number[]): number =>
        of
          .toSorted((a, b) => a - b)
          .slice(count / 4, (3 * count) / 4)
          .reduce((sum, one) => sum + one, 0) /
        (count / 2);
      return [middle(times[0]), middle(times[1])] as const;
    },
    [operation, calls] as const,
  );
}

async function ratioOf(page: Page, operation: string): Promise<Measurement> {
  await inTurn(page, operation); // the first time also compiles
  const [validated, bare] = await inTurn(page, operation);
  const microseconds = (milliseconds: number) => (milliseconds * 1_000).toFixed(0);
  return {
    figure: `${operation}, validated`,
    value: `${(validated / bare).toFixed(2)} × a bare one`,
    beside: `goal ≤ 1.25 ×; ${microseconds(validated)} µs to ${microseconds(bare)} µs, the middle half of ${String(calls)} calls in turn`,
  };
}

/** What it costs that every call is looked at: who asks, what, and whether the answer fits; the same answer comes back bare. */
export const ipcCalls: Figure = (root) =>
  withBuild(root, (folder) =>
    withApp(
      root,
      folder,
      // Operations that have their answer at hand: nothing but the looking is compared.
      async (page) => [await ratioOf(page, 'environment.read'), await ratioOf(page, 'policy.read')],
      ['-r', join(import.meta.dirname, 'bare-channel.cjs')],
    ),
  );
