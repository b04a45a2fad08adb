import { expect, type Locator } from '@playwright/test';
import type { Audit } from '../../src/shared/model/audit.ts';
import { exported, rowsOf } from '../exports.ts';
import { affirmScopes, passUntil } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { meanwhile, requestLines } from '../meanwhile.ts';
import { progressOf } from '../plans.ts';
import { test } from '../screen.ts';

const anyway = 'Send anyway';

test('a group of three tiers is rolled forward with its network: every scope affirmed, one plan, no difference', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  test.slow();
  const { window, putForward, traffic } = await renderApp({
    service: sandbox,
    at: '/audits/one/2026-VH-GRP',
  });
  await window.setViewportSize({ width: 1_280, height: 720 });
  await window.getByRole('button', { name: 'Roll forward…' }).click();
  await expect(window.getByRole('heading', { level: 1, name: /^Roll forward: Valkenhorst/ })).toBeVisible();
  const apply = window.getByRole('button', { name: /^Create \d+ items?$/ });
  await expect(window.getByRole('button', { name: 'Open scope decisions: 22' })).toBeVisible();
  await expect(apply).toHaveAttribute('aria-disabled', 'true');
  await expect(apply).toHaveAccessibleDescription('Open scope decisions: 22');
  expect(await accessibilityFaults(window)).toEqual([]);

  const grid = window.getByRole('treegrid', { name: /^Next period of/ });
  await grid.getByRole('row', { name: /^Valkenhorst Pompen B\.V\., .*, To decide/ }).click();
  const panel = window.getByRole('group', { name: 'Selected row' });
  await expect(panel.getByText('Was in scope.')).toBeVisible();
  await panel.getByText('In scope', { exact: true }).click();
  await expect(apply).toHaveAccessibleDescription('Open scope decisions: 21');
  // What was decided outlives the window.
  await window.reload();
  await expect(window.getByText(/^Your decisions of .* are back$/)).toBeVisible();
  await expect(apply).toHaveAccessibleDescription('Open scope decisions: 21');
  await window.getByRole('button', { name: 'Affirm 17 unchanged' }).click();
  // What was out of scope or is another firm's is affirmed apart: one singly, three at once with a sentence.
  await window.getByRole('button', { name: 'Affirm 4 out of scope or inter-firm…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Out of scope or inter-firm' });
  const sold = dialog
    .getByRole('listitem')
    .filter({ hasText: 'Was out of scope: Warehouse sold in March 2026' });
  await expect(sold).toContainText('The explanation names last year.');
  await expect(dialog.getByText(/^Was out of scope: In liquidazione/)).toBeVisible();
  await sold.getByRole('button', { name: /^Affirm / }).click();
  await expect(sold).toBeHidden();
  const atOnce = dialog.getByRole('button', { name: 'Affirm 3 at once' });
  await expect(atOnce).toHaveAccessibleDescription('Enter why they are affirmed at once.');
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('textbox').fill('Other firms report as last year.');
  await atOnce.click();
  await expect(dialog).toBeHidden();
  await expect(apply).toHaveAccessibleDescription(
    'For 13 legal entities without a component nothing is decided.',
  );
  await window.getByRole('button', { name: 'Leave out 13 legal entities' }).click();
  await window.getByRole('button', { name: /^Works in audit: No \(\d+\)$/ }).click();
  await expect(window.getByText('The structure is the same.')).toBeVisible();
  const report = rowsOf(await exported(window, folder, 'json'));
  const sentences = report.flatMap(({ scope_sentence: sentence }) => sentence ?? []);
  expect(sentences).toEqual(Array.from({ length: 3 }, () => 'Other firms report as last year.'));
  const decided = report.flatMap(({ scope_decided: how }) => how ?? []);
  expect(decided.filter((how) => how === 'singly')).toHaveLength(2);
  expect(decided.filter((how) => how === 'together')).toHaveLength(20);
  // One explanation names last year.
  await expect(apply).toHaveAccessibleDescription(/^Points in doubt: 1/);
  await window.getByText(anyway).click();
  await expect(window.getByText(/^Estimated: \d+ requests/)).toBeVisible();
  // Three consolidated audits at 12, two coupled ones at 3; components cost none.
  await expect(window.getByText('Uses 42 credits by the price list.', { exact: true })).toBeVisible();
  await apply.click();
  await expect(window.getByRole('heading', { level: 1, name: /Valkenhorst/ })).toBeVisible();
  await passUntil(sandbox, { putForward }, () => progressOf(traffic()).state === 'ended');
  expect(
    Object.keys(progressOf(traffic()).counts).filter((state) => progressOf(traffic()).counts[state]),
  ).toEqual(['done']);

  await window.getByRole('link', { name: 'Compare with last year' }).click();
  const rolled = window.getByText('Already rolled forward');
  await expect(rolled).toBeVisible();
  await expect(window.getByText('The structure is the same.')).toBeVisible();
  await expect(apply).toHaveAccessibleDescription('This group already has a successor.');
  const rows = rowsOf(await exported(window, folder, 'json'));
  expect(rows).toHaveLength(27);
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['same']));
  expect(rows.find(({ id_before: id }) => id === '2026-VH-GRP')).toMatchObject({ id_after: '2027-VH-GRP' });
});

