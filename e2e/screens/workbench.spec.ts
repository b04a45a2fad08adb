import { expect, type Locator, type Page } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { accessibilityFaults, faultsInAllColours } from '../looks.ts';
import { logIn, row, test } from '../workbench.ts';

// The sandbox's workbench as it is: the real process, the page that it serves, and requests from outside.

// As in other tests of screens: a click waits until nothing moves, and a transition that the colours change under never ends.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a request shows while the page is open, and opens with its answer beside it', async ({
  bench,
  client,
}) => {
  await client.send('GET', '/audits/?page_size=1');
  await row(bench, /GET \/api\/v1\/audits\//).click();
  const chosen = bench.getByRole('region', { name: 'The chosen request' });
  await expect(chosen.getByRole('region', { name: 'Request', exact: true })).toContainText(
    'GET /api/v1/audits/?page_size=1',
  );
  await expect(chosen.getByRole('region', { name: 'Answer', exact: true })).toContainText('"count": ');
  await client.send('POST', '/audits/', { id: 'a', language: 'xx' });
  await row(bench, /POST \/api\/v1\/audits\/, 400/).click();
  await expect(chosen.getByRole('region', { name: 'Request', exact: true })).toContainText(
    '"language": "xx"',
  );
  await expect(chosen.getByRole('region', { name: 'Answer', exact: true })).toContainText(
    'not a valid choice',
  );
});

test('the search and the filters narrow the list, and say how many are left', async ({ bench, client }) => {
  await client.send('GET', '/roles/');
  await client.send('GET', '/nothing/');
  await client.send('DELETE', '/audits/nothing/');
  await expect(bench.getByRole('status').getByText('4 requests')).toBeVisible();
  await bench.getByRole('searchbox', { name: 'Search requests' }).fill('nothing get');
  await expect(bench.getByText('1 of 4 requests')).toBeVisible();
  await bench.getByRole('searchbox', { name: 'Search requests' }).fill('');
  await bench.getByRole('button', { name: 'Outcome: all' }).click();
  await bench.getByRole('option', { name: 'Refused (4xx)' }).click();
  await bench.keyboard.press('Escape');
  await expect(bench.getByText('2 of 4 requests')).toBeVisible();
});

test('each refusal says why: the rule, the field with its value, the window, the decision', async ({
  bench,
  client,
}) => {
  await client.send('POST', '/audits/', { id: 'a', language: 'xx', coupled_component_audit_ids: ['b', 'b'] });
  await row(bench, /POST \/api\/v1\/audits\/, 400/).click();
  const why = bench.getByRole('region', { name: 'Why it was refused' });
  await expect(why).toContainText('language = "xx" · decisions §2');
  await expect(why).toContainText('The id is in the list more than once.');
  await expect(why).toContainText('decisions §9.3');
  for (let index = 0; index < 5; index += 1) await client.send('DELETE', '/audits/nothing/');
  await row(bench, /DELETE .*, 429/).click();
  await expect(why).toContainText(
    /burst window: 5 of 5, room at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC · tier: lifecycle · decisions §12.1/,
  );
});

