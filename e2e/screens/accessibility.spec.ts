import { expect } from '@playwright/test';
import { goTo, openTree } from '../component-tree.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { chooseClient, connect, enterAudit, expectStep, goOn, uncoupled } from '../journeys.ts';
import { Keyboard } from '../keyboard.ts';
import { accessibilityFaults, faultsInAllColours } from '../looks.ts';
import { test } from '../screen.ts';
import { openThroughSettings } from '../through-settings.ts';

test.use({ firm: smallFirm() });

test('axe finds nothing on the way from the first start to the review of an audit', async ({
  renderApp,
  sandbox,
}) => {
  test.slow(); // twenty looks of axe, each in all colours
  const { window } = await renderApp();
  const clean = async (screen: string) => expect(await faultsInAllColours(window), screen).toEqual([]);
  await clean('welcome');
  await window.getByRole('link', { name: 'Settings' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await clean('settings');
  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await window.getByRole('button', { name: 'Save connection' }).click();
  await expect(window.getByText('There is a problem')).toBeVisible();
  await clean('connection form with errors');
  await window.getByRole('link', { name: 'Audits' }).click();
  await connect(window, sandbox);
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await clean('audits');
  await window.getByRole('row', { name: /Noorderhaven/ }).click();
  await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  await clean('audit');
  await window.getByRole('link', { name: 'All audits' }).click();
  await window.getByRole('button', { name: 'New audit', exact: true }).click();
  await clean('menu');
  await window.getByRole('menuitem', { name: 'Consolidated audit' }).click();
  await uncoupled(window);
  await goOn(window);
  await expect(window.getByText('There is a problem')).toBeVisible();
  await clean('wizard with errors');
  await chooseClient(window, 'Noorderhaven Groep N.V.');
  await clean('wizard: client');
  await window.getByRole('button', { name: 'Save and close' }).click();
  await window.getByRole('button', { name: 'Discard' }).first().click();
  await clean('a draft that is discarded');
  await enterAudit(window);
  await clean('wizard: review');
  for (const step of ['Methodology', 'Period and language', 'Settings', 'Coupling', 'Name and id']) {
    await window.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: step }).click();
    await expectStep(window, step);
    await clean(`wizard: ${step}`);
  }
  await openThroughSettings(window, 'Connections');
  await expect(window.getByText('The keychain is unlocked')).toBeVisible();
  await clean('connections');
  await window.getByRole('button', { name: 'Theme' }).click();
  await window.getByRole('menuitemradio', { name: 'Dark' }).click();
  const isDark = () => window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await expect.poll(isDark).toBe(true);
  expect(await accessibilityFaults(window)).toEqual([]);
});

for (const zoom of [2, 4])
  test(`at ${zoom * 100} % nothing is cut off sideways`, async ({ renderApp, sandbox }) => {
    const { window } = await renderApp();
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible(); // nothing is measured while it loads
    await window.setViewportSize({ width: 1280 / zoom, height: 1024 / zoom }); // what zooming leaves (WCAG 1.4.10)
    const fits = () =>
      window.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    await expect.poll(fits).toBe(true);
    await connect(window, sandbox);
    await expect.poll(fits).toBe(true);
    await window.keyboard.press('Control+n');
    await expectStep(window, 'Coupling');
    await expect.poll(fits).toBe(true);
    await window.getByRole('link', { name: 'Settings' }).click();
    await expect.poll(fits).toBe(true);
  });

test('by keyboard alone: connect, create an audit and open it', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp();
  await expect(window.getByRole('heading', { level: 1, name: 'Welcome to Audit Desk' })).toBeVisible();
  const keyboard = new Keyboard(window);
  await keyboard.pressOn('button', 'Add a connection');
  await keyboard.typeInto('textbox', 'Name', 'By keyboard');
  await keyboard.goTo('radio', 'Demo'); // the one tab stop of the group; arrows choose in it
  await window.keyboard.press('ArrowDown');
  await expect(window.getByRole('radio', { name: 'Test', exact: true })).toBeChecked();
  await keyboard.typeInto('textbox', 'Base URL', sandbox.baseUrl);
  await keyboard.typeInto('textbox', 'Client id', sandbox.clientId);
  await keyboard.typeInto('textbox', 'Client secret', sandbox.clientSecret);
  await keyboard.pressOn('button', 'Save connection');
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();

  await window.keyboard.press('Control+n');
  await expectStep(window, 'Coupling');
  await keyboard.choose('Create without coupling');
  await window.keyboard.press('Control+Enter');
  await expectStep(window, 'Client');
  await keyboard.typeInto('combobox', 'Client organisation', 'Forno');
  await expect(window.getByRole('option').first()).toBeVisible();
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Enter');
  await keyboard.goTo('row', /Forno Vecchio/);
  await window.keyboard.press('Space');
  await window.keyboard.press('Control+Enter');
  await expectStep(window, 'Methodology');
  await keyboard.goTo('radio', /Large/);
  await window.keyboard.press('Space');
  await window.keyboard.press('Control+Enter');
  await expectStep(window, 'Period and language');
  await keyboard.pressOn('button', '2025');
  await keyboard.goTo('radio', /Nederlands|Italiano|English/);
  await window.keyboard.press('Space');
  for (const step of ['Settings', 'Name and id', 'Review']) {
    await window.keyboard.press('Control+Enter');
    await expectStep(window, step);
  }
  await window.keyboard.press('Control+Enter');
  await expect(window.getByRole('heading', { level: 1, name: 'Audit created' })).toBeVisible();
  await keyboard.pressOn('button', 'Open audit');
  await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
});

test.describe('a group of three tiers', () => {
  test.use({ firm: 'demo:network-of-three' });

  test('at 400 % a dialog with a long title has room for what is in it', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openTree(window);
    await goTo(window, 'Fonderia');
    await window
      .getByRole('group', { name: 'Detail' })
      .getByRole('button', { name: 'Set out of scope' })
      .click();
    const dialog = window.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await window.setViewportSize({ width: 320, height: 256 });
    for (const part of [
      dialog.getByRole('heading'),
      dialog.getByRole('textbox', { name: 'Explanation' }),
      dialog.getByRole('button', { name: 'Cancel' }),
    ]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    expect(await accessibilityFaults(window)).toEqual([]);
  });
});
