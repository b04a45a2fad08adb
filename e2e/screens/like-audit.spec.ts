import { expect } from '@playwright/test';
import { row } from '../component-tree.ts';
import { couplingsOf } from '../coupling.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { choose, create, expectCreated, expectStep } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { meanwhile } from '../meanwhile.ts';
import { countPresses } from '../presses.ts';
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

test('a duplicate opens the review, where each value says what was not copied, and proposes this year’s counterpart: at most 5 presses', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await window.getByRole('row', { name: 'Rederij 2025' }).click();
  await expect(window.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  const presses = await countPresses(window);
  await window.getByRole('button', { name: 'Duplicate' }).click();
  await expectStep(window, 'Review');
  await expect(window.getByText('Duplicate of Rederij 2025')).toBeVisible();
  await expect(window.getByRole('region', { name: 'Methodology' })).toContainText(
    'There is a newer work package, Statutory audit 2025.10. The new audit has that one.',
  );
  const naming = window.getByRole('region', { name: 'Name and id' });
  await expect(naming).toContainText('Rederij 2026');
  await expect(naming).toContainText('REDERIJ-2026');
  await expect(window.getByRole('region', { name: 'Coupling' })).toContainText('Decide:');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('link', { name: 'Edit Coupling' }).click();
  const proposed = window.getByRole('group', { name: 'Counterparts of the couplings of Rederij 2025' });
  await expect(proposed.getByRole('checkbox')).toHaveCount(3);
  await expect(proposed.locator('label', { hasText: 'Archived group' })).toContainText(
    'archived or being deleted',
  );
  await expect(proposed.getByRole('checkbox', { checked: true })).toHaveCount(0);
  expect(await accessibilityFaults(window)).toEqual([]);
  await proposed.locator('label', { hasText: 'Noorderhaven group 2026' }).click();
  await window.getByRole('button', { name: 'Return to review' }).click();
  await expectStep(window, 'Review');
  await expect(window.getByText('The audit is coupled to 2 component audits.')).toBeVisible();
  await create(window);
  await expectCreated(window);
  expect(await presses()).toBeLessThanOrEqual(5);
  const couplings = await couplingsOf(sandbox, 'HIGH');
  expect(couplings.find(({ component }) => component === 'HIGH/leaf')?.itsCoupling).toEqual([
    'HIGH/leaf',
    'LOW/leaf',
  ]);
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
  await expect(window.getByText('Not copied, as out of scope: 1.')).toBeVisible();
  await expect(window.getByText('Added once the audit is open: 4 component audits.')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await create(window);
  await expectCreated(window);
  await window.getByRole('button', { name: 'Open audit' }).click();
  await window.getByRole('link', { name: 'Components', exact: true }).click();
  await expect(row(window, 'Noorderhaven Rederij B.V. (NL), In scope, Inter-office, Open')).toBeVisible();
  await window.getByRole('main').getByRole('link', { name: 'Users', exact: true }).click();
  await expect(window.getByRole('row', { name: /Ilse Brand/ })).toBeVisible();
});

test('what a coupled audit’s duplicate is coupled to is decided before it is created', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await window.getByRole('row', { name: 'Rederij 2025' }).click();
  await window.getByRole('button', { name: 'Duplicate' }).click();
  await expectStep(window, 'Review');
  await create(window);
  await expectStep(window, 'Coupling');
  await expect(window.getByRole('group', { name: 'There is a problem' })).toBeFocused();
  await choose(window, 'Create without coupling');
  await window.getByRole('button', { name: 'Return to review' }).click();
  await expectStep(window, 'Review');
});
