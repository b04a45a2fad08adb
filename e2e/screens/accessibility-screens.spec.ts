import { expect, type Page } from '@playwright/test';
import { faultsInAllColours } from '../looks.ts';
import { test } from '../screen.ts';
import { focused, fullFirm, openScreen, openScreens, screenNames } from '../screens.ts';

// One walk through every screen for several claims; each claim is named in a step.

test.use({ firm: fullFirm() });
test.setTimeout(240_000);

test('axe finds nothing on any screen, in light, dark and forced colours', async ({ renderApp, sandbox }) => {
  const app = await renderApp({ service: sandbox });
  const { window } = app;
  await openScreens(app);
  for (const name of screenNames) {
    await openScreen(window, name);
    expect.soft(await faultsInAllColours(window), name).toEqual([]);
  }
});

test('every screen: heading, landmarks, F6, no alert, words for icons, names for rows, large targets', async ({
  renderApp,
  sandbox,
}) => {
  const app = await renderApp({ service: sandbox });
  const { window } = app;
  await openScreens(app);
  let rows = 0;
  for (const name of screenNames) {
    await openScreen(window, name);
    await test.step(`${name} takes the focus to its heading`, async () => {
      expect.soft((await focused(window)).slice(0, 2), `${name}: the heading has the focus`).toBe('H1');
    });
    await test.step(`${name} has its landmarks once each`, async () => {
      expect.soft(await landmarks(window), name).toEqual({ main: 1, heading: 1, unnamed: 0 });
    });
    await test.step(`nothing interrupts: ${name} opens without an alert`, async () => {
      await expect
        .soft(window.locator('[role="alert"], [aria-live="assertive"]:not(:empty)'), name)
        .toHaveCount(0);
    });
    await test.step(`on ${name} status is a word as well, and every icon stands with one`, async () => {
      expect.soft(await iconsWithoutWords(window), name).toEqual([]);
    });
    await test.step(`on ${name} a row is called by the name of what it is about`, async () => {
      const named = await rowNames(window);
      rows += named.length;
      // Under its parent a row may show the end of its name alone, as a version does.
      const nameless = named.filter(
        ({ label, text }) => !(label.split(/,\s/)[0] ?? '').split(' ').some((word) => text.includes(word)),
      );
      expect.soft(nameless, name).toEqual([]);
    });
    await test.step(`WCAG 2.5.8: every target of ${name} is 24 by 24 pixels`, async () => {
      expect.soft(await smallTargets(window), name).toEqual([]);
    });
    await test.step(`F6 goes through the parts of the window on ${name}, and around; Shift+F6 goes back`, async () => {
      expect.soft(await region(window), name).toBe('content');
      const way: string[] = [];
      do {
        await window.keyboard.press('F6');
        way.push(await region(window));
      } while (way.at(-1) !== 'content' && way.length < 12);
      const inside = ['grid', 'panel', 'selection', 'staging'];
      expect
        .soft(
          way.filter((part) => !inside.includes(part)),
          name,
        )
        .toEqual(['status', 'environment', 'navigation', 'content']);
      await window.keyboard.press('Shift+F6');
      expect.soft(await region(window), name).toBe('navigation');
    });
  }
  expect(rows).toBeGreaterThan(0);
});

function region(window: Page): Promise<string> {
  return window.evaluate(
    () => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'] ?? 'nowhere',
  );
}

function landmarks(window: Page) {
  return window.evaluate(() => {
    const count = (selector: string) => document.querySelectorAll(selector).length;
    const unnamed = [...document.querySelectorAll('nav, section[role="region"], aside')].filter(
      (element) => !element.hasAttribute('aria-label') && !element.hasAttribute('aria-labelledby'),
    );
    return { main: count('main'), heading: count('h1'), unnamed: unnamed.length };
  });
}

/** Icons that are shown without a word, as HTML. */
function iconsWithoutWords(window: Page) {
  return window.evaluate(() =>
    [...document.querySelectorAll('svg')]
      .filter((icon) => icon.checkVisibility())
      .flatMap((icon) => {
        const around = icon.closest('button, a, [role], li, td, dd, dt, p, label, span, div');
        if (around?.querySelector('input[aria-label]') instanceof Element) return []; // the glass beside a named field
        const words = `${around?.textContent ?? ''}${around?.getAttribute('aria-label') ?? ''}${around?.getAttribute('aria-labelledby') ?? ''}${around?.parentElement?.textContent ?? ''}`;
        return words.trim() === '' ? [around?.outerHTML.slice(0, 200) ?? 'an icon'] : [];
      }),
  );
}

async function rowNames(window: Page) {
  const labels = await window.evaluate(() =>
    [...document.querySelectorAll('main [role="row"][aria-label]')].map((row) => ({
      label: row.getAttribute('aria-label') ?? '',
      text: row.textContent,
    })),
  );
  return labels;
}

function smallTargets(window: Page) {
  return window.evaluate(() => {
    const targets =
      'a[href], button, input, select, summary, textarea, [role="button"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"]';
    return [...document.querySelectorAll<HTMLElement>(targets)].flatMap((element) => {
      const target = element.matches('input') ? (element.closest('label') ?? element) : element;
      if (!target.checkVisibility() || element.closest('[inert]') !== null) return [];
      const { width, height } = target.getBoundingClientRect();
      let around: Element | null = target;
      for (; around !== null; around = around.parentElement) {
        const { clip, clipPath } = getComputedStyle(around);
        // Shown only while it has the focus, or meant for screen readers.
        if (clip.startsWith('rect(0') || clipPath.startsWith('inset(50%')) return [];
      }
      // A link within a sentence is as high as its line.
      const isInSentence =
        element.matches('a') &&
        getComputedStyle(element).display === 'inline' &&
        element.closest('p, li, dd, td, [role="gridcell"], [role="rowheader"]') !== null;
      if (isInSentence || (width >= 24 && height >= 24)) return [];
      return [
        `${element.tagName} “${(element.textContent || element.getAttribute('aria-label')) ?? ''}” ${Math.round(width)}×${Math.round(height)}`,
      ];
    });
  });
}
