import { expect } from '@playwright/test';
import { test } from './app.ts';

test('the version of every work package is in sight, however little room its name has', async ({
  launch,
}) => {
  const { window } = await launch();
  await window.getByRole('button', { name: /demonstration/i }).click();
  await expect(window.getByRole('row').nth(20)).toBeVisible();
  for (const width of [1_360, 1_024]) {
    await window.setViewportSize({ width, height: 880 });
    const cells = await window.locator('[role=gridcell]:nth-child(5)').evaluateAll((all) =>
      all.map((cell) => {
        const version = cell.lastChild;
        const range = document.createRange();
        if (version !== null) range.selectNodeContents(version);
        return {
          words: version?.textContent ?? '',
          isInSight: range.getBoundingClientRect().right <= cell.getBoundingClientRect().right,
        };
      }),
    );
    expect(cells.length).toBeGreaterThan(20);
    for (const { words, isInSight } of cells) {
      expect(words).toMatch(/^\d+(\.\d+)+$/);
      expect(isInSight, words).toBe(true);
    }
  }
});

for (const [locale, name] of [
  ['nl-NL', 'Demonstratie'],
  ['it-IT', 'Dimostrazione'],
] as const)
  test(`the demonstration is called ${name} in ${locale}`, async ({ launch }) => {
    const { window } = await launch({ locale });
    await window.getByRole('main').getByRole('button').first().click();
    await expect(window.getByRole('row').nth(1)).toBeVisible();
    await expect(window.locator('[data-region=environment]')).toContainText(name);
    await expect(window).toHaveTitle(new RegExp(name));
    await expect(window.getByText('Demonstration', { exact: true })).toBeHidden();
  });
