import { expect } from '@playwright/test';
import { accessibilityFaults } from '../looks.ts';
import { list, openNetwork, picture, said } from '../network.ts';
import { test } from '../screen.ts';

const group = 'Valkenhorst Groep N.V., consolidated financial statements 2026';
const italy = 'Valkenhorst Italia S.p.A., consolidated financial statements 2026';
const pumps = 'Pompe Adriatica S.p.A., consolidated financial statements 2026';

test.use({ firm: 'demo:network-of-three' });

test.describe('the network of a client', () => {
  test('shows three tiers of groups, their components and the audits coupled to them, with status and scope in words', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const violations: string[] = [];
    window.on('console', (message) => {
      if (/Content Security Policy|TrustedScript|TrustedHTML/.test(message.text()))
        violations.push(message.text());
    });
    await openNetwork(window);
    await expect(window.getByText('Audits and components: 8 · Tiers: 3')).toBeVisible();
    await expect(picture(window).getByRole('img')).toHaveCount(4); // those in sight
    await expect(picture(window).getByRole('img', { name: `${group}, Group audit, Open` })).toBeVisible();
    await expect(
      picture(window).getByRole('img', {
        name: 'Valkenhorst Italia S.p.A., Component, In scope, Inter-office, Open',
      }),
    ).toBeVisible();
    await expect(picture(window).getByText('In scope').first()).toBeVisible();
    expect(await accessibilityFaults(window)).toEqual([]);
    await window.getByRole('button', { name: 'Fit to window' }).click();
    await expect(picture(window).getByRole('img')).toHaveCount(8);
    expect(violations).toEqual([]);
  });

  test('T1: is walked by keyboard alone in picture and list, which stand at the same place', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openNetwork(window);
    await picture(window).focus();
    expect(await said(picture(window))).toMatch(`${group}, Group audit`);
    await window.keyboard.press('ArrowRight');
    expect(await said(picture(window))).toMatch('Valkenhorst Italia S.p.A., Component');
    await window.keyboard.press('ArrowDown');
    expect(await said(picture(window))).toMatch('Fonderia Pieve Alta S.r.l., Component');
    await window.keyboard.press('ArrowDown');
    expect(await said(picture(window))).toMatch('Fonderia Pieve Alta S.r.l., Component'); // nothing wraps
    await window.keyboard.press('ArrowUp');
    await window.keyboard.press('ArrowRight');
    expect(await said(picture(window))).toMatch(`${italy}, Group audit`);
    await window.keyboard.press('ArrowRight');
    await window.keyboard.press('ArrowRight');
    await expect.poll(() => said(picture(window))).toMatch(`${pumps}, Group audit`);
    await window.keyboard.press('Space');
    await expect(
      picture(window)
        .getByRole('img', { name: /Pompe.*Group audit/ })
        .getByText('1'),
    ).toBeVisible();
    await window.keyboard.press('ArrowLeft');
    await window.keyboard.press('ArrowLeft');
    await window.keyboard.press('Space');
    await window.getByRole('button', { name: 'List' }).click();
    expect(await said(list(window))).toMatch(`${italy}, Group audit`);
    await expect(list(window).getByRole('row', { name: `${italy}, Group audit` })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    expect(await accessibilityFaults(window)).toEqual([]);
    await list(window).focus();
    await window.keyboard.press('ArrowRight');
    await window.keyboard.press('ArrowRight');
    expect(await said(list(window))).toMatch('Pompe Adriatica S.p.A., Component');
    await window.getByRole('button', { name: 'Diagram' }).click();
    await expect.poll(() => said(picture(window))).toMatch('Pompe Adriatica S.p.A., Component');
    await picture(window).focus();
    await window.keyboard.type('valkenhorst i');
    await expect.poll(() => said(picture(window))).toMatch(/^Valkenhorst Italia/);
    await window.keyboard.press('Home');
    await expect.poll(() => said(picture(window))).toMatch(group);
    await window.keyboard.press('Enter');
    await expect(window.getByRole('heading', { level: 1, name: group })).toBeFocused();
  });

  test('an audit leads to its network, where its way to the top is shown in picture, list and words', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await window.getByRole('row', { name: pumps }).click();
    await window.getByRole('button', { name: 'Network' }).click();
    await expect(picture(window)).toBeVisible();
    await expect.poll(() => said(picture(window))).toBe(`${pumps}, Group audit, Open, on the path to top`);
    const way = window.getByRole('region', { name: 'Path to top' }).getByRole('button');
    await expect(way).toHaveText([
      `${pumps} (Group audit)`,
      'Pompe Adriatica S.p.A. (Component)',
      `${italy} (Group audit)`,
      'Valkenhorst Italia S.p.A. (Component)',
      `${group} (Group audit)`,
    ]);
    await window.getByRole('button', { name: 'List' }).click();
    await expect(list(window).getByRole('row', { name: 'on the path to top' })).toHaveCount(5);
    await way.last().click();
    await expect.poll(() => said(list(window))).toMatch(group);
    await window.getByRole('button', { name: 'Show path to top' }).click();
    await expect(list(window).getByRole('row', { name: 'on the path to top' })).toHaveCount(1);
    await window.getByRole('button', { name: 'Hide path' }).click();
    await expect(way).toHaveCount(0);
    await list(window).focus();
    await window.keyboard.type('pompe');
    await window.getByRole('button', { name: 'Open components' }).click();
    await expect(window.getByRole('heading', { level: 1, name: italy })).toBeVisible();
    await expect(window.getByRole('treegrid', { name: 'Component tree' })).toBeVisible();
  });

  test('is searched: what is found is opened, brought into sight and gone through one by one', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openNetwork(window);
    await window.getByRole('button', { name: 'Collapse all' }).click();
    await expect(picture(window).getByRole('img')).toHaveCount(1);
    await window.keyboard.press('Control+f');
    await window.keyboard.type('pieve');
    await expect(window.getByText('1 of 3 results')).toBeVisible();
    await expect.poll(() => said(picture(window))).toMatch(/^Fonderia Pieve Alta/);
    await window.keyboard.press('Enter');
    await expect(window.getByText('2 of 3 results')).toBeVisible();
    await window.getByRole('button', { name: 'Previous result' }).click();
    await window.getByRole('button', { name: 'Previous result' }).click();
    await expect(window.getByText('3 of 3 results')).toBeVisible();
    await window.getByRole('button', { name: 'List' }).click();
    await expect.poll(() => said(list(window))).toMatch(/^Fonderia Pieve Alta/);
    await window.getByRole('searchbox', { name: 'Search the network' }).fill('nobody');
    await expect(window.getByText('No results')).toBeVisible();
    expect(await accessibilityFaults(window)).toEqual([]);
  });
});

