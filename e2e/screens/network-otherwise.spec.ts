import { expect } from '@playwright/test';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import type { Fixture } from '../fixtures/fixture-file.ts';
import { networkFirm } from '../fixtures/network-firm.ts';
import { faultsInAllColours } from '../looks.ts';
import { list, openNetwork, picture, said } from '../network.ts';
import { test } from '../screen.ts';

test.describe('a network of three groups', () => {
  test.use({ firm: networkFirm({ groups: 3, components: 4 }) });

  test('axe finds nothing in picture and list in light, dark and forced colours, also at 200 and 400 %', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openNetwork(window, 'Oosterschelde');
    await window.getByRole('button', { name: 'Show path to top' }).click();
    for (const width of [1280, 640, 320]) {
      await window.setViewportSize({ width, height: width * 0.75 }); // what zooming leaves (WCAG 1.4.10)
      for (const view of ['List', 'Diagram']) {
        await window.getByRole('button', { name: view }).click();
        expect(await faultsInAllColours(window), `${view} at ${width}`).toEqual([]);
      }
      await expect
        .poll(() =>
          window.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
        )
        .toBe(true);
    }
  });
});

test.describe('an audit that is coupled to components of two tiers', () => {
  const firm = couplingFirm();
  const both: Fixture = {
    ...firm,
    firms: firm.firms.map((one) => ({
      ...one,
      audits: [
        ...(one.audits ?? []),
        ...(one.audits ?? [])
          .filter(({ id }) => id === 'TAKEN')
          .map((audit) => ({
            ...audit,
            id: 'BOTH',
            name: 'Noorderhaven Rederij 2026',
            legal_entity_ids: ['NH-11'],
            coupled_component_audit_ids: ['HIGH/leaf', 'LOW/leaf'],
          })),
      ],
    })),
  };

  test.use({ firm: both });

  test('stands there once, with both ways to the top', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openNetwork(window, 'Noorderhaven');
    await window.getByRole('searchbox', { name: 'Search the network' }).fill('both');
    await expect(window.getByText('1 of 1 results')).toBeVisible();
    await expect
      .poll(() => said(picture(window)))
      .toMatch(/^Noorderhaven Rederij 2026, Single audit, .*also coupled to/);
    await window.getByRole('button', { name: 'Show path to top' }).click();
    await expect(window.getByRole('region', { name: 'Path to top' }).getByRole('listitem')).toHaveCount(6);
    await window.getByRole('button', { name: 'List' }).click();
    await expect(list(window).getByRole('row', { name: 'Noorderhaven Rederij 2026' })).toHaveCount(1);
    await expect(list(window).getByRole('row', { name: 'on the path to top' })).toHaveCount(6);
    await expect(list(window).getByText('Out of scope')).toBeVisible();
  });
});

test.describe('a network of six tiers', () => {
  test.use({ firm: 'demo:deep-network' });

  test('is read and shown as three tiers are', async ({ renderApp, sandbox }) => {
    const { window } = await renderApp({ service: sandbox });
    await openNetwork(window, 'Brandaris');
    await expect(window.getByText('Audits and components: 17 · Tiers: 6')).toBeVisible();
    await window.getByRole('button', { name: 'List' }).click();
    await expect(list(window).getByRole('row', { name: 'Group audit' })).toHaveCount(6);
    await expect(list(window).getByRole('row', { name: 'Group audit' }).last()).toHaveAttribute(
      'aria-level',
      '11',
    );
  });
});

test.describe('a network of 2,001 places', () => {
  const large = networkFirm({ groups: 40, components: 48 });

  test.use({ firm: large });

  test('draws those in sight alone, as a picture and as a list, and finds every one', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await openNetwork(window, 'Oosterschelde');
    await expect(window.getByText('Audits and components: 2,001 · Tiers: 2')).toBeVisible();
    const elements = () => window.evaluate(() => document.querySelectorAll('main *').length);
    expect(await elements()).toBeLessThan(1_000);
    await window.getByRole('searchbox', { name: 'Search the network' }).fill('vestiging 48 van g40');
    await expect
      .poll(() => said(picture(window)))
      .toMatch(/^Vestiging 48 van G40, Component, Out of scope|^Vestiging 48/);
    expect(await elements()).toBeLessThan(1_000);
    await window.getByRole('button', { name: 'List' }).click();
    await expect.poll(() => said(list(window))).toMatch(/^Vestiging 48 van G40/);
    await expect(list(window)).toHaveAttribute('aria-rowcount', '2002');
    expect(await list(window).getByRole('row').count()).toBeLessThan(100);
  });

  test.describe('with twenty reads a minute', () => {
    test.use({ firm: { ...large, rate_limits: { read: { burst: 20 } } } });

    test('is read within the quota, group by group, and can be paused', async ({ renderApp, sandbox }) => {
      const { window } = await renderApp({ service: sandbox });
      await openNetwork(window, 'Oosterschelde', false);
      await expect(window.getByText(/^The service asks to wait/).first()).toBeVisible();
      await expect(window.getByText(/^\d+ of 41 groups loaded$/)).toBeVisible();
      await window.getByRole('button', { name: 'Pause' }).click();
      await expect(window.getByText(/^Paused\. \d+ of 41 groups loaded$/)).toBeVisible();
      await expect(picture(window).getByRole('img', { name: 'Groep TOP 2026' })).toBeVisible(); // what was read stays
      await window.getByRole('button', { name: 'Continue loading' }).click();
      await expect(window.getByText(/^Paused/)).toHaveCount(0);
    });
  });
});

test.describe('a network of three tiers', () => {
  test.use({ firm: 'demo:network-of-three', movesPageClock: true });

  test('what somebody else changes is seen within one look, and the place stays', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await window.clock.install();
    await openNetwork(window);
    await window.getByRole('button', { name: 'List' }).click();
    await list(window).focus();
    await window.keyboard.type('pompe');
    const before = await said(list(window));
    await sandbox.control('POST', 'audits/van-rossem-bellani/2026-ITALY/', { status: 'archived' });
    await window.clock.fastForward(61_000);
    await expect(list(window).getByRole('row', { name: 'Archived' }).first()).toBeVisible();
    expect(await said(list(window))).toBe(before);
    await expect(list(window)).toBeFocused();
  });
});
