import { expect, type Page } from '@playwright/test';
import { goTo, openTreeOf, row, tree } from '../component-tree.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { coupleMeanwhile, meanwhile, requestLines } from '../meanwhile.ts';
import { allAnswered } from '../quiet.ts';
import { type Rendered, test } from '../screen.ts';
import type { Service } from '../service.ts';
import { assignMeanwhile, openUsers } from '../users.ts';

test.use({ movesPageClock: true });
test.use({ firm: couplingFirm() });

const high = 'Noorderhaven group 2026';
const leaf = 'Noorderhaven Rederij B.V.';

/** The list of audits, in a window of which the time can be put forward. */
async function begin({ window }: Rendered): Promise<Page> {
  await expect(window.getByRole('row', { name: high })).toBeVisible();
  await window.clock.install();
  return window;
}

/** Lets the time pass in which what a screen shows is looked at again. */
async function lookAgain({ window, putForward }: Rendered, sandbox: Service): Promise<void> {
  await allAnswered(window, sandbox); // the minute begins with the last answer
  await putForward(61);
  await window.clock.fastForward(61_000);
}

/** The name of the row at which the tree stands; it has to have the focus. */
async function place(window: Page): Promise<string | null> {
  await expect(tree(window)).toBeFocused();
  const id = await tree(window).getAttribute('aria-activedescendant');
  return window.locator(`[id="${id}"]`).getAttribute('aria-label');
}

test('a group that somebody archives: its tree says so within a minute, and keeps place and focus', async ({
  renderApp,
  sandbox,
}) => {
  const rendered = await renderApp({ service: sandbox });
  const window = await begin(rendered);
  await openTreeOf(window, high);
  await goTo(window, leaf);
  const add = window.getByRole('button', { name: 'Add components' });
  await expect(add).not.toHaveAttribute('aria-disabled', 'true');
  await sandbox.control('POST', 'audits/kantoor/HIGH/', { status: 'archived' });
  await lookAgain(rendered, sandbox);
  await expect(window.getByText('Archived', { exact: true }).first()).toBeVisible();
  await expect(add).toHaveAccessibleDescription('The group audit is archived.');
  expect(await place(window)).toContain(leaf);
});

