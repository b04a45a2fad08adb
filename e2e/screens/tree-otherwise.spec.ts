import { expect } from '@playwright/test';
import { goTo, openTreeOf, row, tree } from '../component-tree.ts';
import { couple, paste, rule, toCoupling, toReview } from '../coupling.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { create, creations, expectCreated, expectStep } from '../journeys.ts';
import { coupleMeanwhile } from '../meanwhile.ts';
import { test } from '../screen.ts';

const high = 'Noorderhaven group 2026';
const leaf = 'Noorderhaven Rederij B.V.';

test.describe('a service with bare lists, more fields, and 400 for 409', () => {
  test.use({
    firm: {
      ...couplingFirm(),
      variants: {
        bare_lists: true,
        extra_fields: true,
        state_conflict_status: 400,
        duplicate_id_status: 400,
      },
    },
  });

  test('T9: the component tree is read, staged and applied as elsewhere', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openTreeOf(window, high);
    await expect(row(window, `${leaf} (NL), In scope, Inter-office, Open`)).toBeVisible();
    await goTo(window, 'Noorderhaven Groep');
    await window.getByRole('button', { name: 'Add component', exact: true }).click();
    const dialog = window.getByRole('dialog', { name: 'Add components' });
    await dialog.getByText('Group auditor', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
    await window.getByRole('button', { name: 'Apply 1 change' }).click();
    await expect(row(window, 'Noorderhaven Groep N.V. (NL), In scope, Group auditor, Open')).toBeVisible();
  });

  test('T8: what an archived group refuses by a 400 keeps what was typed, with the words of the service', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openTreeOf(window, high);
    await goTo(window, leaf);
    await window
      .getByRole('group', { name: 'Detail' })
      .getByRole('button', { name: 'Set out of scope' })
      .click();
    const dialog = window.getByRole('dialog', { name: `Set ${leaf}` });
    await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Sold in May.');
    await dialog.getByRole('button', { name: 'Stage 1 component' }).click();
    await sandbox.control('POST', 'audits/kantoor/HIGH/', { status: 'archived' });
    await window.getByRole('button', { name: 'Apply 1 change' }).click();
    const question = window.getByRole('alertdialog');
    await question.getByRole('textbox', { name: /^Type/ }).fill('out of scope');
    await question.getByRole('button', { name: 'Apply 1 change' }).click();
    await expect(window.getByText('The group audit is archived, not open.').first()).toBeVisible();
    await window.getByRole('button', { name: 'Stage 1 again' }).click();
    await window.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(window.getByRole('region', { name: 'Staged changes' })).toContainText('Sold in May.');
  });

  test('P5: two tiers are coupled; what somebody else couples meanwhile is refused at its rule, and chosen anew', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await toCoupling(window);
    await couple(window);
    await paste(window, ['LOW/leaf', 'HIGH/leaf']);
    await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
    await toReview(window);
    await coupleMeanwhile(sandbox, 'LOW/leaf');
    await create(window);
    await expectStep(window, 'Coupling');
    await expect(rule(window, 4, 'Refused by the service')).toContainText('already coupled to FASTER');
    await window.getByRole('button', { name: /^Remove .*\(LOW\/leaf\)/ }).click();
    await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
    await window.getByRole('button', { name: 'Return to review' }).click();
    await create(window);
    await expectCreated(window);
    expect(await creations(sandbox)).toEqual([201, 400, 201]);
  });
});

test.describe('a connection for reading only', () => {
  test.use({ firm: couplingFirm() });

  test('T7: the tree is shown, and every action in it says why it does nothing', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox, connection: { access: 'read-only' } });
    await openTreeOf(window, high);
    await goTo(window, leaf);
    const actions = window.getByRole('group', { name: 'Actions on components' });
    const detail = window.getByRole('group', { name: 'Detail' });
    const buttons = [
      actions.getByRole('button', { name: 'Add components' }),
      ...['Add component', 'Set out of scope', 'Delete component'].map((name) =>
        detail.getByRole('button', { name }),
      ),
    ];
    for (const action of buttons) {
      await expect(action).toHaveAttribute('aria-disabled', 'true');
      await expect(action).toHaveAccessibleDescription(/is read-only/);
      await action.focus();
      await expect(action).toBeFocused();
      await window.keyboard.press('Enter');
    }
    await expect(window.getByRole('dialog').or(window.getByRole('alertdialog'))).toHaveCount(0);
    await expect(tree(window)).not.toContainText('staged');
  });

  test('T7: a coupling is judged in full, and the audit is not sent', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({
      service: sandbox,
      connection: { access: 'read-only' },
      at: '/audits/new?type=single',
    });
    await couple(window);
    await paste(window, ['LOW/leaf', 'HIGH/leaf']);
    await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
    await toReview(window);
    await expect(window.getByRole('button', { name: 'Create audit' })).toHaveAccessibleDescription(
      /is read-only/,
    );
    await window.keyboard.press('Control+Enter');
    expect(await creations(sandbox)).toEqual([]);
  });
});
