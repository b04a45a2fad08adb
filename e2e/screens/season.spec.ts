import { expect } from '@playwright/test';
import { exported, rowsOf } from '../exports.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';

const small = smallFirm();
const year = new Date().getUTCFullYear();

const group = (name: string, place: number, ofYear: number) => ({
  id: `G-${place}-${ofYear}`,
  name: `${name} ${ofYear}`,
  period_start: `${ofYear}-01-01`,
  period_end: `${ofYear}-12-31`,
  audit_type: 'consolidated' as const,
  status: 'archived' as const,
});

/** A client's groups whose year has ended: the third is rolled forward. Their names begin alike. */
const alike = 'Noorderhaven Groep N.V., geconsolideerde jaarrekening, deel';
const firm = {
  ...small,
  firms: small.firms.map((one) => {
    const [first] = one.audits ?? [];
    if (first === undefined) return one;
    const before = { ...first, legal_entity_ids: ['NH-1'] };
    const third = { ...first, legal_entity_ids: ['NH-3'] };
    return {
      ...one,
      audits: [
        { ...before, ...group(`${alike} A`, 1, year - 1) },
        { ...before, ...group(`${alike} B`, 2, year - 1), legal_entity_ids: ['NH-2'] },
        { ...third, ...group(`${alike} C`, 3, year - 1) },
        { ...third, ...group(`${alike} C`, 3, year), status: 'open' as const },
      ],
    };
  }),
};

test.use({ firm });

test('a season is begun with last year’s groups; one that cannot hold is said before, keys change who goes first, and all remains after a restart', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window, userData, close } = await renderApp({ service: sandbox });
  await window.getByRole('link', { name: 'Season' }).click();
  await expect(window.getByText('No groups in this season yet')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);

  await window.getByRole('button', { name: 'Expect last year’s groups' }).click();
  const dialog = window.getByRole('dialog');
  await expect(dialog).toContainText('2 groups are not rolled forward. 1 already is.');
  await dialog.getByRole('button', { name: 'Add 3 groups' }).click();
  await expect(dialog).toBeHidden();
  const row = (part: string) => window.getByRole('row', { name: new RegExp(`deel ${part}`) });
  await expect(row('A')).toContainText('Not rolled forward');
  await expect(row('A')).toContainText('On time');
  await expect(row('C')).toContainText('Created');

  // By the newest package, of which a group costs 12.
  await expect(window.getByText('24 credits needed.')).toBeVisible();

  // A deadline in the past cannot hold, and nothing was begun yet.
  await row('B').click();
  await dialog.getByRole('textbox', { name: 'Deadline' }).fill('2020-01-31');
  await dialog.getByRole('button', { name: 'Save deadline' }).click();
  await expect(dialog).toBeHidden();
  const head = window.getByRole('status').filter({ hasText: '1 group does not hold its deadline' });
  await expect(head).toContainText('1 of them has not started.');
  await expect(row('B')).toContainText('Too late');
  expect(await accessibilityFaults(window)).toEqual([]);
  await head.getByRole('button', { name: /deel B/ }).click();
  await expect(dialog.getByRole('region', { name: /What would make it hold/ })).toContainText(
    /A deadline of/,
  );
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The earliest deadline stands first until keys change it.
  const names = window.getByRole('grid').getByRole('rowheader');
  await expect(names).toContainText([/B \d+$/, /A \d+$/, /C \d+$/]);
  await window.getByRole('grid').focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('Alt+ArrowDown');
  await expect(names).toContainText([/A \d+$/, /B \d+$/, /C \d+$/]);
  await expect(window.getByText(/deel B \d+ is now 2 of 2/)).toBeAttached();
  const [first] = rowsOf(await exported(window, folder, 'json'));
  expect(first).toMatchObject({ state: 'notRolled', priority: 1, holds: true });

  await close();
  const again = await renderApp({ userData, at: '/season' });
  await expect(again.window.getByRole('grid').getByRole('rowheader')).toContainText([
    /A \d+$/,
    /B \d+$/,
    /C \d+$/,
  ]);
  await expect(again.window.getByText('1 group does not hold its deadline')).toBeVisible();
  await again.window.getByRole('button', { name: 'Order by deadline' }).click();
  await expect(again.window.getByRole('grid').getByRole('rowheader')).toContainText([
    /B \d+$/,
    /A \d+$/,
    /C \d+$/,
  ]);
});
