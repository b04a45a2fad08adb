import { expect, type Page } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { enterConnection } from '../journeys.ts';
import { allAnswered } from '../quiet.ts';
import { test } from '../screen.ts';
import { requestsOf, type Service } from '../service.ts';
import { openThroughSettings } from '../through-settings.ts';

// What a service is asked for while a person goes to and fro: a list that is fresh is not read again.

test.use({ firm: smallFirm() });

const name = 'Noorderhaven Groep N.V., jaarrekening 2024';

/** The lists that a service was asked for, in their order. */
async function listsOf(window: Page, service: Service): Promise<readonly string[]> {
  await allAnswered(window, service);
  const lists =
    /\/(audits|client-organisations|work-packages|roles|component-audits|users|legal-entities)\/$/;
  const asked = (await requestsOf(service)).filter(
    ({ method, path }) => method === 'GET' && lists.test(path),
  );
  return asked.map(({ path }) => path);
}

async function switchTo(window: Page, connection: RegExp): Promise<void> {
  await window.getByRole('button', { name: 'Switch connection' }).click();
  await window.getByRole('menuitemradio', { name: connection }).click();
  await expect(window.getByRole('banner', { name: 'Environment' })).toContainText(connection);
  await expect(window.getByRole('row', { name })).toBeVisible();
}

test('of two connections that are switched twice within a minute no list is read again', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, connection: { name: 'First firm' } });
  await expect(window.getByRole('row', { name })).toBeVisible();
  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await enterConnection(window, sandbox, { name: 'Second firm', kind: 'Test' });
  await window.getByRole('button', { name: 'Save connection' }).click();
  await expect(window.getByRole('row', { name })).toBeVisible();
  const before = await listsOf(window, sandbox);
  expect(before.filter((path) => path === '/api/v1/audits/')).toHaveLength(2); // one for each
  await switchTo(window, /First firm/);
  await switchTo(window, /Second firm/);
  await switchTo(window, /First firm/);
  expect(await listsOf(window, sandbox)).toEqual(before);
});

test('a list that is opened again within its freshness is not read again, also in another window', async ({
  renderApp,
  sandbox,
}) => {
  const { window, openWindow } = await renderApp({ service: sandbox });
  await expect(window.getByRole('row', { name })).toBeVisible();
  const open = async (link: string, shown: string) => {
    await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
    await expect(window.getByRole('row', { name: shown }).first()).toBeVisible();
  };
  await open('Clients', 'Noorderhaven Groep');
  const before = await listsOf(window, sandbox);
  await open('Audits', name);
  await open('Clients', 'Noorderhaven Groep');
  const other = await openWindow('/clients');
  await expect(other.getByRole('row', { name: 'Noorderhaven Groep' }).first()).toBeVisible();
  expect(await listsOf(window, sandbox)).toEqual(before);
});
