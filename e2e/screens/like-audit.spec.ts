import { expect } from '@playwright/test';
import { row } from '../component-tree.ts';
import { couplingsOf } from '../coupling.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { choose, create, expectCreated, expectStep } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { meanwhile } from '../meanwhile.ts';
import { test } from '../screen.ts';

/** The coupling firm with last year's audit of Rederij, made with the older package, coupled to the group of that year. */
function firmWithLastYear() {
  const fixture = couplingFirm();
  return {
    ...fixture,
    firms: fixture.firms.map((firm) => ({
      ...firm,
      audits: [
        ...(firm.audits ?? []),
        {
          id: 'REDERIJ-2025',
          name: 'Rederij 2025',
          work_package_id: 'statutory-2025.9',
          scoping_package_id: 'Large',
          client_organisation_id: 'noorderhaven',
          legal_entity_ids: ['NH-11'],
          period_start: '2025-01-01',
          period_end: '2025-12-31',
          language: 'nl',
          unit_of_measurement: 'EUR',
          audit_type: 'single',
          status: 'open',
          settings: { minimum_sample: 40 },
          coupled_component_audit_ids: ['EARLIER/leaf'],
        } as const,
      ],
    })),
  };
}

test.use({ firm: firmWithLastYear() });

test('a new audit like another one says first what it does not take over, and proposes this year’s counterpart', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await window.getByRole('row', { name: 'Rederij 2025' }).click();
  await window.getByRole('button', { name: 'Duplicate' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Duplicate Rederij 2025' })).toBeFocused();
  const differences = window.getByRole('region', { name: 'Not copied' });
  await expect(differences).toContainText('the audit is coupled to 1 component audit (EARLIER/leaf)');
  await expect(differences).toContainText(
    'Statutory audit 2025.9: the newest version is Statutory audit 2025.10',
  );
  const proposed = window.getByRole('group', { name: 'Component audits to couple to' });
  await expect(proposed.getByRole('checkbox')).toHaveCount(3);
  await expect(proposed.locator('label', { hasText: 'Archived group' })).toContainText(
    'Archived or being deleted',
  );
  await expect(proposed.getByRole('checkbox', { checked: true })).toHaveCount(0);
  expect(await accessibilityFaults(window)).toEqual([]);
  await proposed.locator('label', { hasText: 'Noorderhaven group 2026' }).click();
  await window.getByRole('button', { name: 'Go to review' }).click();
  await expectStep(window, 'Review');
  await expect(window.getByText('The audit is coupled to 1 component audit.')).toBeVisible();
  await create(window);
  await expectCreated(window);
  const couplings = await couplingsOf(sandbox, 'HIGH');
  expect(couplings.find(({ component }) => component === 'HIGH/leaf')?.itsCoupling).toEqual(['HIGH/leaf']);
});

test('a group is duplicated with its components and its team, once each is chosen', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  const assigned = { id: 'ilse.brand@kantoor.example', role: 'audit_auditor' };
  await meanwhile(sandbox, 'POST', 'audits/HIGH/users/', assigned);
  await window.getByRole('row', { name: 'Noorderhaven group 2026' }).click();
  await window.getByRole('button', { name: 'Duplicate' }).click();
  await window.locator('label', { hasText: '4 component audits' }).click();
  await window.locator('label', { hasText: '1 user' }).click();
  await expect(window.getByText('1 that is out of scope is not copied.')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('button', { name: 'Go to review' }).click();
  await expectStep(window, 'Review');
  await expect(window.getByText('4 component audits are added.')).toBeVisible();
  await create(window);
  await expectCreated(window);
  await window.getByRole('button', { name: 'Open audit' }).click();
  await window.getByRole('link', { name: 'Components', exact: true }).click();
  await expect(row(window, 'Noorderhaven Rederij B.V. (NL), In scope, Inter-office, Open')).toBeVisible();
  await window.getByRole('main').getByRole('link', { name: 'Users', exact: true }).click();
  await expect(window.getByRole('row', { name: /Ilse Brand/ })).toBeVisible();
});

test('without a proposal taken, the coupling of a new audit like another one is still to be decided', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await window.getByRole('row', { name: 'Rederij 2025' }).click();
  await window.getByRole('button', { name: 'Duplicate' }).click();
  await window.getByRole('button', { name: 'Go to review' }).click();
  await expectStep(window, 'Coupling');
  await expect(window.getByRole('radio', { checked: true })).toHaveCount(0);
  await window.getByRole('button', { name: 'Return to review' }).click();
  await expect(window.getByRole('group', { name: 'There is a problem' })).toContainText('Decide:');
  await choose(window, 'Create without coupling');
  await window.getByRole('button', { name: 'Return to review' }).click();
  await expectStep(window, 'Review');
});
