import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { looks, picture } from '../looks.ts';
import { auditsPlan, callBridge } from '../plans.ts';
import { test } from '../screen.ts';

// The screens of activity and limits, as they are, for the README and for whoever judges how they look.
test.use({ firm: smallFirm() });

for (const { id, locale, theme } of looks)
  test(`pictures of activity and limits, ${theme}, ${id}`, async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ locale });
    const main = window.getByRole('main');
    const take = async (name: string) => {
      await window.mouse.move(700, 870); // over nothing that lights up
      await picture(window, name, theme, id);
    };
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await callBridge(window, 'preferences.change', { theme });
    const connection = await connect(sandbox);
    await callBridge(window, 'preferences.change', { activeConnection: connection });
    await sandbox.control('POST', 'faults/', {
      method: 'POST',
      path: '/api/v1/audits/',
      skip: 1,
      kind: 'status',
      status: 400,
      body: { name: ['This name is in use.'] },
    });
    const former = auditsPlan(connection, 'Forno Vecchio 2025', ['FV-2025-1', 'FV-2025-2']);
    await callBridge(window, 'plans.submit', former);
    await callBridge(window, 'plans.wait', { id: former.id });
    const ids = Array.from({ length: 12 }, (_, index) => `FV-2026-${index + 1}`);
    await callBridge(window, 'plans.submit', auditsPlan(connection, 'Forno Vecchio 2026', ids));
    await window.locator('a[href="#/activity"]').first().click();
    await expect(main.getByRole('row', { name: 'Forno Vecchio 2026' })).toContainText('2 ');
    await take('activity');
    await main.getByRole('row', { name: 'Forno Vecchio 2025' }).click();
    await main.getByRole('row', { name: 'FV-2025-2' }).click();
    await expect(main.getByRole('group').last()).toBeVisible();
    await take('plan');
    await window.locator('a[href="#/activity"]').first().click();
    await main.locator('a[href="#/activity/requests"]').click();
    await main.getByRole('row', { name: '400' }).click();
    await expect(main.locator('pre')).toBeAttached();
    await take('requests');
    await main.locator('a[href="#/activity/trail"]').click();
    await expect(main.getByRole('row', { name: 'FV-2025-2' })).toBeVisible();
    await take('changeLog');
    await window.locator('a[href="#/limits"]').first().click();
    await expect(main.getByRole('row').nth(6)).toBeVisible();
    await take('limits');

    async function connect(service: typeof sandbox): Promise<string> {
      const { baseUrl, clientId, clientSecret: secret } = service;
      const draft = {
        name: 'Kantoor Noord',
        kind: 'test',
        access: 'read-write',
        baseUrl,
        clientId,
        secret,
      };
      const saved = await callBridge(window, 'connections.save', { ...draft, keep: 'session' });
      return (saved as { readonly id: string }).id; // shared/model/connection
    }
  });
