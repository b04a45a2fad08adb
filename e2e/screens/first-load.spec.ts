import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { floorSize, loadedFiles, sizeOf } from '../loaded.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

const out = join(import.meta.dirname, '../../out');
const scriptsIn = (folder: string) =>
  readdirSync(join(out, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(out, folder, name));

/** Each schema of zod has its inner part under this name, which no minifier shortens. */
const hasZod = (path: string): boolean => readFileSync(path, 'utf8').includes('._zod');

test('zod is in no chunk of the interface, so not in the first load either (decision 0002)', () => {
  const scripts = scriptsIn('renderer');
  expect(scripts.length).toBeGreaterThan(30);
  expect(scripts.filter(hasZod)).toEqual([]);
  expect(scriptsIn('main').some(hasZod), 'main has it, and is found to have it').toBe(true);
});

test('the first screen loads at most 2.0 times what the libraries weigh that it cannot do without', async ({
  renderApp,
}) => {
  const { window } = await renderApp();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  const weight = await sizeOf(join(out, 'renderer'), await loadedFiles(window), 'js');
  const ratio = weight / (await floorSize(join(import.meta.dirname, '../..')));
  expect(ratio).toBeLessThanOrEqual(2);
  expect(ratio, 'what was loaded is found').toBeGreaterThan(1.5);
});

test('the font comes with the app: one file at the start, another for letters that need it, and figures of one width', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const fonts = () =>
    window.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /inter-([a-z-]+)-wght[^/]*\.woff2$/.exec(name)?.[1] ?? []),
    );
  expect(await fonts()).toEqual(['latin']);
  const widths = await window.evaluate(() =>
    ['1111', '0000'].map((text) => {
      const span = document.body.appendChild(document.createElement('span'));
      span.style.fontVariantNumeric = 'tabular-nums';
      span.textContent = text;
      return span.getBoundingClientRect().width;
    }),
  );
  expect(widths[0]).toBe(widths[1]);
  await window.getByRole('searchbox').first().fill('Łódź');
  await expect.poll(fonts).toEqual(['latin', 'latin-ext']);
});