test('a group that is initialising, a status that nobody knows and somebody else’s change are seen', async ({
  renderApp,
  sandbox,
}) => {
  await sandbox.control('POST', 'audits/van-rossem-bellani/2026-PUMPS/', { status: 'initializing' });
  const odd = { id: '2026-ITALY-VH-2120', name: 'Fonderia Pieve Alta S.r.l.', status: 'under_review' };
  await sandbox.control('POST', 'faults/', {
    method: 'GET',
    path: '/api/v1/audits/2026-ITALY/component-audits/',
    times: null,
    kind: 'status',
    status: 200,
    body: { count: 1, next: null, previous: null, results: [odd] },
  });
  const { window } = await renderApp({ service: sandbox });
  await openNetwork(window);
  await window.getByRole('button', { name: 'List' }).click();
  await expect(list(window).getByRole('row', { name: `${pumps}, Group audit, Initializing` })).toBeVisible();
  await expect(
    list(window).getByRole('row', { name: 'Fonderia Pieve Alta S.r.l., Component, under_review' }),
  ).toBeVisible(); // and nothing is said of its scope
  await list(window).focus();
  await window.keyboard.type('fonderia');
  const before = await said(list(window));
  // Main looks at what is being initialised, and tells.
  await sandbox.control('POST', 'audits/van-rossem-bellani/2026-PUMPS/', { status: 'open' });
  await expect(list(window).getByRole('row', { name: `${pumps}, Group audit, Open` })).toBeVisible();
  await sandbox.control('POST', 'audits/van-rossem-bellani/2026-ITALY/', { status: 'archived' });
  await window.getByRole('button', { name: 'Refresh' }).click();
  await expect(list(window).getByRole('row', { name: `${italy}, Group audit, Archived` })).toBeVisible();
  expect(await said(list(window))).toBe(before);
});