test('neither a token nor a secret comes to the page', async ({ bench, client, service }) => {
  await client.send('GET', '/roles/');
  await row(bench, /POST \/api\/v1\/oauth\/token\//).click();
  const chosen = bench.getByRole('region', { name: 'The chosen request' });
  await expect(chosen).toContainText('client_secret=(removed)');
  await expect(chosen).toContainText('"access_token": "(removed)"');
  for (const path of ['exchanges/after/0/', 'exchanges/1/', 'exchanges/2/']) {
    const told = JSON.stringify(await service.control('GET', path));
    expect(told).not.toContain(client.token);
    expect(told).not.toContain(service.clientSecret);
  }
});

test('a request is sent again, and copied as a command without its token', async ({
  bench,
  client,
  service,
}) => {
  await client.send('GET', '/roles/');
  await row(bench, /roles/).click();
  await bench.getByRole('button', { name: 'Send again' }).click();
  await expect(row(bench, /GET \/api\/v1\/roles\/, 200/)).toHaveCount(2);
  await noteCopies(bench);
  await bench.getByRole('button', { name: 'Copy as curl' }).click();
  await expect
    .poll(() => bench.evaluate(() => document.documentElement.dataset['copied']))
    .toBe(`curl '${service.baseUrl}/api/v1/roles/' \\\n  -H "Authorization: Bearer $TOKEN"`);
  await row(bench, /token/).click();
  await bench.getByRole('button', { name: 'Send again' }).click();
  await expect(bench.getByRole('alert')).toHaveText(
    'The request cannot be sent again: a part of it was not kept.',
  );
});

test('a world has a workbench of its own, and what is copied there names it', async ({ bench, service }) => {
  await service.control('POST', 'worlds/', { name: 'red' });
  expect((await fetch(`${service.baseUrl}/worlds/red/api/v1/roles/`)).status).toBe(401);
  await expect(row(bench, /roles/)).toHaveCount(0);
  await bench.goto(`${service.baseUrl}/worlds/red/__sandbox/`);
  await row(bench, /GET \/api\/v1\/roles\/, 401/).click();
  await noteCopies(bench);
  await bench.getByRole('button', { name: 'Copy as curl' }).click();
  await expect
    .poll(() => bench.evaluate(() => document.documentElement.dataset['copied']))
    .toBe(`curl '${service.baseUrl}/worlds/red/api/v1/roles/'`);
});

/** Keeps what the page copies where a test can read it. */
async function noteCopies(bench: Page): Promise<void> {
  await bench.evaluate(() => {
    document.addEventListener('copy', (event) => {
      document.documentElement.dataset['copied'] = event.clipboardData?.getData('text/plain') ?? '';
    });
  });
}

test('the clock, faults and a reset by hand', async ({ bench, client, service }) => {
  await bench.getByRole('link', { name: 'Controls' }).click();
  await expect(bench.getByRole('heading', { level: 1, name: 'Controls' })).toBeFocused();
  const before = (await service.control('GET', 'clock/')) as { now: string };
  await bench.getByRole('button', { name: 'Forward 1 day' }).click();
  await expect(bench.getByRole('status').getByText('The clock of the service is at')).toBeAttached();
  const after = (await service.control('GET', 'clock/')) as { now: string };
  expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(86_400_000);
  const again = await logIn(service);
  await bench.getByRole('textbox', { name: 'Probability' }).fill('2');
  await bench.getByRole('button', { name: 'Add the fault' }).click();
  await expect(bench.getByText('probability: A number above 0, and at most 1, is required.')).toBeVisible();
  await bench.getByRole('textbox', { name: 'Probability' }).fill('0.5');
  await bench.getByRole('textbox', { name: 'Seed' }).fill('7');
  await bench.getByRole('textbox', { name: 'Times' }).fill('');
  await bench.getByRole('button', { name: 'Add the fault' }).click();
  await expect(bench.getByRole('list', { name: 'Faults that wait' })).toContainText(
    'probability 0.5, seed 7',
  );
  const statuses = new Set<number>();
  for (let index = 0; index < 20; index += 1) statuses.add(await again.send('GET', '/roles/'));
  expect([...statuses].toSorted((one, other) => one - other)).toEqual([200, 503]);
  await bench.getByRole('button', { name: 'Remove all' }).click();
  await expect(bench.getByRole('list', { name: 'Faults that wait' })).toBeHidden();
  expect(await faultsInAllColours(bench)).toEqual([]);
  await bench.getByRole('button', { name: 'Reset the service' }).click();
  await bench.getByRole('alertdialog').getByRole('button', { name: 'Reset the service' }).click();
  await expect(bench.getByRole('alertdialog')).toBeHidden();
  expect(await client.send('GET', '/roles/')).toBe(401);
  await bench.setViewportSize({ width: 320, height: 640 });
  expect(await bench.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('the state: firms with their windows, audits, and one of them at length, which can be archived', async ({
  bench,
  client,
}) => {
  await client.send('GET', '/audits/');
  await bench.getByRole('link', { name: 'State' }).click();
  await expect(bench.getByText('59 audits')).toBeVisible();
  await bench.getByText('250 credits, accounts, users and quota windows').click();
  await expect(bench.getByRole('row', { name: /read_heavy 1 of 30/ })).toBeVisible();
  await bench.getByRole('textbox', { name: 'Credits' }).fill('7');
  await bench.getByRole('button', { name: 'Set the credits' }).click();
  await bench.getByText('7 credits, accounts, users and quota windows').click();
  const grid = bench.getByRole('grid', { name: 'Audits, in the order of their creation' });
  await grid
    .getByRole('row', { name: /consolidated/ })
    .first()
    .click();
  const chosen = bench.getByRole('region', { name: 'The chosen audit' });
  await expect(chosen.getByRole('region', { name: /Component audits/ })).toContainText('"in_scope"');
  await chosen.getByRole('button', { name: 'Set the status' }).click();
  await bench.getByRole('menuitem', { name: 'archived' }).click();
  await expect(chosen.getByRole('region', { name: 'Audit', exact: true })).toContainText(
    '"status": "archived"',
  );
  await chosen.getByRole('button', { name: 'Lock the scope' }).click();
  await expect(chosen.getByRole('button', { name: 'Unlock the scope' })).toBeVisible();
  await bench.setViewportSize({ width: 320, height: 640 });
  expect(await bench.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('one fault is removed by hand, and one lets requests pass first', async ({ bench, client }) => {
  await bench.getByRole('link', { name: 'Controls' }).click();
  await bench.getByRole('textbox', { name: 'Lets pass first' }).fill('1');
  await bench.getByRole('textbox', { name: 'Times' }).fill('');
  await bench.getByRole('button', { name: 'Add the fault' }).click();
  const waiting = bench.getByRole('list', { name: 'Faults that wait' });
  await expect(waiting).toContainText('lets 1 pass');
  await bench.getByRole('textbox', { name: 'Status' }).fill('502');
  await bench.getByRole('button', { name: 'Add the fault' }).click();
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await bench.getByRole('button', { name: 'Remove fault 2' }).press('Enter');
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
  expect([await client.send('GET', '/roles/'), await client.send('GET', '/roles/')]).toEqual([200, 503]);
});

test('the clock is held by hand, a scenario is loaded, and the limits and roles of a firm are set', async ({
  bench,
  service,
}) => {
  await bench.getByRole('link', { name: 'Controls' }).click();
  await bench.getByRole('button', { name: 'Hold it' }).click();
  await expect(bench.getByRole('button', { name: 'Let it go' })).toBeVisible();
  expect(await service.control('GET', 'clock/')).toMatchObject({ frozen: true });
  await bench.getByRole('button', { name: /Scenario/ }).click();
  await bench.getByRole('option', { name: 'demo:network-of-three' }).click();
  await bench.getByRole('button', { name: 'Load the scenario' }).click();
  await bench.getByRole('alertdialog').getByRole('button', { name: 'Load the scenario' }).click();
  await expect(bench.getByRole('alertdialog')).toBeHidden();
  const client = await logIn(service);
  expect(await client.send('GET', '/audits/2026-GROUP-VH-2120/')).toBe(200);
  await bench.getByRole('link', { name: 'State' }).click();
  await bench.getByText('accounts, users and quota windows').click();
  const accounts = bench.getByRole('list', { name: 'Service accounts' });
  await expect(accounts.getByRole('listitem')).toHaveText([
    /^demo-manager · api_account_manager/,
    /^demo-reader · no role/,
    /^demo-manager-without-network · api_account_manager/,
  ]);
  await accounts.getByRole('button', { name: 'Take from demo-manager the role api_account_manager' }).click();
  await expect(accounts.getByRole('listitem').first()).toHaveText(/^demo-manager · no role/);
  expect(await client.send('DELETE', '/audits/2026-GROUP-VH-2120/')).toBe(403);
  await bench.getByRole('textbox', { name: 'Limit, burst' }).fill('0.5');
  await bench.getByRole('button', { name: 'Set the limits' }).click();
  await expect(bench.getByText(/^rate_limits: /)).toBeVisible();
  await bench.getByRole('textbox', { name: 'Limit, burst' }).fill('1');
  await bench.getByRole('button', { name: 'Set the limits' }).click();
  await expect(bench.getByRole('row', { name: /^read 1 of 1, room at/ })).toBeVisible();
  expect(await client.send('GET', '/audits/2026-GROUP-VH-2120/')).toBe(429);
  await accounts.getByRole('button', { name: 'Revoke the tokens of demo-manager', exact: true }).click();
  await expect.poll(() => client.send('GET', '/roles/')).toBe(401);
  expect(await faultsInAllColours(bench)).toEqual([]);
});

test('worlds by hand: created from a scenario or a file, opened, their address copied, deleted', async ({
  bench,
  service,
}) => {
  await bench.getByRole('link', { name: 'Worlds' }).click();
  const name = bench.getByRole('textbox', { name: 'Name of the new world' });
  await name.fill('Red');
  await bench.getByRole('button', { name: 'Create the world' }).click();
  await expect(bench.getByText(/^name: 1 to 63 small letters/)).toBeVisible();
  await name.fill('red');
  await bench.getByRole('button', { name: /It starts from/ }).click();
  await bench.getByRole('option', { name: 'demo:no-credits' }).click();
  await bench.getByRole('button', { name: 'Create the world' }).click();
  await expect(
    bench.getByText(/client id demo-manager, client secret open-to-all-demo-manager/),
  ).toBeVisible();
  await name.fill('blue');
  await bench.getByLabel('Create it from a fixture file').setInputFiles({
    name: 'blue.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(smallFirm())),
  });
  const worlds = bench.getByRole('list', { name: 'Worlds' });
  await expect(worlds.getByRole('listitem')).toHaveCount(2);
  await noteCopies(bench);
  await bench.getByRole('button', { name: 'Copy the base URL of red' }).press('Enter');
  await expect
    .poll(() => bench.evaluate(() => document.documentElement.dataset['copied']))
    .toBe(`${service.baseUrl}/worlds/red`);
  expect(await faultsInAllColours(bench)).toEqual([]);
  await bench.getByRole('button', { name: 'Delete the world blue' }).click();
  await bench.getByRole('alertdialog').getByRole('button', { name: 'Delete the world' }).click();
  await expect(worlds.getByRole('listitem')).toHaveCount(1);
  expect(await service.control('GET', 'worlds/')).toMatchObject({ results: [{ name: 'red' }] });
  await worlds.getByRole('link', { name: 'Open the workbench of red' }).click();
  await bench.getByRole('link', { name: 'State' }).click();
  await expect(bench.getByText('0 credits, accounts, users and quota windows')).toBeVisible();
  await bench.getByRole('link', { name: 'Worlds' }).click();
  await expect(bench.getByText('This is the workbench of the world red.')).toBeVisible();
  await bench.getByRole('link', { name: 'All worlds' }).click();
  await expect(worlds).toContainText(`${service.baseUrl}/worlds/red`);
});

test('snapshots by hand: kept, restored, deleted, downloaded and restored from the file', async ({
  bench,
  client,
}) => {
  await bench.getByRole('link', { name: 'Worlds' }).click();
  await bench.getByRole('textbox', { name: 'Name of the snapshot' }).fill('before/é');
  await bench.getByRole('button', { name: 'Keep the state' }).click();
  const snapshots = bench.getByRole('list', { name: 'Snapshots' });
  await expect(snapshots.getByRole('listitem')).toHaveText(/^before\/é · \d{4}-/);
  const download = bench.waitForEvent('download');
  await bench.getByRole('link', { name: 'Download the state as a file' }).click();
  const file = await (await download).path();
  const audit = 'MS-2026-esercizio';
  const confirm = async (button: string) => {
    await bench.getByRole('button', { name: button, exact: true }).first().click();
    await bench.getByRole('alertdialog').getByRole('button').last().click();
    await expect(bench.getByRole('alertdialog')).toBeHidden();
  };
  for (const restore of [
    () => confirm('Restore the snapshot before/é'),
    () => bench.getByLabel('Restore a file').setInputFiles(file),
  ]) {
    expect(await client.send('DELETE', `/audits/${audit}/`)).toBe(204);
    await restore();
    await expect.poll(() => client.send('GET', `/audits/${audit}/`)).toBe(200);
  }
  await bench.getByLabel('Restore a file').setInputFiles({
    name: 'no.snapshot',
    mimeType: 'text/plain',
    buffer: Buffer.from('no'),
  });
  await expect(bench.getByText(/^The snapshot was not restored/)).toBeVisible();
  expect(await faultsInAllColours(bench)).toEqual([]);
  await confirm('Delete the snapshot before/é');
  await expect(snapshots).toBeHidden();
  await bench.setViewportSize({ width: 320, height: 640 });
  expect(await bench.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('the state is accessible, with an audit open', async ({ bench }) => {
  await bench.getByRole('link', { name: 'State' }).click();
  await bench
    .getByRole('row', { name: /consolidated/ })
    .first()
    .click();
  const chosen = bench.getByRole('region', { name: 'The chosen audit' });
  await expect(chosen.getByRole('region', { name: 'Audit', exact: true })).toBeVisible();
  expect(await faultsInAllColours(bench)).toEqual([]);
});

/** How many milliseconds 60 frames take in which a grid scrolls: the least of five times, since other work comes between. */
function scrolled(grid: Locator): Promise<number> {
  return grid.evaluate(async (element) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const started = await frame();
      for (let at = 0; at < 60; at += 1) {
        element.scrollTop = (at % 4) * 640;
        await frame();
      }
      times.push((await frame()) - started);
    }
    return Math.min(...times);
  });
}

test.describe('10,000 requests', () => {
  test('are a list of few elements, which keys and the search lead through', async ({ bench, client }) => {
    for (let batch = 0; batch < 100; batch += 1)
      await Promise.all(
        Array.from({ length: 100 }, (_, at) => client.send('GET', `/n${String(batch * 100 + at + 1)}/`)),
      );
    await expect(bench.getByText('10,000 requests')).toBeVisible();
    const grid = bench.getByRole('grid', { name: 'Requests, newest first' });
    const elements = () => grid.evaluate((element) => element.querySelectorAll('*').length);
    expect(await elements()).toBeLessThanOrEqual(500);
    const many = await scrolled(grid);
    await grid.focus();
    await bench.keyboard.press('End');
    await expect(grid.getByRole('row').last()).toHaveAttribute('aria-rowindex', '10001');
    expect(await elements()).toBeLessThanOrEqual(500);
    await bench.keyboard.press('Enter');
    await expect(bench.getByRole('region', { name: 'The chosen request' })).toBeVisible();
    await bench.getByRole('searchbox', { name: 'Search requests' }).fill('n9999/');
    await expect(bench.getByText('1 of 10,000 requests')).toBeVisible();
    await bench.getByRole('searchbox', { name: 'Search requests' }).fill('n99');
    await expect(bench.getByText('111 of 10,000 requests')).toBeVisible();
    const few = await scrolled(grid);
    await bench.getByRole('searchbox', { name: 'Search requests' }).fill('');
    await expect(bench.getByText('10,000 requests', { exact: true })).toBeVisible();
    const again = await scrolled(grid); // on both sides of the few: what else the machine does comes and goes
    expect(Math.min(many, again) / few, '10,000 rows scroll about as quickly as 111').toBeLessThan(3);
  });
});

test('it is accessible, and looks right in light, dark and forced colours', async ({ bench, client }) => {
  await client.send('GET', '/roles/');
  await row(bench, /roles/).click();
  await expect(bench.getByRole('region', { name: 'Answer', exact: true })).toBeVisible();
  expect(await faultsInAllColours(bench)).toEqual([]);
  await bench.setViewportSize({ width: 320, height: 640 });
  expect(await accessibilityFaults(bench)).toEqual([]);
  expect(await bench.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
