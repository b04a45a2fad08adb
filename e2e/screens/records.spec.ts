import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { exported, rowsOf } from '../exports.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { accessibilityFaults } from '../looks.ts';
import { callBridge, connectionId } from '../plans.ts';
import { filter, filterMany, openRecords, rows, twoAudits } from '../records.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

test('the log of requests: filtered by operation, outcome, kind and text; one at length, copied as curl without its token', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await twoAudits(window, sandbox);
  await openRecords(window, 'Requests');
  await expect(rows(window).first()).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await filterMany(window, 'Operation', 'Create audit');
  await expect(rows(window)).toHaveCount(2);
  await filterMany(window, 'Operation', 'List audits', 'Create audit');
  await expect(window.getByRole('button', { name: 'Operation: 2 selected' })).toBeVisible();
  await expect(rows(window)).not.toHaveCount(2);
  await filterMany(window, 'Operation', 'Create audit');
  await filterMany(window, 'Outcome', 'All that failed');
  await expect(rows(window)).toHaveCount(1);
  await expect(rows(window)).toContainText('400');
  await filterMany(window, 'Outcome');
  await filterMany(window, 'Kind', 'creating and deleting');
  await filter(window, 'Period', 'Last hour');
  await expect(rows(window)).toHaveCount(2);
  const search = window.getByRole('searchbox', { name: 'Search this list' });
  await search.fill('no-such-words');
  await expect(rows(window)).toHaveCount(0);
  await search.fill('POST audits.create validation'); // words of its code: its number may be part of a port, a time or an id
  await expect(rows(window)).toHaveCount(1);

  await rows(window).click();
  const detail = window.getByRole('group', { name: 'Details' });
  const command = detail.getByRole('region', { name: 'Command that sends it again, for sh' });
  await expect(command).toContainText(`curl '${sandbox.baseUrl}/api/v1/audits/'`);
  await expect(command).toContainText('-H "Authorization: Bearer $TOKEN"');
  await expect(command).toContainText('# body.json: what was sent, which is not kept here');
  expect(await accessibilityFaults(window)).toEqual([]);
  await detail.getByRole('button', { name: 'Copy as curl' }).click();
  await window.getByRole('searchbox').fill('');
  await window.getByRole('searchbox').press('Control+V');
  await expect(window.getByRole('searchbox')).toHaveValue(/curl .*Bearer \$TOKEN.*--data '@body\.json'/);
  await window.getByRole('searchbox').fill('');

  const read = async (id: string) =>
    callBridge(window, 'audits.read', { connection: await connectionId(window), path: { audit_id: id } });
  await read('B-1');
  await filterMany(window, 'Operation', 'Read audit');
  await filterMany(window, 'Kind');
  await expect(rows(window).first()).toContainText('GET /api/v1/audits/B-1/');
  await read('noorderhaven-2024');
  // Written a moment after its answer; until then, 'Show newer' is of a look at the audit that was created.
  const readLately = () => callBridge(window, 'requests.list', { operation: ['audits.read'] });
  await expect.poll(async () => JSON.stringify(await readLately())).toContain('noorderhaven-2024');
  await window.getByRole('button', { name: 'Show newer' }).click(); // the list does not move by itself
  const looked = rows(window).filter({ hasText: 'noorderhaven-2024' });
  await looked.click();
  await expect(command).toContainText("noorderhaven-2024/'");
  await expect(command).not.toContainText('body.json');
});

test('the change log is exported as it is filtered, with the audit of each entry, and saved as evidence whole', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await twoAudits(window, sandbox);
  await openRecords(window, 'Change log');
  await filter(window, 'Outcome', 'Failed or outcome unknown');
  await expect(rows(window)).toHaveCount(1);
  expect(await accessibilityFaults(window)).toEqual([]);
  const [entry, ...others] = rowsOf(await exported(window, folder, 'json'));
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ subject: 'B-2', action: 'createAudit', outcome: 'failed', audit_id: 'B-2' });
  await window.getByRole('button', { name: 'Save as evidence' }).click();
  await expect
    .poll(() => readFile(join(folder, 'trail.jsonl'), 'utf8').catch(() => ''))
    .toMatch(/^.*B-1.*\n.*B-2.*\n$/);
});
