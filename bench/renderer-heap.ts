import type { Page } from '@playwright/test';
import { startService } from '../e2e/service.ts';
import { connectPage, withApp } from './app.ts';
import { withBuild } from './build.ts';
import type { Figure } from './measurement.ts';

const count = 10_000;
/** Somebody at work opens a screen each quarter of a minute: so many in 2, 20 and 30 minutes. What lies between is left out. */
const [few, many, visits] = [8, 80, 120];

const screens = [
  'audits',
  'audits/one/audit-5000',
  'audits',
  'clients',
  'work-packages',
  'users',
  'audits',
  'audits/one/audit-42',
  'audits/new',
  'coupling',
  'activity',
  'limits',
  'connections',
  'settings',
  'about',
] as const;

/** What the memory of the page holds, in bytes, after what nothing refers to has gone. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Opens a screen, waits for its heading and for what it reads, and scrolls whatever list it has. */
async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate(async (hash) => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    location.hash = `#/${hash}`;
    for (let frame = 0; frame < 20; frame += 1) await nextFrame();
    const list = document.querySelector('[role=grid], [role=treegrid]');
    if (list === null) return;
    for (let turn = 0; turn < 20; turn += 1) {
      list.scrollTop += 2_000;
      await nextFrame();
    }
  }, address);
  await page.locator('h1').first().waitFor();
}

export const mebibytes = (bytes: number): string => `${(bytes / 1_024 / 1_024).toFixed(1)} MiB`;

/** The memory of a window in which somebody has worked for 30 minutes with 10,000 audits, against the same when they began. */
export const rendererHeap: Figure = (root) =>
  withBuild(root, async (folder) => {
    const service = await startService('demo:10000-audits');
    try {
      return await withApp(root, folder, async (page) => {
        await connectPage(page, service);
        await page.evaluate(() => {
          location.hash = '#/audits';
        });
        await page
          .locator(`[role=grid][aria-rowcount="${String(count + 1)}"][aria-busy=false]`)
          .waitFor({ timeout: 120_000 });
        const idle = await heapOf(page);
        const heaps = new Map<number, number>();
        for (let each = 1; each <= visits; each += 1) {
          await visit(page, screens[(each - 1) % screens.length] ?? 'audits');
          if (each === few || each === many || each === visits) {
            await visit(page, 'audits');
            heaps.set(each, await heapOf(page));
          }
        }
        const after = heaps.get(visits) ?? Number.NaN;
        return [
          {
            figure: 'heap of the page after 20 minutes',
            value: `${((heaps.get(many) ?? Number.NaN) / (heaps.get(few) ?? Number.NaN)).toFixed(2)} × after 2`,
            beside: 'goal ≤ 1.1 ×',
          },
          {
            figure: 'heap of the page after 30 minutes',
            value: `${(after / idle).toFixed(2)} × at first`,
            beside: `goal ≤ 1.3 ×; ${mebibytes(idle)} at first, ${String(visits)} screens without the time between them`,
          },
          {
            figure: `heap of the page with ${count.toLocaleString('en')} audits`,
            value: mebibytes(after),
            beside: 'goal ≤ 40 MiB',
          },
        ];
      });
    } finally {
      await service.end();
    }
  });
