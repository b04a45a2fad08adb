import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

test('an audit of the list opens in a window of its own: with Control, the middle button, or by keyboard', async ({
  renderApp,
  sandbox,
}) => {
  const { window, windows } = await renderApp({ service: sandbox });
  const row = window.getByRole('row', { name: /Noorderhaven/ });
  const ways = [
    () => row.click({ modifiers: ['Control'] }),
    () => row.click({ button: 'middle' }),
    async () => {
      await window.getByRole('grid').focus();
      await window.keyboard.press('Control+Enter');
    },
  ];
  for (const way of ways) {
    await way();
    await expect.poll(() => windows().length).toBe(2);
    const beside = windows().find((each) => each !== window) ?? window;
    await expect(beside.getByRole('heading', { level: 1, name: /Noorderhaven/ })).toBeVisible();
    await expect(window.getByRole('heading', { level: 1, name: 'Audits' })).toBeVisible();
    await beside.close();
    await expect.poll(() => windows().length).toBe(1);
  }
});
