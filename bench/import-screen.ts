import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { csvOf, goodRows, header, place, unlimitedFirm } from '../e2e/imports.ts';
import { startService } from '../e2e/service.ts';
import type { BridgeOutput } from '../src/shared/bridge.ts';
import { callInPage, connectPage, withApp } from './app.ts';
import { withBuild } from './build.ts';
import { type Figure, type Measurement, median } from './measurement.ts';
import { heapOf, mebibytes } from './renderer-heap.ts';

const rowCount = 10_000;
const rounds = 3;
const longFrame = 50; // milliseconds
const corrections = 9;

/** 10,000 audits in twelve columns, none of which the service has. A title of its own, so that no columns are known from the file before. */
function table(last: string): string {
  const rows = goodRows(rowCount).map((row, number) => {
    row.splice(place('Period start'), 2, '2025-02-01', '2026-01-31');
    return [...row, `note ${number}`];
  });
  return csvOf([[...header, last], ...rows]);
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

/** Looked for at every frame of the page: a locator looks again after up to 500 ms, which would be counted with it. */
async function shows(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForFunction(
    ([wanted, words]) =>
      [...document.querySelectorAll(wanted)].some((one) => one.textContent.includes(words)),
    [selector, text] as const,
    { polling: 'raf' },
  );
}

async function chooseNext(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
}

async function judged(page: Page, app: ElectronApplication, folder: string): Promise<readonly Measurement[]> {
  await page.evaluate(() => {
    location.hash = '#/import';
  });
  const idle = await heapOf(page);
  const times: number[] = [];
  const frames: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const choose = page.getByRole('button', { name: /^Choose (a|another) file$/ });
    await choose.waitFor();
    const path = join(folder, `large ${String(round)}.csv`);
    await writeFile(path, table(`Note ${String(round)}`));
    await chooseNext(app, path);
    const watched = await watchFrames(page);
    const begin = performance.now();
    await choose.click();
    await shows(page, 'button:not([aria-disabled])', 'Check 10,000 rows');
    await page.getByRole('button', { name: 'Check 10,000 rows' }).click();
    await shows(page, '[role=status]', '10,000 new');
    times.push(performance.now() - begin);
    frames.push(...(await watched.stop()));
  }
  const heap = await heapOf(page);
  return [
    {
      figure: 'import in its screen: read, mapped, judged',
      value: `${median(times).toFixed(0)} ms`,
      beside: `10,000 rows × 12 columns, goal ≤ 1,500 ms; ${String(rounds)} rounds, with two clicks of a person`,
    },
    longFrames('import in its screen', frames),
    {
      figure: 'import in its screen, heap of the page',
      value: mebibytes(heap),
      beside: `goal ≤ 10 MiB; ${mebibytes(idle)} before`,
    },
  ];
}

/** Cells are corrected one after the other, each until its row is shown as it is judged then; and the plan of all rows is sent. */
async function correctedAndSent(page: Page, app: ElectronApplication): Promise<readonly Measurement[]> {
  const times: number[] = [];
  for (let row = 1; row <= corrections; row += 1) {
    const name = `Imported audit ${String(row)}`;
    await page.getByRole('grid').getByText(name, { exact: true }).dblclick();
    await page.keyboard.type(`Corrected ${String(row)}`);
    times.push(await timeUntilShown(page, `Corrected ${String(row)}`));
  }
  const framesOf = async (button: string, sign: string): Promise<readonly number[]> => {
    const watched = await watchFrames(page);
    await page.getByRole('button', { name: button }).click();
    await page.getByText(sign).waitFor();
    return watched.stop();
  };
  await page.getByRole('button', { name: 'Create 10,000 audits' }).waitFor();
  const turns = await app.evaluateHandle(() => {
    const delay = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    return delay;
  });
  const sent = await framesOf('Create 10,000 audits', 'of 10,000 done');
  const longest = await turns.evaluate(({ max }) => max / 1_000_000);
  // As the contract has it. While a plan goes on, the app asks before it closes, and nobody is there to answer.
  const { results } = (await callInPage(page, 'plans.list', {})) as BridgeOutput<'plans.list'>;
  for (const { id } of results) {
    await callInPage(page, 'plans.act', { act: 'cancel', id });
    await callInPage(page, 'plans.wait', { id });
  }
  return [
    {
      figure: 'a cell corrected, until its row shows as it is judged then',
      value: `${median(times).toFixed(0)} ms`,
      beside: `of 10,000 rows, goal < 100 ms; the slowest of ${String(corrections)} ${Math.max(...times).toFixed(0)} ms`,
    },
    longFrames('a plan of 10,000 steps begins', sent),
    {
      figure: 'a plan of 10,000 steps begins, longest turn of main',
      value: `${longest.toFixed(0)} ms`,
      beside: '',
    },
  ];
}

/** Presses Enter and waits, in the page, until a cell has the text. */
function timeUntilShown(page: Page, text: string): Promise<number> {
  return page.evaluate(async (expected) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const grid = document.querySelector('[role="grid"]');
    const begin = performance.now();
    const observer = new MutationObserver(() => {
      const cells = [...(grid?.querySelectorAll('[role="rowheader"]') ?? [])];
      if (!cells.some((cell) => cell.textContent === expected)) return;
      observer.disconnect();
      resolve(performance.now() - begin);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    return promise;
  }, text);
}

function longFrames(figure: string, frames: readonly number[]): Measurement {
  return {
    figure: `${figure}, frames over ${String(longFrame)} ms`,
    value: String(frames.filter((length) => length > longFrame).length),
    beside: `goal 0; of ${String(frames.length)}, the longest ${Math.max(...frames).toFixed(0)} ms`,
  };
}

/** What a person waits for, and how smoothly the window answers, while a large table is imported in the real screen. */
export const importScreen: Figure = (root) =>
  withBuild(root, async (folder) => {
    const own = await mkdtemp(join(tmpdir(), 'audit-desk-bench-'));
    const service = await startService(unlimitedFirm());
    try {
      return await withApp(root, folder, async (page, app) => {
        await connectPage(page, service);
        return [...(await judged(page, app, own)), ...(await correctedAndSent(page, app))];
      });
    } finally {
      await service.end();
      await rm(own, { recursive: true, force: true });
    }
  });
