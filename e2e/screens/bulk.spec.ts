import { expect, type Page } from '@playwright/test';
import { exported, rowsOf } from '../exports.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';
import { requestsOf, type Service } from '../service.ts';

const small = smallFirm();

/** A firm of so many audits, every tenth archived. */
function firmOf(count: number): typeof small {
  return {
    ...small,
    firms: small.firms.map((firm) => {
      const [first] = firm.audits ?? [];
      if (first === undefined) return firm;
      const audits = Array.from({ length: count }, (_, place) => ({
        ...first,
        id: `A-${place}`,
        name: `Audit ${String(place).padStart(4, '0')}`,
        audit_type: 'single' as const,
        status: place % 10 === 9 ? ('archived' as const) : ('open' as const),
      }));
      return { ...firm, audits };
    }),
  };
}

const bar = (window: Page) => window.getByRole('region', { name: 'Selection' });
const box = (window: Page, name: string) => window.getByRole('row', { name }).locator('[data-part=box]');

test.describe('audits that are selected', () => {
  test.use({ firm: firmOf(24) });

  test('have one bar: a range, all, ids, windows, a file, and what the filters hide', async ({
    renderApp,
    sandbox,
    folder,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await box(window, 'Audit 0002').click();
    await window.getByRole('row', { name: 'Audit 0004' }).click({ modifiers: ['Shift'] });
    await expect(bar(window)).toContainText('3 selected');
    expect(await accessibilityFaults(window)).toEqual([]);

    await bar(window).getByRole('button', { name: 'More actions' }).click();
    await window.getByRole('menuitem', { name: 'Copy IDs' }).click();
    await expect(window.getByText('IDs copied: 3')).toBeAttached();
    await bar(window).getByRole('button', { name: 'Clear selection' }).click();
    await expect(bar(window)).toBeHidden();

    await window.getByRole('grid').focus();
    await window.keyboard.press('Control+a');
    await expect(bar(window)).toContainText('24 selected');
    await bar(window).getByRole('button', { name: 'More actions' }).click();
    await expect(window.getByRole('menuitem', { name: 'Open windows' })).toContainText('At most 20 at once');
    await window.keyboard.press('Escape');
    await window.getByRole('searchbox', { name: /^Search/ }).fill('0007');
    await expect(bar(window)).toContainText('24 selected · 23 of them not shown');
    const rows = rowsOf(
      await exported(window, folder, 'json', (dialog) => dialog.getByText('Selected rows (24)').click()),
    );
    expect(rows).toHaveLength(24);
  });

  test('have the menu of any of them, by keys alone; on another row it is of that one, which is what is selected then', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    const { keyboard } = window;
    const grid = window.getByRole('grid');
    const entries = window.getByRole('menuitem');
    await expect(window.getByText('24 shown of 24')).toBeVisible();
    await grid.focus();
    for (const key of ['Home', 'Shift+ArrowDown', 'Shift+ArrowDown']) await keyboard.press(key);
    await expect(bar(window)).toContainText('3 selected');
    await keyboard.press('Shift+F10');
    await expect(entries).toHaveText([
      'Open windows',
      'Copy IDs',
      'Assign team…',
      'Roll forward…',
      'Delete 3 audits…',
    ]);
    await keyboard.press('End');
    await keyboard.press('Enter');
    const dialog = window.getByRole('alertdialog', { name: 'Delete 3 audits' });
    await expect(dialog).toBeVisible();
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(grid).toBeFocused();
    await expect(bar(window)).toContainText('3 selected');

    await keyboard.press('ArrowDown');
    await keyboard.press('Shift+F10');
    await expect(entries.last()).toHaveText('Delete audit…');
    await expect(bar(window)).toContainText('1 selected');
    await keyboard.press('End');
    await keyboard.press('Enter');
    const one = window.getByRole('alertdialog', { name: 'Delete Audit 0003' });
    await one.getByRole('textbox').fill('A-3');
    await one.getByRole('button', { name: 'Delete 1 audit' }).click();
    await expect(one).toBeHidden();
    await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
    await expect(window.getByText('23 shown of 23')).toBeVisible();
  });

  test('get a team: where nobody can be assigned is said before the check, and skipped', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, call, connection } = await renderApp({ service: sandbox });
    const members = [{ id: 'a.de.vries@kantoor.example', role: 'audit_engagement_leader' }];
    await call('items.save', { teams: [{ id: 'north', connection, name: 'Team North', members }] });
    await call('items.save', { teams: [{ id: 'south', connection, name: 'Team South', members }] });
    await window.reload();
    await window.getByRole('grid').focus();
    await window.keyboard.press('Control+a');
    await bar(window).getByRole('button', { name: 'Assign team…' }).click();
    const dialog = window.getByRole('dialog', { name: 'Assign a team to 24 audits' });
    await expect(dialog).toContainText('Nobody can be assigned to 2 of 24: 2 archived.');
    expect(await accessibilityFaults(window)).toEqual([]);
    const check = dialog.getByRole('button', { name: 'Check 24 audits' });
    await dialog.getByRole('button', { name: /team/i }).click();
    await window.getByRole('option', { name: 'Team South' }).click();
    await call('items.remove', { of: 'teams', id: 'south' }); // in another window
    await expect(dialog.getByRole('button', { name: /team/i })).not.toContainText('South');
    await check.click();
    await expect(dialog.getByRole('button', { name: /team/i })).toHaveAccessibleDescription('Choose a team.');
    await dialog.getByRole('button', { name: /team/i }).click();
    await window.getByRole('option', { name: 'Team North' }).click();
    await check.click();
    await expect(window.getByRole('heading', { level: 1 })).toContainText('Team North');
    await expect(window.getByText(/^22 to do, 2 skipped/)).toBeVisible();
    await window.getByRole('button', { name: 'Apply 22 changes' }).click();
    // Back where the audits were selected.
    await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
    await expect(window).toHaveURL(/#\/audits$/);
    await expect(window.getByText('Applying Team North to audits: 22').last()).toBeVisible();
  });
});

