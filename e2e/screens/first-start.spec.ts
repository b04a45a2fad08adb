import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../screen.ts';

test('a damaged file of connections is no first start: the first screen says so and offers a copy', async ({
  renderApp,
  folder,
}) => {
  const userData = join(folder, 'damaged');
  const first = await renderApp({ userData });
  await first.close();
  const path = join(userData, 'audit-desk.db');
  const copy = `${path}.backup-v4-${Date.UTC(2026, 0, 2)}`;
  await copyFile(path, copy);
  await writeFile(path, 'no database');
  const { window } = await renderApp({ userData });
  await expect(window.getByText('The file of connections, settings and drafts was damaged')).toBeVisible();
  const putBack = window.getByRole('button', { name: /^Restore the copy of .*2026/ });
  await expect(putBack).toBeVisible();
  await expect(window.getByText(/^audit-desk\.db\.damaged-\d+$/)).toBeVisible();

  // No screen has loaded the words of failures yet.
  await rm(copy);
  await putBack.click();
  await expect(window.getByRole('status').filter({ hasText: 'rejected its own request' })).toContainText(
    'Nothing was sent.',
  );
});
