import { expect } from '@playwright/test';
import { chooseMore, goTo, openTreeOf } from '../component-tree.ts';
import { couplingsOf } from '../coupling.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { create, creations, expectCreated, expectStep } from '../journeys.ts';
import { accessibilityFaults, picture } from '../looks.ts';
import { test } from '../screen.ts';

test.use({ firm: couplingFirm() });

const colourOf = (element: Element) => getComputedStyle(element).color;

test('the audits of a group’s free components: shared by tier, with reasons for the others, in one plan', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await window.setViewportSize({ width: 1_280, height: 720 });
  await openTreeOf(window, 'Noorderhaven group 2026');
  await chooseMore(window, 'Create the audits');
  const rows = window.getByRole('grid', { name: 'Audits' }).getByRole('row');
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(1)).toContainText('Noorderhaven Rederij B.V. 2026');
  await expect(rows.nth(1)).toContainText('Serves 2 components');
  await expect(rows.nth(1)).toContainText('· …Scheepvaart group 2026');
  await expect(rows.nth(2)).toContainText('Eligible, out of scope');
  const coupled = rows.nth(3).getByText('Coupled to LOW');
  await expect(coupled).toHaveCSS('color', await window.getByText('1 audit for 2').evaluate(colourOf)); // no error
  await expect(rows.filter({ hasText: 'The component has 2 legal entities.' })).toHaveCount(1);
  await expect(window.getByRole('status').filter({ hasText: '1 audit for 2 components' })).toBeVisible();
  await picture(window, 'group-audits', 'light', 'en-us');
  expect(await accessibilityFaults(window)).toEqual([]);
  await rows.nth(2).click();
  await expect(window.getByRole('button', { name: 'Create 2 audits' })).toBeVisible();
  await rows.nth(3).click();
  await rows.nth(2).click();
  await window.getByRole('button', { name: 'Create 1 audit', exact: true }).click();
  await expect(
    window.getByRole('heading', { level: 1, name: /^Create Noorderhaven Rederij B\.V\. 2026/ }),
  ).toBeVisible();
  await expect(window.getByText('Done').first()).toBeVisible();
  await expect
    .poll(async () => (await couplingsOf(sandbox, 'LOW')).map(({ itsCoupling }) => itsCoupling))
    .toEqual([['HIGH/leaf', 'LOW/leaf']]);
});

test('a component leads to its audit: all that its coupling decides is filled, and the review is next', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openTreeOf(window, 'Noorderhaven group 2026');
  await goTo(window, 'Cantieri Portonuovo');
  const detail = window.getByRole('group', { name: 'Detail' });
  await goTo(window, 'Noorderhaven Rederij');
  await detail.getByRole('button', { name: 'Create the audit for this component' }).click();
  await expectStep(window, 'Review');
  await expect(window.getByText('The audit is coupled to 2 component audits.')).toBeVisible();
  await create(window);
  await expectCreated(window);
  const coupled = (await couplingsOf(sandbox, 'HIGH')).find(({ component }) => component === 'HIGH/leaf');
  expect(coupled?.itsCoupling).toEqual(['HIGH/leaf', 'LOW/leaf']);
});

test('whoever leaves before the plan is taken stays where they went', async ({ renderApp, sandbox }) => {
  const { window, hold } = await renderApp({ service: sandbox });
  await openTreeOf(window, 'Noorderhaven group 2026');
  await chooseMore(window, 'Create the audits');
  const taken = hold('plans.submit');
  await window.getByRole('button', { name: 'Create 1 audit', exact: true }).click();
  await taken.answered;
  await window.keyboard.press('Control+2');
  await expect(window.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  taken.release();
  await expect.poll(() => creations(sandbox)).toEqual([201]); // it is carried out
  await window.evaluate(() => new Promise(requestAnimationFrame));
  expect(window.url()).toMatch(/#\/clients$/);
});
