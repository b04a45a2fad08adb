import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Running } from './app.ts';
import type { Fixture } from './fixtures/fixture-file.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import type { Service } from './service.ts';

// Every screen of the app, as its table of addresses has them: what is tested of all is tested of the next one too.

const source = readFileSync(join(import.meta.dirname, '../src/renderer/routes.ts'), 'utf8');
const table = /export const routes = \{(.*?)\n\} as const/s.exec(source)?.[1] ?? '';
const routes = [...table.matchAll(/^ {2}(\w+): '([^']+)'/gm)].map(([, name = '', path = '']) => ({
  name,
  path,
}));

/** The screens by name; `start` leads on to another one. */
export const screenNames = routes.map(({ name }) => name).filter((name) => name !== 'start');

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
};

/** Connects, and makes what some screens are about: a team, and a plan that has ended. */
export async function openScreens({ window }: Running, sandbox: Service): Promise<void> {
  await connect(window, sandbox);
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const replies = await window.evaluate(async (known) => {
    const bridge = (
      globalThis as unknown as { auditDesk: { call: (name: string, input: unknown) => unknown } }
    ).auditDesk; // what the preload exposes
    const listed = (await bridge.call('connections.list', {})) as { value: readonly { id: string }[] };
    const connection = listed.value[0]?.id ?? '';
    const members = [{ id: 'ilse.brand@kantoor.example', role: 'audit_engagement_leader' }];
    const assignment = { id: 'marco.tosi@kantoor.example', role: 'audit_auditor' };
    const task = { kind: 'assignUser', audit: known['auditId'], assignment };
    const plan = {
      id: known['planId'],
      connection,
      title: 'Users of Noorderhaven',
      steps: [{ key: 'user', after: [], subject: 'Marco Tosi', task }],
    };
    return {
      connection,
      team: await bridge.call('teams.save', { id: known['teamId'], connection, name: 'Core team', members }),
      plan: await bridge.call('plans.submit', plan),
      end: await bridge.call('plans.wait', { id: known['planId'] }),
    };
  }, ids);
  expect(replies).toMatchObject({ team: { ok: true }, plan: { ok: true }, end: { ok: true } });
  connectionId = replies.connection;
}

let connectionId = '';

/** The address of a screen of the firm above; fails for one whose ids nobody has told. */
export function addressOf(name: string): string {
  const path = routes.find((route) => route.name === name)?.path ?? '';
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
export async function openScreen(window: Page, name: string): Promise<void> {
  // By way of nowhere: the heading that shows then is the one of this screen, and no other's.
  await goTo(window, '/nowhere');
  await expect(window.getByRole('heading', { level: 1, name: 'There is no such screen' })).toBeVisible();
  await goTo(window, addressOf(name));
  await expect(window.getByRole('heading', { level: 1, name: 'There is no such screen' })).toBeHidden();
  await expect(window.getByRole('heading', { level: 1 }), name).toBeVisible();
  await expect(window.locator('main [aria-busy="true"], main [class*="skeleton"]'), name).toHaveCount(0);
}