test('several groups are rolled forward together: settings once, scopes affirmed in bulk, a plan for each, none twice', async ({
  renderApp,
  sandbox,
}) => {
  test.slow();
  const { window } = await renderApp({ service: sandbox });
  const search = window.getByRole('searchbox', { name: /^Search/ });
  for (const id of ['MS-2026-consolidato', 'MS-2026-esercizio', 'MS-2024-consolidato']) {
    await search.fill(id);
    await window.getByRole('grid').locator('[role=row] [data-part=box]').last().click();
  }
  const bar = window.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('3 selected');
  await bar.getByRole('button', { name: 'Roll forward…' }).click();

  await expect(window.getByRole('heading', { level: 1, name: 'Roll forward: 3 audits' })).toBeVisible();
  await expect(window.getByText('Already rolled forward')).toBeVisible();
  await expect(window.getByRole('listitem').filter({ hasText: 'bilancio consolidato 2025' })).toBeVisible();
  await expect(window.getByText('Networks that are rolled forward here, each with a plan: 2.')).toBeVisible();
  const apply = window.getByRole('button', { name: /^Create \d+ items?$/ });
  await expect(apply).toHaveAccessibleDescription('Open scope decisions: 3');
  await window.getByRole('button', { name: 'Affirm 3 unchanged' }).click();
  await window.getByRole('button', { name: /^Works in audit: No \(\d+\)$/ }).click();
  await expect(window.getByText(/^The last is open on /)).toBeVisible();
  await expect(window.getByText('The structure is the same.').last()).toBeVisible();
  await window.getByRole('button', { name: 'Change settings' }).click();
  await window.getByRole('textbox', { name: 'Pattern for ids' }).fill('MS-{year}');
  const grid = window.getByRole('treegrid', { name: /^Next period of/ });
  await expect(grid.getByRole('row', { name: /MS-2027-2/ }).or(grid.getByText('MS-2027-2'))).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await apply.click();
  await expect(window.getByRole('heading', { level: 1, name: 'Season' })).toBeVisible();
  const season = window.getByRole('grid', { name: /^Groups of the season/ });
  await expect(season.getByRole('row', { name: /bilancio consolidato 2027/ })).toBeVisible();
  await expect(season.getByRole('row', { name: /bilancio d’esercizio 2027/ })).toBeVisible();

  await window.evaluate(() => {
    location.hash = '#/audits/roll-forward?audit=MS-2026-consolidato&audit=MS-2026-esercizio';
  });
  await expect(apply).toHaveAttribute('aria-disabled', 'true');
  await expect(apply).toHaveAccessibleDescription(/^Networks with a plan in progress: 2|has a successor/);

  // What was only recognised may be another audit: a person says so.
  await window.evaluate(() => {
    location.hash = '#/audits/roll-forward?audit=MS-2024-consolidato';
  });
  await expect(window.getByText('Recognised by its id, name or period.')).toBeVisible();
  await window.getByRole('button', { name: /^Not its successor: .* 2025$/ }).click();
  await expect(window.getByText('Already rolled forward')).toBeHidden();
  await expect(apply).toHaveAccessibleDescription(/^Open scope decisions/);
});

