import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type Page } from '@playwright/test';
import { executable } from './app.ts';
import { withBuild } from './build.ts';
import { duration, type Figure, median } from './measurement.ts';

const rounds = 7;

/** Milliseconds from the start of an app until its window shows something. */
async function timeUntil(
  root: string,
  app: string,
  userData: string,
  shows: (page: Page) => Promise<void>,
): Promise<number> {
  const begin = performance.now();
  const running = await _electron.launch({
    args: [app, `--user-data-dir=${userData}`],
    cwd: root,
    ...executable(root),
  });
  try {
    await shows(await running.firstWindow());
    return performance.now() - begin;
  } finally {
    await running.close();
  }
}

/** Looked for at every frame of the page: a locator looks again after up to 500 ms, which would be counted with it. */
async function appears(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector(wanted) !== null, selector, {
    polling: 'raf',
  });
}

const heading = (page: Page): Promise<void> => appears(page, 'h1');
const firstRow = (page: Page): Promise<void> => appears(page, '[role=row][aria-rowindex="2"]');
const startDemonstration = async (page: Page): Promise<void> => {
  await page.locator('section[aria-labelledby=welcome-try] button').click();
  await firstRow(page);
};

/** From the start of the app to the first row that can be opened, against an app that shows a heading and does nothing else. */
export const startToRow: Figure = (root) =>
  withBuild(root, async (folder) => {
    const place = await mkdtemp(join(tmpdir(), 'audit-desk-row-'));
    const main = join(folder, 'main', 'index.js');
    const empty = join(import.meta.dirname, 'empty-window');
    try {
      await timeUntil(root, main, join(place, 'app'), startDemonstration); // a person's second day: not the first start
      const pairs: (readonly [number, number])[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const row = await timeUntil(root, main, join(place, 'app'), firstRow);
        pairs.push([row, await timeUntil(root, empty, join(place, 'empty'), heading)]);
      }
      const ratio = median(pairs.map(([row, window]) => row / window));
      return [
        {
          figure: 'start to the first row',
          value: `${ratio.toFixed(2)} × an empty window`,
          beside: `goal ≤ 1.6 ×; ${String(rounds)} rounds in turn`,
        },
        duration(
          'start to the first row',
          pairs.map(([row]) => row),
        ),
        duration(
          'start of an empty window',
          pairs.map(([, window]) => window),
        ),
      ];
    } finally {
      await rm(place, { recursive: true, force: true, maxRetries: 5 });
    }
  });