test.describe('very many audits that are selected', () => {
  test.use({ firm: firmOf(3_000) });

  test('are deleted by one plan, which is estimated before; a connection that is lost after some pauses it with a sentence, and Resume sends the rest, none twice', async ({
    renderApp,
    sandbox,
  }) => {
    test.slow(); // 3,000 audits are listed
    const wide = { burst: 1_000, sustained: 10_000, daily: 100_000 };
    await sandbox.control('POST', 'firms/kantoor/', { rate_limits: { read_heavy: wide, lifecycle: wide } });
    const { window } = await renderApp({ service: sandbox });
    await expect(window.getByText('3,000 shown of 3,000')).toBeVisible({ timeout: 60_000 });
    await window.getByRole('grid').focus();
    await window.keyboard.press('Control+a');
    await expect(bar(window)).toContainText('3,000 selected');
    await bar(window).getByRole('button', { name: 'Delete 3,000 audits' }).click();
    const dialog = window.getByRole('alertdialog', { name: 'Delete 3,000 audits' });
    await expect(dialog.getByText(/^Estimated: [\d,]+ requests, /)).toBeVisible();
    await expect(dialog).toContainText('No credits are used.');
    await sandbox.control('POST', 'faults/', { kind: 'drop_before', skip: 40, times: null });
    await dialog.getByRole('textbox').fill('delete 3000');
    await dialog.getByRole('button', { name: 'Delete 3,000 audits' }).click();
    await expect(bar(window)).toBeHidden();
    const status = window.getByRole('contentinfo', { name: 'Status' });
    await expect(status).toContainText('“Delete 3,000 audits” is paused: the service cannot be reached', {
      timeout: 120_000, // five faults in a row, with pauses of up to 16 s between them, and probes of the service
    });
    const sent = await deletions(sandbox);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThan(41);

    await sandbox.control('DELETE', 'faults/');
    await status.getByRole('button', { name: 'Resume' }).click();
    await expect
      .poll(async () => (await deletions(sandbox)).length, { timeout: 60_000 })
      .toBeGreaterThan(sent.length + 5);
    const all = await deletions(sandbox);
    expect(new Set(all).size).toBe(all.length);
  });
});

/** The paths of what was deleted. */
async function deletions(service: Service): Promise<readonly string[]> {
  const results = await requestsOf(service);
  return results
    .filter(({ method, status }) => method === 'DELETE' && status === 204)
    .map(({ path }) => path);
}
