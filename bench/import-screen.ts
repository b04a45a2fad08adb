import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { csvOf, goodRows, header, place, unlimitedFirm } from '../e2e/imports.ts';
import { startService } from '../e2e/service.ts';
import { connectPage, withApp } from './app.ts';
import { withBuild } from './build.ts';
import { type Figure, type Measurement, median } from './measurement.ts';
import { heapOf, mebibytes } from './renderer-heap.ts';

const rowCount = 10_000;
const rounds = 3;
const longFrame = 50; // milliseconds

/** 10,000 audits in twelve columns, none of which the service has. */
function table(): string {
  const rows = goodRows(rowCount).map((row, number) => {
    row.splice(place('Period start'), 2, '2025-02-01', '2026-01-31');
    return [...row, `note ${number}`];
  });
  return csvOf([[...header, 'Note'], ...rows]);
}

/** Watches the frames of the page until `stop`, which answers how long each was, in milliseconds. */
async function watchFrames(page: Page): Promise<{ readonly stop: () => Promise<readonly number[]> }> {
  const watch = await page.evaluateHandle(() => {
    const lengths: number[] = [];
    let [last, isWatched] = [performance.now(), true];
    const next = (now: number) => {
      lengths.push(now - last);
      last = now;
      if (isWatched) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    return {
      stop: () => {
        isWatched = false;
        return lengths;
      },
    };
  });
  return { stop: () => watch.evaluate((frames) => frames.stop()) };
}

async function measured(page: Page, app: ElectronApplication, path: string): Promise<readonly Measurement[]> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
  await page.evaluate(() => {
    location.hash = '#/import';
  });
  const idle = await heapOf(page);
  const times: number[] = [];
  const frames: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const choose = page.getByRole('button', { name: /^Choose (a|another) file$/ });
    await choose.waitFor();
    const watched = await watchFrames(page);
    const begin = performance.now();
    await choose.click();
    const check = page.getByRole('button', { name: 'Check 10,000 rows' });
    await check.click();
    await page.getByText('10,000 new').waitFor();
    times.push(performance.now() - begin);
    frames.push(...(await watched.stop()));
  }
  const heap = await heapOf(page);
  const long = frames.filter((length) => length > longFrame);
  return [
    {
      figure: 'import in its screen: read, mapped, judged',
      value: `${median(times).toFixed(0)} ms`,
      beside: `10,000 rows × 12 columns, goal ≤ 2,000 ms; ${String(rounds)} rounds, with two clicks of a person`,
    },
    {
      figure: `import in its screen, frames over ${String(longFrame)} ms`,
      value: String(long.length),
      beside: `goal 0; of ${String(frames.length)}, the longest ${Math.max(...frames).toFixed(0)} ms`,
    },
    {
      figure: 'import in its screen, heap of the page',
      value: mebibytes(heap),
      beside: `goal ≤ 60 MiB; ${mebibytes(idle)} before`,
    },
  ];
}

/** What a person waits for, and how smoothly the window answers, while a large table is imported in the real screen. */
export const importScreen: Figure = (root) =>
  withBuild(root, async (folder) => {
    const own = await mkdtemp(join(tmpdir(), 'audit-desk-bench-'));
    const service = await startService(unlimitedFirm());
    try {
      const path = join(own, 'large.csv');
      await writeFile(path, table());
      return await withApp(root, folder, async (page, app) => {
        await connectPage(page, service);
        return measured(page, app, path);
      });
    } finally {
      await service.end();
      await rm(own, { recursive: true, force: true });
    }
  });
