import { expect } from '@playwright/test';
import { startService } from '../service.ts';
import { logIn, row, test } from '../workbench.ts';

// The workbench by keyboard, at 200 %, with wrong input, and while the service ends.

// As in other tests of screens: a click waits until nothing moves, and a transition that the colours change under never ends.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a panel takes the focus when it opens; Escape closes it and gives the focus back', async ({
  bench,
  client,
}) => {
  await client.send('GET', '/roles/');
  const grid = bench.getByRole('grid', { name: 'Requests, newest first' });
  await expect(row(bench, /roles/)).toBeVisible();
  await grid.focus();
  await bench.keyboard.press('Home');
  await bench.keyboard.press('Enter');
  const heading = bench.getByRole('heading', { level: 2, name: 'GET /api/v1/roles/' });
  await expect(heading).toBeFocused();
  await bench.keyboard.press('Escape');
  await expect(heading).toBeHidden();
  await expect(grid).toBeFocused();
  await bench.keyboard.press('Enter');
  await bench.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(grid).toBeFocused();
  await bench.getByRole('link', { name: 'State' }).click();
  const audits = bench.getByRole('grid', { name: 'Audits, in the order of their creation' });
  await expect(audits.getByRole('row').nth(1)).toBeVisible();
  await audits.focus();
  await bench.keyboard.press('Enter');
  await expect(
    bench.getByRole('region', { name: 'The chosen audit' }).getByRole('heading').first(),
  ).toBeFocused();
  await bench.keyboard.press('Escape');
  await expect(audits).toBeFocused();
});

test('from an audit its group, its components and those that are coupled are opened', async ({ bench }) => {
  await bench.getByRole('link', { name: 'State' }).click();
  await bench
    .getByRole('row', { name: /2024-VH-GRP / })
    .first()
    .click();
  const chosen = bench.getByRole('region', { name: 'The chosen audit' });
  await chosen.getByRole('button', { name: 'Open 2024-VH-GRP-2000' }).press('Enter');
  await expect(chosen.getByRole('heading', { name: '2024-VH-GRP-2000' })).toBeFocused();
  await chosen.getByRole('button', { name: 'Lock the scope' }).click();
  await expect(chosen.getByRole('button', { name: 'Unlock the scope' })).toBeVisible();
  await chosen.getByRole('button', { name: 'Open 2024-VH-IT' }).click();
  await expect(chosen.getByRole('button', { name: 'Open 2024-VH-GRP-2000' })).toBeVisible();
  await bench.keyboard.press('Escape');
  await expect(chosen).toBeHidden();
  await expect(bench.getByRole('grid')).toBeFocused();
});

test('at 1280 × 720 and 200 % a request that is opened is in sight, and the page scrolls to its end', async ({
  bench,
  client,
}) => {
  await bench.setViewportSize({ width: 640, height: 360 });
  await client.send('POST', '/audits/', { language: 'xx' });
  await row(bench, /audits/).click();
  const chosen = bench.getByRole('region', { name: 'The chosen request' });
  await expect(chosen.getByRole('heading').first()).toBeInViewport({ ratio: 1 });
  await expect(bench.getByRole('region', { name: 'Why it was refused' })).toBeInViewport();
  await expect(chosen).toContainText('client demo-manager · tier lifecycle');
  expect(await chosen.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true);
  await chosen.getByRole('region', { name: 'Answer', exact: true }).focus();
  await expect(chosen.getByRole('region', { name: 'Answer', exact: true })).toBeInViewport();
});

test('what is typed for a number and is none is said, and nothing is sent', async ({ bench, service }) => {
  const said = bench.getByRole('main').getByText('This is not a number.');
  await bench.getByRole('link', { name: 'Controls' }).click();
  for (const [name, wrong] of [
    ['Times', 'two'],
    ['Probability', '50 %'],
    ['Status', '5O3'],
  ] as const) {
    const field = bench.getByRole('textbox', { name });
    const before = await field.inputValue();
    await field.fill(wrong);
    await bench.getByRole('button', { name: 'Add the fault' }).click();
    await expect(said).toBeVisible();
    await field.fill(before);
    await expect(said).toBeHidden();
  }
  await bench.getByRole('button', { name: 'Forward', exact: true }).click();
  await expect(said).toBeVisible();
  expect(await service.control('GET', 'faults/waiting/')).toEqual({ results: [] });
  await bench.getByRole('link', { name: 'State' }).click();
  await bench.getByText('250 credits, accounts, users and quota windows').click();
  for (const button of ['Set the credits', 'Set the limits']) {
    await bench.getByRole('textbox', { name: 'Limit, burst' }).fill('many');
    await bench.getByRole('button', { name: button }).click();
  }
  await expect(said).toHaveCount(2);
  await expect(bench.getByText('250 credits, accounts, users and quota windows')).toBeVisible();
  await expect(bench.getByRole('row', { name: /^read 0 of 180/ })).toBeVisible();
  await expect(bench.getByRole('textbox', { name: 'Limit, sustained' })).toHaveValue('6000');
  await expect(bench.getByRole('row', { name: /^token, demo-manager 0 of 10/ })).toBeVisible();
  await bench.getByText(/^\d+ users$/).click();
  await expect(bench.getByRole('region', { name: 'Users' })).toContainText('@vanrossem-bellani.example ·');
});

test('a service that ends is not a request that is gone; started again, its numbers mean its own requests', async ({
  page,
}) => {
  const first = await startService();
  const client = await logIn(first);
  await client.send('GET', '/roles/');
  await client.send('GET', '/audits/');
  await page.goto(`${first.baseUrl}/__sandbox/`);
  await row(page, /roles/).click();
  const chosen = page.getByRole('region', { name: 'The chosen request' });
  const request = chosen.getByRole('region', { name: 'Request', exact: true });
  await expect(request).toContainText('GET /api/v1/roles/');
  await expect(row(page, /audits/)).toBeVisible();
  await first.end();
  await row(page, /audits/).click();
  await expect(chosen).toContainText('The sandbox does not answer.');
  await expect(chosen).not.toContainText('no longer kept');
  await row(page, /roles/).click();
  const again = await startService(undefined, ['--port', new URL(first.baseUrl).port]);
  const other = await logIn(again);
  await other.send('DELETE', '/audits/none/');
  await expect(row(page, /DELETE/)).toBeVisible();
  await expect(request).toContainText('GET /api/v1/roles/');
  await chosen.getByRole('button', { name: 'Send again' }).click();
  await expect(chosen.getByRole('alert')).toHaveText('This request is no longer kept.');
  await row(page, /DELETE/).click();
  await expect(request).toContainText('DELETE /api/v1/audits/none/');
  await again.end();
});
