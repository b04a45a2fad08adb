import { expect, type Page } from '@playwright/test';
import { candidate } from '../coupling.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { create, expectCreated, expectStep, goOn, toast } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { authorization, coupleMeanwhile, meanwhile, requestLines } from '../meanwhile.ts';
import { test } from '../screen.ts';
import type { Service } from '../service.ts';

const firm = couplingFirm();

test.use({
  firm: {
    ...firm,
    firms: firm.firms.map((one) => ({
      ...one,
      audits: (one.audits ?? []).flatMap((audit) =>
        audit.id === 'TAKEN'
          ? [
              audit,
              {
                ...audit,
                id: 'LATE',
                name: 'Rederij 2026',
                legal_entity_ids: ['NH-11'],
                coupled_component_audit_ids: [],
              },
            ]
          : [audit],
      ),
    })),
  },
});

/** In the menu of the page. */
async function choose(window: Page, name: string): Promise<void> {
  await window.getByRole('main').getByRole('button', { name: 'More actions' }).click();
  await window.getByRole('menuitem', { name }).click();
}

const row = (window: Page, name: string) => window.getByRole('row', { name });

async function statusOf(service: Service, id: string): Promise<number> {
  const answer = await fetch(`${service.baseUrl}/api/v1/audits/${id}/`, {
    headers: await authorization(service),
  });
  return answer.status;
}

test('an audit is deleted after its consequences and its id, and is followed until it is gone', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await row(window, 'Noorderhaven group 2026').click();
  await choose(window, 'Delete audit…');
  const blocked = window.getByRole('alertdialog', { name: 'Delete Noorderhaven group 2026' });
  await expect(blocked).toContainText(
    'Noorderhaven Scheepvaart B.V. is coupled to LOW; Cantieri Portonuovo S.r.l. is coupled to TAKEN',
  );
  await expect(blocked.getByRole('button', { name: 'Delete audits' })).toBeDisabled();
  await window.keyboard.press('Escape');
  await window.getByRole('link', { name: 'All audits' }).click();

  await row(window, 'Another network 2026').click();
  await choose(window, 'Delete audit…');
  const dialog = window.getByRole('alertdialog', { name: 'Delete Another network 2026' });
  await expect(dialog).toContainText('May be deleted with it: 1 component audit.');
  await expect(dialog).toContainText('refunds no credits');
  expect(await accessibilityFaults(window)).toEqual([]);
  const confirm = dialog.getByRole('button', { name: 'Delete 1 audit' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox', { name: /^Type the id/ }).fill('island');
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('heading', { level: 1, name: 'Audit not found' })).toBeVisible();
  await expect(toast(window, '“Another network 2026” deleted')).toBeVisible();
  await window.getByRole('link', { name: 'All audits' }).click();
  await expect(row(window, 'Archived group')).toBeVisible();
  await expect(row(window, 'Another network 2026')).toHaveCount(0);
  expect(await statusOf(sandbox, 'ISLAND')).toBe(404);
});

test('several are deleted by one plan, what is coupled first; what the service refuses is explained and stays', async ({
  renderApp,
  sandbox,
}) => {
  const { window, hold } = await renderApp({ service: sandbox });
  for (const name of ['Noorderhaven group 2026', 'Scheepvaart group', 'Cantieri', 'Another network'])
    await row(window, name).locator('[data-part=box]').click();
  await expect(window.getByText('4 selected')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  const reading = hold('mirror.read');
  await window.getByRole('button', { name: 'Delete 4 audits' }).click();
  const dialog = window.getByRole('alertdialog', { name: 'Delete 4 audits' });
  // How many are deleted may change until all is read: until then there is nothing to type.
  await expect(dialog.getByRole('button', { name: 'Delete 1 audit' })).toBeDisabled();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  reading.release();
  await expect(dialog).toContainText(
    'Deleted after the audits that are coupled to its components: LOW, TAKEN.',
  );
  await coupleMeanwhile(sandbox, 'ISLAND/leaf');
  await dialog.getByRole('textbox').fill('delete 4');
  await dialog.getByRole('button', { name: 'Delete 4 audits' }).click();
  await expect(window.getByText('Deleted: 3 of 4 audits')).toBeVisible();
  await expect(window.getByText('The service refused, probably because an audit is coupled')).toBeVisible();
  await expect(row(window, 'Another network 2026')).toContainText('Open');
  await expect(row(window, 'Noorderhaven group 2026')).toHaveCount(0);
  expect(await statusOf(sandbox, 'HIGH')).toBe(404);
  expect(await statusOf(sandbox, 'ISLAND')).toBe(200);
});

test('audits that somebody deletes while a person is asked about them: the question is about those that are left, and goes with the last', async ({
  renderApp,
  sandbox,
}) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  const deletedMeanwhile = async (id: string) => {
    await meanwhile(sandbox, 'DELETE', `audits/${id}/`);
    await sandbox.control('POST', 'clock/', { advance_seconds: 10 });
    await call('audits.read', { connection, path: { audit_id: id } }); // as any window looks at it
  };
  for (const name of ['Another network', 'Archived group'])
    await row(window, name).locator('[data-part=box]').click();
  await window.getByRole('button', { name: 'Delete 2 audits' }).click();
  const dialog = window.getByRole('alertdialog');
  await expect(dialog).toHaveAccessibleName('Delete 2 audits');
  await deletedMeanwhile('ISLAND');
  await expect(dialog).toHaveAccessibleName('Delete Archived group');
  await expect(dialog.getByRole('button', { name: 'Delete 1 audit' })).toBeVisible();
  await deletedMeanwhile('OLD');
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeFocused();
});