test('a component that somebody couples: it says so within a minute, and what is staged is kept', async ({
  renderApp,
  sandbox,
}) => {
  const rendered = await renderApp({ service: sandbox });
  const window = await begin(rendered);
  await openTreeOf(window, high);
  await goTo(window, 'Noorderhaven Groep');
  await window.getByRole('button', { name: 'Add component', exact: true }).click();
  const dialog = window.getByRole('dialog', { name: 'Add components' });
  await dialog.getByText('Group auditor', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
  await goTo(window, leaf);
  await coupleMeanwhile(sandbox, 'HIGH/leaf');
  await lookAgain(rendered, sandbox);
  await expect(row(window, `${leaf} (NL), In scope, Inter-office, Open, coupled to FASTER`)).toBeVisible();
  expect(await place(window)).toContain(leaf);
  await expect(window.getByText('Staged: 1 to add')).toBeVisible();
});

test('T5: a component that somebody deletes: its legal entity keeps the place, and its staged deletion is gone', async ({
  renderApp,
  sandbox,
}) => {
  const rendered = await renderApp({ service: sandbox });
  const window = await begin(rendered);
  await openTreeOf(window, high);
  await goTo(window, leaf);
  await window
    .getByRole('group', { name: 'Detail' })
    .getByRole('button', { name: 'Delete component' })
    .click();
  await expect(window.getByText('Staged: 1 to delete')).toBeVisible();
  await goTo(window, leaf);
  await meanwhile(sandbox, 'DELETE', 'audits/HIGH/component-audits/HIGH%2Fleaf/');
  await lookAgain(rendered, sandbox);
  await expect(row(window, `${leaf} (NL), Not covered`)).toBeVisible();
  expect(await place(window)).toContain(leaf);
  await expect(window.getByText('Staged: 1 to delete')).toBeHidden();
});

test('T6: components that are to be set out of scope and change meanwhile: the dialog says what each loses now, and is about those that are left', async ({
  renderApp,
  sandbox,
}) => {
  const rendered = await renderApp({ service: sandbox });
  const window = await begin(rendered);
  await openTreeOf(window, high);
  for (const name of ['Noorderhaven Sch', leaf]) {
    await goTo(window, name);
    await window.keyboard.press('Space');
  }
  await window.getByRole('button', { name: 'Set 2 out of scope' }).click();
  const dialog = window.getByRole('dialog', { name: /out of scope$/ });
  await dialog.getByRole('textbox').fill('Too small.');
  await coupleMeanwhile(sandbox, 'HIGH/leaf');
  await lookAgain(rendered, sandbox);
  await expect(dialog.getByRole('row', { name: leaf })).toContainText('FASTER');
  await meanwhile(sandbox, 'DELETE', 'audits/LOW/');
  await sandbox.control('POST', 'clock/', { advance_seconds: 10 });
  await meanwhile(sandbox, 'DELETE', 'audits/HIGH/component-audits/HIGH%2Flow/');
  await lookAgain(rendered, sandbox);
  await expect(dialog).toHaveAccessibleName(`Set ${leaf} out of scope`);
  await expect(dialog.getByRole('textbox')).toHaveValue('Too small.');
  await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
  await expect(window.getByText('Staged: 1 out of scope')).toBeVisible();
});

test('an audit in a status that this app does not know: shown as the service spells it', async ({
  renderApp,
  sandbox,
}) => {
  const rendered = await renderApp({ service: sandbox });
  const window = await begin(rendered);
  await window.getByRole('row', { name: 'Another network 2026' }).click();
  await expect(window.getByRole('definition').filter({ hasText: 'ISLAND' })).toBeVisible();
  await sandbox.control('POST', 'faults/', {
    method: 'GET',
    path: '/api/v1/audits/ISLAND/',
    times: null, // the page may read it twice: it begins with what the list knows
    kind: 'status',
    status: 200,
    body: {
      id: 'ISLAND',
      name: 'Another network 2026',
      audit_type: 'consolidated',
      client_organisation_id: 'noorderhaven',
      status: 'under_review',
    },
  });
  await lookAgain(rendered, sandbox);
  await expect(window.getByText('under_review', { exact: true }).first()).toBeVisible();
});

test('an audit that somebody deletes: being deleted, then gone, each within a minute', async ({
  renderApp,
  sandbox,
}) => {
  const rendered = await renderApp({ service: sandbox });
  const window = await begin(rendered);
  await openTreeOf(window, 'Another network 2026');
  await sandbox.control('POST', 'clock/', { frozen: true }); // it stays as it is until it is seen
  await meanwhile(sandbox, 'DELETE', 'audits/ISLAND/');
  await lookAgain(rendered, sandbox);
  await expect(window.getByRole('button', { name: 'Add components' })).toHaveAccessibleDescription(
    'The group audit is being deleted.',
  );
  await sandbox.control('POST', 'clock/', { advance_seconds: 10 });
  // Main looks at it every few seconds while it is being deleted.
  await expect(window.getByRole('heading', { level: 1, name: 'Audit not found' })).toBeVisible();
});

test('users that somebody assigns: listed within a minute, and what is typed meanwhile is kept', async ({
  renderApp,
  sandbox,
}) => {
  const rendered = await renderApp({ service: sandbox });
  const window = await begin(rendered);
  await openUsers(window, high);
  await window.getByRole('button', { name: 'Assign users' }).click();
  const addresses = window.getByRole('dialog').getByRole('textbox', { name: 'E-mail addresses' });
  await addresses.fill('marco.tosi@kantoor.example');
  await assignMeanwhile(sandbox, 'HIGH', { id: 'marco.tosi@kantoor.example', role: 'audit_auditor' });
  await lookAgain(rendered, sandbox);
  await expect(window.getByRole('dialog')).toContainText('Assigned already, as Auditor (audit_auditor)');
  await expect(addresses).toHaveValue('marco.tosi@kantoor.example');
  await expect(addresses).toBeFocused();
});

test('an open audit costs a request a minute for what it shows, none while its window is hidden, and none on focus', async ({
  renderApp,
  sandbox,
}) => {
  const rendered = await renderApp({ service: sandbox });
  const window = await begin(rendered);
  await openTreeOf(window, high);
  await allAnswered(window, sandbox);
  const since = (await requestLines(sandbox)).length;
  const asked = async () => (await requestLines(sandbox)).slice(since).toSorted();
  await window.clock.fastForward(50_000);
  expect(await asked()).toEqual([]);
  await lookAgain(rendered, sandbox);
  const once = ['GET /api/v1/audits/HIGH/', 'GET /api/v1/audits/HIGH/component-audits/'];
  await expect.poll(asked).toEqual(once);
  await setVisibility(window, 'hidden');
  await window.clock.fastForward(600_000);
  await setVisibility(window, 'visible');
  await window.evaluate(() => dispatchEvent(new Event('focus')));
  await window.clock.fastForward(1_000);
  expect(await asked()).toEqual(once);
});

async function setVisibility(window: Page, state: 'hidden' | 'visible'): Promise<void> {
  await window.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
    dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}