test('a group that has its successor in part lists in what that differs, a place a line', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, at: '/audits/roll-forward?audit=2025-VH-GRP' });
  await window.setViewportSize({ width: 1_280, height: 720 });
  await expect(window.getByText('There in part: what is missing is proposed below')).toBeVisible();
  await window.getByText('Differences of the structure: 10.').first().click();
  const places = window.getByRole('listitem').filter({ hasText: /(Changed|Only before|Only after)$/ });
  await expect(places).toHaveCount(10);
  await expect(places.filter({ hasText: /^Handelsonderneming Sluiswijk B\.V\. Changed$/ })).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
});

test('a group that a colleague has made while the page was open is not made twice, but completed', async ({
  renderApp,
  sandbox,
}) => {
  test.slow();
  const { window, call, connection, putForward, traffic } = await renderApp({
    service: sandbox,
    at: '/audits/one/2026-VH-GRP',
  });
  await window.getByRole('button', { name: 'Roll forward…' }).click();
  await affirmScopes(window);
  await window.getByRole('button', { name: /^Leave out \d+ legal entities$/ }).click();
  await window.getByRole('button', { name: /^Works in audit: No \(\d+\)$/ }).click();
  await window.getByText(anyway).click();
  const apply = window.getByRole('button', { name: /^Create \d+ items?$/ });
  await expect(apply).not.toHaveAttribute('aria-disabled', 'true');
  const reply = await call('audits.read', { connection, path: { audit_id: '2026-VH-GRP' } });
  const { value: before } = reply as { readonly value: Audit }; // shared/model/audit
  await meanwhile(sandbox, 'POST', 'audits/', {
    id: 'COLLEAGUE-27',
    name: before.name.replace('2026', '2027'),
    work_package_id: before.work_package_id,
    scoping_package_id: before.scoping_package_id,
    client_organisation_id: before.client_organisation_id,
    legal_entity_id: before.legal_entity_ids[0],
    period_start: '2027-01-01',
    period_end: '2027-12-31',
    language: before.language,
    audit_type: before.audit_type,
  });
  const sent = await requestLines(sandbox);
  await apply.click();
  await expect(window.getByText('Made meanwhile, so not made again: 1 audit', { exact: true })).toBeVisible();
  await expect(window.getByText(/\(COLLEAGUE-27\)/)).toBeVisible();
  const since = (await requestLines(sandbox)).slice(sent.length);
  expect(since.filter((line) => line.startsWith('POST'))).toEqual([]);
  // What is there is no question any more: only the rest is sent, into the colleague's group.
  await expect(window.getByText('Already there: 1. Only what is missing is created.')).toBeVisible();
  await expect(apply).toHaveAccessibleName('Create 26 items');
  await apply.click();
  await expect(window.getByRole('heading', { level: 1, name: /Valkenhorst/ })).toBeVisible();
  await passUntil(sandbox, { putForward }, () => progressOf(traffic()).state === 'ended');
  const made = (await requestLines(sandbox)).slice(sent.length).filter((line) => line.startsWith('POST'));
  expect(made.filter((line) => line.includes('/COLLEAGUE-27/component-audits/'))).not.toEqual([]);
  await window.getByRole('link', { name: 'Compare with last year' }).click();
  await expect(window.getByText('Already rolled forward')).toBeVisible();
  await expect(window.getByText('The structure is the same.')).toBeVisible();
});

test('what was out of scope or is another firm’s is affirmed one by one with keys: the focus goes to the next', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, at: '/audits/one/2026-VH-GRP' });
  await window.getByRole('button', { name: 'Roll forward…' }).click();
  await window.getByRole('button', { name: 'Affirm 4 out of scope or inter-firm…' }).click();
  const each = window.getByRole('dialog').getByRole('button', { name: /^Affirm \D/ });
  await each.first().focus();
  for (const left of [3, 2, 1]) {
    await window.keyboard.press('Enter');
    await expect(each).toHaveCount(left);
    await expect(each.first()).toBeFocused();
  }
  await window.keyboard.press('Enter');
  await expect(window.getByRole('dialog')).toBeHidden();
});

const mostClicks = 25;