test('an account without the role is told so, and nothing is deleted', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({
    service: { ...sandbox, clientId: 'kantoor-reader', clientSecret: 'small-firm-reader' },
  });
  await row(window, 'Archived group').click();
  await choose(window, 'Delete audit…');
  const dialog = window.getByRole('alertdialog', { name: 'Delete Archived group' });
  await expect(dialog).toContainText('the archived content may be lost too');
  await dialog.getByRole('textbox').fill('Archived group');
  await dialog.getByRole('button', { name: 'Delete 1 audit' }).click();
  await expect(
    window.getByRole('main').getByRole('status').filter({ hasText: 'Delete Archived group' }),
  ).toContainText('lacks a permission');
  expect(await statusOf(sandbox, 'OLD')).toBe(200);
});

test('an uncoupled audit is created again, coupled: one plan deletes it and creates it once it is gone', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await row(window, 'Rederij 2026').click();
  await choose(window, 'Duplicate and couple…');
  const dialog = window.getByRole('alertdialog', { name: 'Create Rederij 2026 again, coupled' });
  await dialog.getByRole('textbox').fill('LATE');
  await dialog.getByRole('button', { name: 'Continue in the wizard' }).click();
  await expectStep(window, 'Coupling');
  expect(await statusOf(sandbox, 'LATE')).toBe(200);
  await candidate(window, 'Noorderhaven Scheepvaart group 2026').click();
  await window.getByRole('link', { name: /Name and id/ }).click();
  await expectStep(window, 'Name and id');
  await window.getByRole('textbox', { name: 'Id', exact: true }).fill('LATE');
  await goOn(window);
  await expectStep(window, 'Review');
  await expect(window.getByText('The audit Rederij 2026 (LATE) is permanently deleted first')).toBeVisible();
  await create(window);
  await expectCreated(window);
  await window.getByRole('button', { name: 'Open audit' }).click();
  await expect(window.getByText('LOW/leaf')).toBeVisible();
  const sent = (await requestLines(sandbox)).filter((line) => /^(DELETE|POST) /.test(line));
  expect(sent).toEqual(['DELETE /api/v1/audits/LATE/', 'POST /api/v1/audits/']);
});

test('a deletion waits ten seconds, in which it is undone and the service hears nothing', async ({
  renderApp,
  sandbox,
}) => {
  const { window, putForward } = await renderApp({ service: sandbox, undoMilliseconds: 10_000 });
  const ask = async () => {
    await row(window, 'Another network 2026').click();
    await choose(window, 'Delete audit…');
    const dialog = window.getByRole('alertdialog', { name: 'Delete Another network 2026' });
    await dialog.getByRole('textbox', { name: /^Type the id/ }).fill('island');
    await dialog.getByRole('button', { name: 'Delete 1 audit' }).click();
    await expect(window.getByText(/^Deleting Another network 2026 in \d+ second/)).toBeVisible();
  };
  await ask();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(window, 'The deletion was undone. Nothing was deleted.')).toBeVisible();
  await putForward(60);
  expect((await requestLines(sandbox)).filter((line) => line.includes('DELETE'))).toEqual([]);
  await window.getByRole('link', { name: 'All audits' }).click();
  await ask();
  await putForward(10);
  await expect(toast(window, '“Another network 2026” deleted')).toBeVisible();
  expect(await statusOf(sandbox, 'ISLAND')).toBe(404);
});
