import { expect } from '@playwright/test';
import { accessibilityFaults, test } from './app.ts';
import { fullFirm, openScreen, openScreens, screenNames } from './screens.ts';

test.use({ firm: fullFirm() });
test.setTimeout(240_000); // a walk through every screen

for (const mode of ['light', 'dark', 'forced colours'] as const)
  test(`axe finds nothing on any screen of the table of addresses: ${mode}`, async ({ launch, sandbox }) => {
    const running = await launch();
    const { window } = running;
    await openScreens(running, sandbox);
    await window.emulateMedia(
      mode === 'forced colours' ? { forcedColors: 'active' } : { colorScheme: mode, forcedColors: 'none' },
    );
    for (const name of screenNames) {
      await openScreen(window, name);
      expect.soft(await accessibilityFaults(window), name).toEqual([]);
    }
  });

test('status is a word as well, and every icon stands with one', async ({ launch, sandbox }) => {
  const running = await launch();
  const { window } = running;
  await openScreens(running, sandbox);
  for (const name of screenNames) {
    await openScreen(window, name);
    const wordless = await window.evaluate(() =>
      [...document.querySelectorAll('svg')]
        .filter((icon) => icon.checkVisibility() && icon.closest('.react-flow__minimap') === null)
        .flatMap((icon) => {
          const around = icon.closest('button, a, [role], li, td, dd, dt, p, label, span, div');
          if (around?.querySelector('input[aria-label]') instanceof Element) return []; // the glass beside a named field
          const words = `${around?.textContent ?? ''}${around?.getAttribute('aria-label') ?? ''}${around?.getAttribute('aria-labelledby') ?? ''}${around?.parentElement?.textContent ?? ''}`;
          return words.trim() === '' ? [around?.outerHTML.slice(0, 200) ?? 'an icon'] : [];
        }),
    );
    expect.soft(wordless, name).toEqual([]);
  }
});

test('names come before hints: a row is called by the name of what it is about', async ({
  launch,
  sandbox,
}) => {
  const running = await launch();
  const { window } = running;
  await openScreens(running, sandbox);
  let rows = 0;
  for (const name of screenNames) {
    await openScreen(window, name);
    const labels = await window.evaluate(() =>
      [...document.querySelectorAll('main [role="row"][aria-label]')].map((row) => ({
        label: row.getAttribute('aria-label') ?? '',
        text: row.textContent,
      })),
    );
    rows += labels.length;
    for (const { label, text } of labels) {
      // Under its parent a row may show the end of its name alone, as a version does.
      const words = (label.split(/,\s/)[0] ?? '').split(' ');
      expect
        .soft(
          words.some((word) => text.includes(word)),
          `${name}: “${label}”`,
        )
        .toBe(true);
    }
  }
  expect(rows).toBeGreaterThan(0);
});
