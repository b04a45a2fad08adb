import { expect, type Page, test } from '@playwright/test';
import { accessibilityFaults } from '../looks.ts';
import { type Service, startService } from '../service.ts';

// The sandbox's documentation as it is: the real process, its login, and the viewer that sends.

let service: Service;
test.beforeEach(async () => {
  service = await startService();
});
test.afterEach(async () => {
  await service.end();
});

async function logIn(page: Page): Promise<void> {
  await page.goto(`${service.baseUrl}/api/v1/docs/`);
  await page.getByLabel('Client id').fill(service.clientId);
  await page.getByLabel('Client secret').fill(service.clientSecret);
  await page.keyboard.press('Enter');
  await page.getByLabel('Search operations').waitFor();
}

test('Tab comes to nothing that cannot be seen', async ({ page }) => {
  await logIn(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const hidden: string[] = [];
  for (let stop = 0; stop < 24; stop += 1) {
    await page.keyboard.press('Tab');
    // What grows when it has the focus does so by a transition.
    const focused = page.locator(':focus');
    await focused.evaluate((element) =>
      Promise.all(
        [element, element.parentElement]
          .flatMap((one) => one?.getAnimations() ?? [])
          .map(({ finished }) => finished),
      ),
    );
    const box = await focused.boundingBox();
    if (box === null || box.width < 20 || box.height < 14)
      hidden.push(await focused.evaluate((one) => one.outerHTML));
  }
  expect(hidden).toEqual([]);
});

for (const [what, width, height] of [
  ['a narrow window', 320, 640],
  ['1280 × 720 at 200 %', 640, 360],
] as const)
  test(`an operation is sent from ${what} without sideways scrolling, and its answer is not covered`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await logIn(page);
    await page.getByLabel('Search operations').fill('create a client');
    const operation = page.locator('.opblock');
    await expect(operation).toHaveCount(1);
    for (const name of [/^POST/, 'Try it out', 'Execute']) {
      await operation.getByRole('button', { name }).first().focus();
      await page.keyboard.press('Enter');
    }
    const answer = operation.locator('.live-responses-table .highlight-code').first();
    await expect(answer).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const ofText = await answer.locator('.microlight').evaluate((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect().bottom + window.scrollY;
    });
    const ofButton = await answer
      .getByRole('button', { name: 'Download' })
      .evaluate((button) => button.getBoundingClientRect().top + window.scrollY);
    expect(ofText).toBeLessThanOrEqual(ofButton);
  });

for (const colorScheme of ['light', 'dark'] as const)
  test(`a person logs in, reads an operation and sends it (${colorScheme})`, async ({ page, context }) => {
    const elsewhere: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(service.baseUrl) && !request.url().startsWith('data:'))
        elsewhere.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.emulateMedia({ colorScheme });
    await page.goto(`${service.baseUrl}/api/v1/docs/`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Client id').fill(service.clientId);
    await page.getByLabel('Client secret').fill(service.clientSecret);
    await page.keyboard.press('Enter');

    await page.getByLabel('Search operations').fill('create a client');
    const operation = page.locator('.opblock');
    await expect(operation).toHaveCount(1);
    await operation.locator('.opblock-summary-control').click();
    await expect(operation.getByText('Rate limit tier: write')).toBeVisible();
    await expect(operation.getByText('-H "Authorization: Bearer $TOKEN"')).toBeVisible();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await expect(operation.locator('.live-responses-table tbody .response-col_status')).toContainText('201');
    expect(await accessibilityFaults(page)).toEqual([]);

    // The page's policy keeps it from the control plane.
    const reached = await page.evaluate(async () => {
      try {
        await fetch('/__sandbox/clock/');
        return true;
      } catch {
        return false;
      }
    });
    expect(reached).toBe(false);
    expect(elsewhere).toEqual([]);
    expect(complaints.filter((text) => !text.includes('/__sandbox/clock/'))).toEqual([]);
    await context.clearCookies();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await expect(operation.locator('.live-responses-table')).toContainText('Log in again at /api/v1/docs/');
  });
