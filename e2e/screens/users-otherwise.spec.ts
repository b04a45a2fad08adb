import { expect } from '@playwright/test';
import { type Fixture, unlimited } from '../fixtures/fixture-file.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { toast } from '../journeys.ts';
import { test } from '../screen.ts';
import { requestsOf } from '../service.ts';
import { assignMeanwhile, enterUsers, openUsers, userWrites } from '../users.ts';

const open = 'Forno Vecchio';
const openId = 'forno-vecchio-2025';

test.describe('a service that decides otherwise where the specification is silent', () => {
  test.use({
    firm: {
      ...smallFirm(),
      variants: { bare_lists: true, extra_fields: true, state_conflict_status: 400 },
    },
  });

  test('bare lists, more fields and 400 for 409: the same words, and the same ways on', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openUsers(window, open);
    await expect(window.getByRole('row', { name: 'Ilse Brand' })).toBeVisible();
    await enterUsers(window, 'marco.tosi@kantoor.example', 'audit_auditor');
    await assignMeanwhile(sandbox, openId, {
      id: 'marco.tosi@kantoor.example',
      role: 'audit_engagement_leader',
    });
    await window.getByRole('button', { name: 'Assign 1 user' }).click();
    const undone = window.getByRole('list', { name: 'Not done' });
    await expect(undone).toContainText(
      'Is assigned already, with the role Engagement leader (audit_engagement_leader).',
    );
    await undone.getByRole('button', { name: 'Change role' }).click();
    await expect(toast(window, 'Role changed')).toBeVisible();
    expect((await userWrites(sandbox)).slice(1)).toEqual([`POST ${openId} 400`, `PATCH ${openId} 200`]);
  });

  test('an audit that is archived while its dialog is open: nothing is lost, and the service’s words are there', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openUsers(window, open);
    await enterUsers(window, 'marco.tosi@kantoor.example', 'audit_auditor');
    await sandbox.control('POST', `audits/kantoor/${openId}/`, { status: 'archived' });
    await window.getByRole('button', { name: 'Assign 1 user' }).click();
    const undone = window.getByRole('list', { name: 'Not done' });
    await expect(undone).toContainText('marco.tosi@kantoor.example');
    await expect(undone).toContainText('The audit is archived, not open.');
  });
});

test.describe('a connection for reading only', () => {
  test.use({ firm: smallFirm() });

  test('T7: users are shown, and every action says why it does nothing', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox, connection: { access: 'read-only' } });
    await openUsers(window, open);
    const assign = window.getByRole('button', { name: 'Assign users' });
    await expect(assign).toHaveAttribute('aria-disabled', 'true');
    await expect(assign).toHaveAccessibleDescription(/is read-only/);
    await window.getByRole('row', { name: 'Ilse Brand' }).click();
    for (const name of ['Change role', 'Remove from the audit'])
      await expect(window.getByRole('button', { name })).toHaveAccessibleDescription(/is read-only/);
    expect(await userWrites(sandbox)).toEqual([]);
  });
});

/** A group with one component, and 510 audits of which everybody in a hundred people works on some. */
function largeFirm(): Fixture {
  const small = smallFirm();
  const people = Array.from({ length: 100 }, (_, index) => ({
    email: `person-${index}@kantoor.example`,
    name: `Person ${index}`,
  }));
  return {
    ...small,
    rate_limits: unlimited,
    firms: small.firms.map((each) => {
      const [group] = each.audits ?? [];
      if (group === undefined) return each;
      const audits = Array.from({ length: 510 }, (_, index) => ({
        ...group,
        id: `many-${index}`,
        name: `Engagement ${index}`,
        audit_type: 'single' as const,
        status: 'open' as const,
        users: people
          .filter((_person, place) => (place + index) % 7 === 0)
          .map(({ email: id }) => ({ id, role: 'audit_auditor' })),
      }));
      const component = {
        id: 'part/1',
        name: 'Cantieri Portonuovo',
        legal_entity_ids: ['NH-2'],
        auditor_relation: 'inter_firm' as const,
      };
      const withComponent = { ...group, id: 'group', name: 'The group', status: 'open' as const };
      return {
        ...each,
        users: [...each.users, ...people],
        audits: [...audits, { ...withComponent, components: [component] }],
      };
    }),
  };
}

test.describe('a large firm', () => {
  test.use({ firm: largeFirm() });

  test('510 audits by 100 people: read with progress, one request an audit, and few cells in the document', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await window.keyboard.press('Control+4');
    await window.getByRole('link', { name: 'By audit' }).click();
    await window.getByRole('button', { name: 'Show users (511 audits)' }).click();
    await expect(window.getByText(/users in 511 of 511 audits/)).toBeVisible({ timeout: 90_000 });
    const matrix = window.getByRole('grid', { name: 'Users by audit' });
    expect(await matrix.getByRole('gridcell').count()).toBeLessThan(300);
    await matrix.focus();
    await window.keyboard.press('Control+End');
    const active = await matrix.getAttribute('aria-activedescendant');
    const last = window.locator(`[id="${active}"]`);
    await expect(last).toBeInViewport({ ratio: 1 });
    await expect(last).toHaveAccessibleName(/^Person 99, The group: not assigned$/);
    expect(await matrix.getByRole('gridcell').count()).toBeLessThan(300);
    const log = await requestsOf(sandbox);
    const reads = log.map(({ path }) => path).filter((path) => path.includes('/users/'));
    expect(new Set(reads).size).toBe(reads.length);
  });

  test('a component audit has users of its own, of which its archived group only makes the app doubt', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await window.evaluate(() => {
      location.hash = '#/audits/one/part~2F1/users';
    });
    await expect(window.getByRole('heading', { level: 1, name: 'Cantieri Portonuovo' })).toBeVisible();
    await enterUsers(window, 'Person-1@kantoor.example', 'audit_auditor');
    await window.getByRole('button', { name: 'Assign 1 user' }).click();
    await expect(window.getByRole('row', { name: 'person-1@kantoor.example' })).toBeVisible();
    await sandbox.control('POST', 'audits/kantoor/group/', { status: 'archived' });
    await window.evaluate(() => location.reload());
    await expect(
      window.getByText(/or the group that it belongs to, is archived/).filter({ visible: true }),
    ).toBeVisible();
    await expect(window.getByRole('button', { name: 'Assign users' })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});
