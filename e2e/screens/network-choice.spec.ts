import { expect } from '@playwright/test';
import { test } from '../screen.ts';

test('the clients stand right below their search', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp({ service: sandbox, at: '/network' });
  const grid = window.getByRole('grid');
  await expect(grid.getByRole('row', { name: 'Valkenhorst Groep N.V.' })).toBeVisible();
  const [field, table] = await Promise.all([window.getByRole('searchbox').boundingBox(), grid.boundingBox()]);
  if (field === null || table === null) throw new Error('One of them is not shown.');
  expect(table.y - field.y - field.height).toBeLessThan(40); // pixels
});