test(`a roll-forward of three tiers with every decision takes ${mostClicks} clicks at most, and each open point is a press away`, async ({
  renderApp,
  sandbox,
}) => {
  test.slow();
  const { window } = await renderApp({ service: sandbox, at: '/audits/one/2026-VH-GRP' });
  await window.setViewportSize({ width: 1_280, height: 720 });
  let clicks = 0;
  const press = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  const button = (name: string | RegExp) => window.getByRole('button', { name });
  await press(button('Roll forward…'));
  const panel = window.getByRole('group', { name: 'Selected row' });
  // One component singly, by the way to it; then what is alike.
  await press(button('Next open point'));
  await expect(panel.getByText('Was in scope.')).toBeVisible();
  await press(panel.getByText('In scope', { exact: true }));
  await press(button(/^Affirm \d+ unchanged$/));
  await press(button('Affirm 4 out of scope or inter-firm…'));
  const sentence = window.getByRole('dialog').getByRole('textbox');
  await press(sentence);
  await sentence.fill('Other firms report as last year.');
  await press(button('Affirm 4 at once'));
  await press(button(/^13 legal entities without a component$/));
  await expect(panel.getByText('No component', { exact: true })).toBeVisible();
  await press(button('Leave out 13 legal entities'));
  await press(button(/^Works in audit: No \(\d+\)$/));
  // An explanation that names last year is changed where it stands.
  await press(button('1 in doubt'));
  const explanation = panel.getByRole('textbox', { name: 'Explanation' });
  await expect(explanation).toHaveValue(/^Warehouse sold in March 2026/);
  await press(explanation);
  await explanation.fill('The warehouse is sold, and the entity will be dissolved.');
  await press(button('without users'));
  await press(button(/Users$/));
  await press(window.getByRole('option', { name: 'Last year’s users of each audit' }));
  await expect(button(/^with last year’s users \(\d+\)$/)).toBeVisible();
  await expect(button('Next open point')).toBeHidden();
  expect(await accessibilityFaults(window)).toEqual([]);
  await press(button(/^Create \d+ items$/));
  await expect(window.getByRole('heading', { level: 1, name: /Valkenhorst/ })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(mostClicks);
});

test('users and doubts that were decided are back when the page is opened again; production that is refused leaves the season as it was; a draft that is removed elsewhere is offered no more', async ({
  renderApp,
  sandbox,
}) => {
  test.slow();
  const { window, call, connection, answerNatively } = await renderApp({
    service: sandbox,
    connection: { name: 'Real firm', kind: 'production' },
    at: '/audits/one/2026-VH-GRP',
  });
  const button = (name: string | RegExp) => window.getByRole('button', { name });
  await button('Roll forward…').click();
  await affirmScopes(window);
  await button(/^Leave out \d+ legal entities$/).click();
  await button(/^Works in audit: No \(\d+\)$/).click();
  await button('without users').click();
  await button(/Users$/).click();
  await window.getByRole('option', { name: 'Last year’s users of each audit' }).click();
  await window.getByText(anyway).click();
  const users = button(/^with last year’s users \(\d+\)$/);
  const apply = button(/^Create \d+ items$/);
  await expect(apply).not.toHaveAttribute('aria-disabled', 'true'); // all users have been read
  const told = await users.textContent();
  expect(told).not.toContain('(0)');
  const kept = () => call('items.list', { of: 'drafts', connection });
  await expect
    .poll(kept)
    .toMatchObject({ value: { drafts: [{ content: { users: 'before', accepted: [expect.any(String)] } }] } });
  await window.reload(); // as a window that closes and opens again
  await expect(window.getByRole('checkbox', { name: anyway })).toBeChecked();
  await expect(users).toHaveText(told ?? '');
  await expect(apply).not.toHaveAttribute('aria-disabled', 'true');

  await answerNatively(false);
  await apply.click();
  await expect(window.getByText('Nothing was sent yet: this connection reaches production.')).toBeVisible();
  expect(await call('items.list', { of: 'season', connection })).toEqual({ ok: true, value: { season: [] } });

  await expect(button('Start over')).toBeVisible();
  const { value } = (await kept()) as {
    readonly value: { readonly drafts: readonly [{ readonly id: string }] };
  }; // as above
  await call('items.remove', { of: 'drafts', id: value.drafts[0].id }); // as the command does that has sent it
  await expect(button('Start over')).toBeHidden();
  await expect(apply).not.toHaveAttribute('aria-disabled', 'true');
  expect(await kept()).toEqual({ ok: true, value: { drafts: [] } });

  await answerNatively(true);
  await apply.click();
  await expect(window.getByRole('heading', { level: 1, name: /Valkenhorst/ })).toBeVisible();
  await expect
    .poll(() => call('items.list', { of: 'season', connection }))
    .toMatchObject({ value: { season: [{ predecessor: '2026-VH-GRP' }] } });
});
