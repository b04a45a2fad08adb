import { expect, type Page } from '@playwright/test';
import { screenNames as allScreens, type ScreenName, screenRow } from '../src/shared/screens.ts';
import type { Fixture } from './fixtures/fixture-file.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import type { Rendered } from './screen.ts';

// Every screen of the app, from the table of screens: what is tested of all is tested of the next one too.

/** The screens by name; `start` leads on to another one. */
export const screenNames = allScreens.filter((name) => name !== 'start');

/** A firm that fills every screen: a group with components and users among its audits. */
export function fullFirm(): Fixture {
  const fixture = smallFirm();
  const components = [
    { id: 'part-1', legal_entity_ids: ['NH-1', 'NH-11'], auditor_relation: 'inter_office' },
    { id: 'part-2', legal_entity_ids: ['NH-2'], auditor_relation: 'inter_firm' },
  ] as const;
  return {
    ...fixture,
    firms: fixture.firms.map((firm) => ({
      ...firm,
      audits: (firm.audits ?? []).map((audit) =>
        audit.audit_type === 'consolidated' ? { ...audit, status: 'open', components } : audit,
      ),
    })),
  };
}

const ids: Readonly<Record<string, string>> = {
  auditId: 'noorderhaven-2024',
  clientId: 'noorderhaven',
  workPackageId: 'statutory-2025.10',
  teamId: 'core-team',
  planId: 'plan-of-all-screens',
  topic: 'accessibility',
  guide: 'season',
};

/** From the list of audits: makes what some screens are about, a team, and a plan that has ended. */
export async function openScreens({ window, connection, call }: Rendered): Promise<void> {
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const members = [{ id: 'ilse.brand@kantoor.example', role: 'audit_engagement_leader' }];
  const assignment = { id: 'marco.tosi@kantoor.example', role: 'audit_auditor' };
  const task = { kind: 'assignUser', audit: ids['auditId'], assignment };
  const id = ids['planId'];
  const steps = [{ key: 'user', after: [], subject: 'Marco Tosi', task }];
  for (const [operation, input] of [
    ['items.save', { teams: [{ id: ids['teamId'], connection, name: 'Core team', members }] }],
    ['plans.submit', { id, connection, title: 'Users of Noorderhaven', steps }],
    ['plans.wait', { id }],
  ] as const)
    expect(await call(operation, input), operation).toMatchObject({ ok: true });
  connectionId = connection ?? '';
}

let connectionId = '';

/** The address of a screen of the firm above; fails for one whose ids nobody has told. */
export function addressOf(name: ScreenName): string {
  const { path } = screenRow(name);
  const given = { ...ids, connectionId };
  const filled = path.replaceAll(/:(\w+)/g, (_, id: string) => {
    const value = (given as Readonly<Record<string, string>>)[id];
    if (value === undefined) throw new Error(`e2e/screens.ts has no ${id}, which ${name} needs.`);
    return value;
  });
  return name === 'newAudit' ? `${filled}?type=consolidated` : filled;
}

async function goTo(window: Page, address: string): Promise<void> {
  await window.evaluate((to) => {
    location.hash = `#${to}`;
  }, address);
}

/** Opens a screen by its address and waits until it has read what it shows. */
export async function openScreen(window: Page, name: ScreenName): Promise<void> {
  // By way of nowhere: the heading that shows then is the one of this screen, and no other's.
  // What was pressed before may lead elsewhere once its answer is there, so nowhere is gone to until it shows.
  await expect(async () => {
    await goTo(window, '/nowhere');
    await expect(window.getByRole('heading', { level: 1, name: 'Screen not found' })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await goTo(window, addressOf(name));
  await expect(window.getByRole('heading', { level: 1, name: 'Screen not found' })).toBeHidden();
  await expect(window.getByRole('heading', { level: 1 }), name).toBeVisible();
  await expect(window.locator('main [aria-busy="true"], main [class*="skeleton"]'), name).toHaveCount(0);
}

/** Where the focus is, in words; `nowhere` when it is lost. */
export function focused(window: Page): Promise<string> {
  return window.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body || element === document.documentElement)
      return 'nowhere';
    return `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)}`;
  });
}
