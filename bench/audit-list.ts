import type { ElectronApplication, Page } from '@playwright/test';
import { unlimited } from '../e2e/fixtures/fixture-file.ts';
import { manyAudits } from '../e2e/fixtures/many-audits.ts';
import { type Service, startService } from '../e2e/service.ts';
import { connectPage, withApp } from './app.ts';
import { withBuild } from './build.ts';
import { type Figure, type Measurement, median } from './measurement.ts';

const frames = 180;
const step = 160;
/** A frame of a 60 Hz screen that missed its turn. */
const lateFrame = 20;

/** From the call for the list to the frame after its first rows are in the document, all entries being known already. */
function firstPaint(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const rows = () => document.querySelectorAll('[role=grid] [role=row]').length;
    location.hash = '#/settings';
    while (rows() > 0) await nextFrame();
    for (let idle = 0; idle < 30; idle += 1) await nextFrame();
    const begin = performance.now();
    location.hash = '#/audits';
    while (rows() < 5) await nextFrame();
    await nextFrame();
    return performance.now() - begin;
  });
}

/** The lengths of frames in milliseconds, while the list moves by one step in each. */
function scroll(page: Page): Promise<readonly number[]> {
  return page.evaluate(
    async ([turns, pixels]) => {
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const list = document.querySelector('[role=grid]');
      if (list === null) throw new Error('no list');
      list.scrollTop = 0;
      let last = await nextFrame();
      const lengths: number[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        list.scrollTop += pixels;
        const now = await nextFrame();
        lengths.push(now - last);
        last = now;
      }
      if (list.scrollTop < turns * pixels * 0.99) throw new Error('the list did not move');
      return lengths;
    },
    [frames, step] as const,
  );
}

/** The longest time in which main answers nobody, in milliseconds, since this was last called or asked. */
async function watchMain(
  app: ElectronApplication,
): Promise<() => Promise<{ stop: number; mebibytes: number }>> {
  await app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    Object.assign(globalThis, { watchedDelay: delay });
  });
  return () =>
    app.evaluate(() => {
      const { watchedDelay } = globalThis as unknown as {
        readonly watchedDelay: { readonly max: number; readonly reset: () => void };
      };
      const stop = watchedDelay.max / 1e6;
      watchedDelay.reset();
      return { stop, mebibytes: process.memoryUsage().rss / 2 ** 20 };
    });
}

/** The same of the page. */
async function watchPage(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const lengths: number[] = [0];
    Object.assign(window, { watchedTasks: lengths });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) lengths.push(duration);
    }).observe({ type: 'longtask' });
  });
  return () =>
    page.evaluate(() => {
      const { watchedTasks } = window as unknown as { readonly watchedTasks: number[] };
      return Math.max(...watchedTasks.splice(0), 0);
    });
}

async function measureList(
  page: Page,
  app: ElectronApplication,
  service: Service,
  count: number,
): Promise<readonly Measurement[]> {
  const [main, ofPage] = [await watchMain(app), await watchPage(page)];
  await connectPage(page, service);
  const begin = performance.now();
  await page.locator('[role=grid] [role=row]').nth(5).waitFor();
  const [{ stop: firstStop }, firstPageStop] = [await main(), await ofPage()];
  await page
    .locator(`[role=grid][aria-rowcount="${String(count + 1)}"][aria-busy=false]`)
    .waitFor({ timeout: count * 12 });
  const reading = performance.now() - begin;
  const [{ stop, mebibytes }, pageStop] = [await main(), await ofPage()];

  const paints: number[] = [];
  for (let round = 0; round < 9; round += 1) paints.push(await firstPaint(page));
  await scroll(page); // the first time also compiles
  const rounds: (readonly number[])[] = [];
  for (let round = 0; round < 3; round += 1) rounds.push(await scroll(page));
  const lengths = rounds.flat();
  const late = lengths.filter((length) => length > lateFrame).length;
  const [ofList, ofWindow] = await page.evaluate(() => [
    document.querySelectorAll('[role=grid], [role=grid] *').length,
    document.querySelectorAll('*').length,
  ]);

  const name = `list of ${count.toLocaleString('en')}`;
  return [
    {
      figure: `${name}, read to its end`,
      value: `${(reading / 1_000).toFixed(1)} s`,
      beside: `${String(Math.ceil(count / 100))} pages, once`,
    },
    {
      figure: `${name}, longest stop from connecting to its first rows`,
      value: `main ${firstStop.toFixed(0)} ms, window ${firstPageStop.toFixed(0)} ms`,
      beside: 'with the form, the keychain and the first rendering of the screen',
    },
    {
      figure: `${name}, longest stop while it is read`,
      value: `main ${stop.toFixed(0)} ms, window ${pageStop.toFixed(0)} ms`,
      beside: `goal ≤ 50 ms; main has ${mebibytes.toFixed(0)} MiB then, goal ≤ 250`,
    },
    {
      figure: `${name}, first paint`,
      value: `${median(paints).toFixed(0)} ms`,
      beside: `${Math.min(...paints).toFixed(0)}–${Math.max(...paints).toFixed(0)} ms in ${String(paints.length)} rounds`,
    },
    {
      figure: `${name}, frames over ${String(lateFrame)} ms`,
      value: `${((100 * late) / lengths.length).toFixed(1)} %`,
      beside: `goal ≤ 1 %; ${String(late)} of ${String(lengths.length)}, median ${median(lengths).toFixed(1)} ms, longest ${Math.max(...lengths).toFixed(0)} ms`,
    },
    {
      figure: `${name}, DOM nodes`,
      value: String(ofList),
      beside: `goal ≤ 400; ${String(ofWindow)} in the whole window`,
    },
  ];
}

/** The list of audits with 10,000 and 100,000 rows: how soon it shows, how smoothly it scrolls, how much it puts in the document. */
export const auditList: Figure = (root) =>
  withBuild(root, async (folder) => {
    const measurements: Measurement[] = [];
    for (const [count, firm] of [
      [10_000, 'demo:10000-audits'],
      [100_000, manyAudits(100_000, unlimited)],
    ] as const) {
      const service = await startService(firm);
      try {
        measurements.push(
          ...(await withApp(root, folder, (page, app) => measureList(page, app, service, count))),
        );
      } finally {
        await service.end();
      }
    }
    return measurements;
  });
