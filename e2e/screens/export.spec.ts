import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { askToExport, exported, rowsOf } from '../exports.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';
import { fullFirm } from '../screens.ts';
import { openThroughSettings } from '../through-settings.ts';

test.use({ firm: smallFirm() });

test('a list is saved as it is filtered and sorted, in each format, with all columns or those shown', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const dialog = await askToExport(window);
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/\.(csv|xlsx|json)$/));

  const names = await window.getByRole('rowheader').allTextContents();
  const rows = rowsOf(await exported(window, folder, 'json'));
  expect(rows.map((row) => row['audit_name'])).toEqual(names);
  expect(rows[0]).toMatchObject({ period_end: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });

  await window.getByRole('searchbox', { name: /^Search/ }).fill('noorderhaven-2024');
  await expect(window.getByText('1 shown of 2')).toBeVisible();
  const { sheets } = await readXlsx(await exported(window, folder, 'xlsx'));
  const [titles = [], audit = [], ...others] = sheets[0]?.rows ?? [];
  expect(others).toEqual([]);
  const at = (title: string) => audit[titles.indexOf(title)];
  expect(at('Audit ID')).toBe('noorderhaven-2024');
  expect(at('Status')).toBe('Archived');
  expect(at('Period end')).toEqual(new Date('2024-12-31'));

  const csv = await exported(window, folder, 'csv', (asked) =>
    asked.getByText(/^Only the columns shown \(\d\)$/).click(),
  );
  expect(csv.toString()).toMatch(/^\uFEFFAudit,Client,Audit type,Period start,Period end,Status/);
});

const small = smallFirm();

test.describe('a list of several pages, with awkward names', () => {
  const awkward = ['=HYPERLINK("https://evil.example")', '007', 'مجموعة الميناء', 'x'.repeat(100)];
  test.use({
    firm: {
      ...small,
      firms: small.firms.map((firm) => ({
        ...firm,
        audits: Array.from({ length: 130 }, (_, place) => ({
          ...firm.audits?.[0],
          id: `A-${place}`,
          name: awkward[place] ?? `Audit ${place}`,
        })),
      })),
    } as typeof small,
  });

  test('is saved when it is read to its end, or as far as it is', async ({ renderApp, sandbox, folder }) => {
    await sandbox.control('POST', 'faults/', {
      method: 'GET',
      path: '/api/v1/audits/',
      kind: 'delay',
      seconds: 8,
      skip: 1,
    });
    const { window } = await renderApp({ service: sandbox });
    const dialog = await askToExport(window);
    await expect(dialog.getByText(/^100 of 130 loaded/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Export the rows loaded (100)' })).toBeVisible();
    await dialog.getByText('JSON', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Export when loaded' }).click();
    await expect(dialog).toBeHidden();
    const file = (await readdir(folder)).find((name) => name.endsWith('.json')) ?? 'none';
    const rows = rowsOf(await readFile(join(folder, file)));
    expect(rows).toHaveLength(130);
    expect(rows.map((row) => row['audit_name'])).toEqual(expect.arrayContaining(awkward));

    const { sheets } = await readXlsx(await exported(window, folder, 'xlsx'));
    expect(sheets[0]?.rows.map(([, name]) => name)).toEqual(expect.arrayContaining(awkward));
  });
});

test('every list is saved from the same place, with stable keys', async ({ renderApp, sandbox, folder }) => {
  const { window, call, connection } = await renderApp({ service: sandbox });
  const members = [{ id: 'ilse.brand@kantoor.example', role: 'audit_engagement_leader' }];
  await call('items.save', { teams: [{ id: 'north', connection, name: 'Team North', members }] });
  const goTo = async (name: string) => {
    const link = window.getByRole('link', { name, exact: true });
    await link.click();
    await expect(link.and(window.locator('[aria-current=page]'))).toBeVisible();
  };
  const saved = async (part?: string): Promise<readonly string[]> => {
    const group = part === undefined ? undefined : window.getByRole('group', { name: part, exact: true });
    return Object.keys(rowsOf(await exported(window, folder, 'json', undefined, group))[0] ?? {});
  };

  await goTo('Clients');
  expect(await saved()).toEqual(['client_name', 'client_id', 'country', 'domains', 'is_test_client']);
  await window.getByRole('row').nth(1).click();
  await expect(window.getByRole('button', { name: 'New audit' })).toBeVisible();
  expect(await saved()).toEqual([
    'audit_id',
    'audit_name',
    'audit_type',
    'legal_entity_ids',
    'period_start',
    'period_end',
    'status',
  ]);
  await goTo('Legal entities');
  expect(await saved('Legal entities')).toContain('parent_legal_entity_id');
  await openThroughSettings(window, 'Work packages');
  await expect(window.getByRole('treegrid')).toBeVisible();
  expect(await saved()).toContain('scoping_labels');
  await goTo('Users');
  await goTo('By audit');
  await window.getByRole('button', { name: /^Show users/ }).click();
  expect(await saved()).toEqual(['audit_id', 'audit_name', 'user_name', 'user_id', 'role']);
  await goTo('People and teams');
  expect(await saved()).toEqual(['team', 'user_id', 'role']);
  await goTo('Activity');
  await goTo('Requests');
  const requests = rowsOf(await exported(window, folder, 'json'));
  expect(requests.length).toBeGreaterThan(5);
  expect(requests[0]).toMatchObject({ outcome: 'ok', limit_kind: expect.any(String) });
  await openThroughSettings(window, 'Limits');
  expect(await saved()).toEqual(['limit_kind', 'window_seconds', 'limit', 'used']);
});

test.describe('a firm with components and users', () => {
  test.use({ firm: fullFirm() });

  test('lists that were exported are imported unchanged: the tree of a group, users with their roles, clients', async ({
    renderApp,
    sandbox,
    folder,
  }) => {
    const running = await renderApp({ service: sandbox });
    const { window } = running;
    await expect(window.getByText('2 shown of 2')).toBeVisible();
    const goTo = (address: string) =>
      window.evaluate((to) => {
        location.hash = `#${to}`;
      }, address);
    for (const [address, list, format] of [
      ['/audits/one/noorderhaven-2024/components', 'treegrid', 'xlsx'],
      ['/audits/one/noorderhaven-2024/users', 'grid', 'csv'],
      ['/clients', 'grid', 'json'],
    ] as const) {
      await goTo(address);
      await expect(window.getByRole('heading', { level: 1, name: 'Import' })).toBeHidden();
      await expect(window.getByRole(list).getByRole('row').nth(1)).toBeVisible();
      const bytes = await exported(window, folder, format);
      const path = join(folder, `again.${format}`);
      await writeFile(path, bytes);
      running.chooseToOpen(path);
      await goTo('/import');
      await window.getByRole('button', { name: /^Choose (a|another) file$/ }).click();
      await expect(window.getByText(new RegExp(`again\\.${format}, rows`))).toBeVisible();
      await window.getByRole('button', { name: /^Check \d+ rows?$/ }).click();
      await expect(window.getByText(/^\d+ unchanged/)).toBeVisible();
      await expect(window.getByRole('paragraph').filter({ hasText: 'There is nothing to do' })).toBeVisible();
    }
  });
});
