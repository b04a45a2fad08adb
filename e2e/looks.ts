import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import type axeCore from 'axe-core';

// How a window looks: to axe, and in a picture. Both work for the running app and for a screen without it.

const colours = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const;
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong with a window in light, dark and forced colours: a line for each element. In the second and the third only
 * the rules about colours are judged, as nothing else depends on them.
 */
export async function faultsInAllColours(window: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, media] of Object.entries(colours)) {
    await window.emulateMedia(media);
    const faults = await accessibilityFaults(window, name === 'light' ? undefined : colourRules);
    found.push(...faults.map((fault) => `${name}: ${fault}`));
  }
  await window.emulateMedia({ colorScheme: null, forcedColors: null });
  return found;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a window as it is, by all rules or by some: a line for each element, none when it is clean. */
export async function accessibilityFaults(
  window: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  await motionToEnd(window);
  // Once a page: its own integration for Playwright brings and loads it for each look, which takes most of the time.
  if (!(await window.evaluate(() => 'axe' in globalThis))) await window.evaluate(axeSource);
  return window.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { readonly axe: typeof axeCore }; // loaded above
    const { violations } = await axe.run(
      // react-aria's own announcer keeps what it said for seconds, with references into a screen that is gone by then.
      { exclude: ['[data-live-announcer]'] },
      {
        resultTypes: ['violations'],
        // It takes the description of a menu item for a part of its label.
        rules: { 'label-content-name-mismatch': { enabled: false } },
        ...(only === undefined ? {} : { runOnly: [...only] }),
      },
    );
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    );
  }, rules);
}

/** Until no transition is under way: a colour half way to another one has a contrast that nobody sees. */
function motionToEnd(window: Page): Promise<unknown> {
  return window.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
}

const isWanted = process.env['AUDIT_DESK_PICTURES'] !== undefined;

/** The looks of which pictures are taken: all with `npm run pictures`; else one, so that the way to them is walked in every run. */
export const looks = (
  [
    { id: 'nl', locale: 'nl-NL', theme: 'dark' },
    { id: 'nl', locale: 'nl-NL', theme: 'light' },
    { id: 'en-us', locale: 'en-US', theme: 'light' },
    { id: 'en-us', locale: 'en-US', theme: 'dark' },
    { id: 'it', locale: 'it-IT', theme: 'light' },
    { id: 'it', locale: 'it-IT', theme: 'dark' },
  ] as const
).slice(0, isWanted ? undefined : 1);

/**
 * Takes the picture of a screen. With `npm run pictures` it goes into the folder `pictures/`, which git ignores; else it
 * stays with the test's results.
 */
export async function picture(
  window: Page,
  name: string,
  theme: 'light' | 'dark',
  language: string,
): Promise<void> {
  const folder = isWanted ? join(import.meta.dirname, '../pictures') : test.info().outputDir;
  await window.screenshot({ path: join(folder, `${name}-${theme}-${language}.png`), animations: 'disabled' });
}
