import { expect, type Page } from '@playwright/test';
import { goTo, openTreeOf, row, tree } from '../component-tree.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { meanwhile } from '../meanwhile.ts';
import { test } from '../screen.ts';

test.use({ firm: couplingFirm() });

const high = 'Noorderhaven group 2026';
const leaf = 'Noorderhaven Rederij B.V.';

/** In the tree of the group: a component of the root to be made, and that of the leaf to be deleted. */
async function stageTwo(window: Page): Promise<void> {
  await goTo(window, 'Noorderhaven Groep');
  await window.getByRole('button', { name: 'Add component', exact: true }).click();
  const dialog = window.getByRole('dialog', { name: 'Add components' });
  await dialog.getByText('Group auditor', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
  await goTo(window, leaf);
  await window
    .getByRole('group', { name: 'Detail' })
    .getByRole('button', { name: 'Delete component' })
    .click();
  await expect(window.getByText('Staged: 1 to add, 1 to delete')).toBeVisible();
}

test('W8: staged changes survive a power cut, are back with a notice, and are gone once they are applied', async ({
  renderApp,
  sandbox,
}) => {
  const first = await renderApp({ service: sandbox });
  await openTreeOf(first.window, high);
  await stageTwo(first.window);
  await expect
    .poll(() =>
      first.traffic().some(
        ({ operation, kind, body }) =>
          operation === 'drafts.save' && kind === 'answer' && body.includes('"kind":"delete"'), // the second of them
      ),
    )
    .toBe(true);
  const at = new URL(first.window.url()).hash.slice(1); // a window opens where it was (e2e/windows.spec.ts)
  const { window } = await renderApp({ userData: await first.cutPower(), at });
  await expect(window.getByText('Staged again: 2 changes')).toBeVisible();
  await window.getByRole('link', { name: 'All audits' }).click();
  await window.getByRole('button', { name: `Resume Components of ${high}` }).click();
  await expect(window.getByText('Staged again: 2 changes')).toBeVisible();
  await expect(window.getByText('Staged: 1 to add, 1 to delete')).toBeVisible();
  await expect(tree(window).getByText('Delete: staged')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Apply 2 changes' }).click();
  await window.getByRole('alertdialog').getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect(window.getByText('Staged again')).toHaveCount(0); // what was sent is not “not sent”
  await expect(row(window, `${leaf} (NL), Not covered`)).toBeVisible();
  await window.getByRole('link', { name: 'All audits' }).click();
  await expect(window.getByRole('row', { name: high })).toBeVisible();
  await expect(window.getByRole('button', { name: /^Resume/ })).toHaveCount(0);
});

test('W8: leaving the tree asks nothing and loses nothing; taking all back leaves no draft', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await openTreeOf(window, high);
  await stageTwo(window);
  await window.getByRole('link', { name: 'All audits' }).click();
  await expect(window.getByRole('button', { name: `Resume Components of ${high}` })).toBeVisible();
  await openTreeOf(window, high);
  await expect(window.getByText('Staged: 1 to add, 1 to delete')).toBeVisible();
  await window.getByRole('button', { name: 'Discard all' }).click();
  await window.getByRole('link', { name: 'All audits' }).click();
  await expect(window.getByRole('row', { name: high })).toBeVisible();
  await expect(window.getByRole('button', { name: /^Resume/ })).toHaveCount(0);
});

test('W8: a tree that is left while its changes are being saved, and opened at once, has all of them', async ({
  renderApp,
  sandbox,
}) => {
  const { window, hold } = await renderApp({ service: sandbox });
  await openTreeOf(window, high);
  const saving = hold('drafts.save');
  await stageTwo(window);
  await window.getByRole('link', { name: 'All audits' }).click();
  await openTreeOf(window, high);
  saving.release();
  await expect(window.getByText('Staged: 1 to add, 1 to delete')).toBeVisible();
});

test('what somebody else did meanwhile is said when staged changes come back', async ({
  renderApp,
  sandbox,
}) => {
  const { window, putForward } = await renderApp({ service: sandbox });
  await openTreeOf(window, high);
  await stageTwo(window);
  await window.getByRole('link', { name: 'All audits' }).click();
  await meanwhile(sandbox, 'DELETE', 'audits/HIGH/component-audits/HIGH%2Fleaf/');
  await meanwhile(sandbox, 'POST', 'audits/HIGH/component-audits/', {
    legal_entity_ids: ['noorderhaven'],
    auditor_relation: 'self',
  });
  await putForward(61);
  await window.reload();
  await openTreeOf(window, high);
  const notice = window.getByRole('status').filter({ hasText: 'Staged again: 2 changes' });
  await expect(notice).toContainText(`Delete: ${leaf} – it is already deleted.`);
  await expect(notice).toContainText(
    'New: Noorderhaven Groep N.V. – a component of the same legal entities and relation now exists.',
  );
  await expect(window.getByText('Staged: 1 to add')).toBeVisible();
  await notice.getByRole('button', { name: 'Remove 1 change' }).click();
  await expect(window.getByText('Staged:')).toHaveCount(0);
  const left = window.getByRole('status').filter({ hasText: 'Staged again: 1 change' });
  await left.getByRole('button', { name: 'Dismiss' }).click();
  await expect(left).toBeHidden();
});
