import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connect, openApp } from '../../main/testing/app.ts';
import { createFakeClock } from '../../main/testing/clock.ts';
import { auditStep, componentStep, step } from '../../main/testing/plan-desk.ts';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Reply } from '../../shared/error.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import { allMessages, startMessages } from '../messages/language.ts';
import { openDrawnWindow } from '../testing/drawn.tsx';

// In front of a service that spells what it was sent its own way, the difference stands where a person looks, until it is dismissed.

let folder = '';
beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'screens-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const variants = [
  'audits-name-suffixed',
  'components-name-prefixed',
  'users-role-label',
  'clients-country-three',
];
const steps = [
  step('client', { kind: 'createClient', creation: { id: 'molen', name: 'Molen', country: 'NL' } }),
  auditStep(creation),
  componentStep('component', ['leaf'], 'Noord'),
  step('user', {
    kind: 'assignUser',
    audit: 'consolidated',
    assignment: { id: 'anna.smit@firm.example', role: 'audit_auditor' },
  }),
  step('plain', { kind: 'deleteAudit', audit: 'audit' }),
];

async function carriedOut() {
  const clock = createFakeClock();
  const app = openApp(folder, openDesk(undefined, { machineTime: clock.wall, variants }), clock);
  const connection = await connect(app.call);
  await app.call('preferences.change', { activeConnection: connection });
  const window = await openDrawnWindow({ call: app.dispatch, listen: () => () => {} });
  await app.call('plans.submit', { id: 'plan', connection, title: 'All', steps });
  for (let state = 'running'; state === 'running'; ) {
    await clock.advance(250);
    const now = (await app.call('plans.read', { id: 'plan' })) as Reply<PlanProgress>;
    if (now.ok) state = now.value.state;
  }
  await window.client.invalidateQueries();
  return { ...window, app };
}

const overview = ['audit', '/audits/one/new'] as const;
const users = ['auditUsers', '/audits/one/consolidated/users'] as const;

test('what differs stands at its audit, component, user or client only, and its plan leads to it', async () => {
  const { draw, app } = await carriedOut();
  const says = {
    audit: /new – Name: the service shows “[^”]+” where “Jaarrekening 2026” was sent\./,
    component: /Name: the service shows “[^”]+” where “Noord” was sent\./,
    user: /Role: the service shows “[^”]+” where “Auditor \(audit_auditor\)” was sent\./,
    client: /Country: the service shows “NLD” where “NL” was sent\./,
  };
  const screens = [
    ['audit', overview],
    ['audit', ['auditCreated', '/audits/one/new/created']],
    ['component', ['auditComponents', '/audits/one/consolidated/components']],
    ['user', users],
    ['client', ['client', '/clients/one/molen']],
    [null, ['audit', '/audits/one/consolidated']],
  ] as const;
  for (const [told, [name, at]] of screens) {
    const text = await draw(name, at);
    const found = Object.entries(says).flatMap(([key, sentence]) => (sentence.test(text) ? [key] : []));
    expect([at, found]).toEqual([at, told === null ? [] : [told]]);
  }
  const plan = await draw('plan', '/activity/plans/one/plan');
  expect(plan).toContain('4 of 5 steps are done, but differ from what was sent');
  await app.close();
});

test('what was dismissed is told by its plan alone', async () => {
  const { draw, app, client } = await carriedOut();
  for (const key of ['new', 'user']) await app.call('plans.dismiss', { id: 'plan', step: key });
  await client.invalidateQueries();
  for (const [name, at] of [overview, users]) expect(await draw(name, at)).not.toContain('was sent.');
  expect(await draw('plan', '/activity/plans/one/plan')).toContain('4 of 5 steps');
  await app.close();
});
