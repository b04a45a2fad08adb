import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { readFixture } from '../../sandbox/fixture/fixture.ts';
import { twoFirms } from '../../sandbox/testing/two-firms.ts';
import { contentOf, nothingDecided, type RollDecisions } from '../../shared/rules/roll-forward/draft.ts';
import { nothingOwn, nothingShared, type OwnDecisions } from '../../shared/rules/roll-forward/many.ts';
import { doubtKey } from '../../shared/rules/roll-forward/open.ts';
import { type CommandTrial, openCommandTrial } from '../testing/command.ts';
import type { Desk } from './desk.ts';

// The command rolls a group forward by what was decided in the window and not sent.

vi.setConfig({ testTimeout: 180_000 }); // each command is a process of its own
const secret = 'north manager secret';
const anna = { id: 'Anna.Smit@firm.example', role: 'audit_auditor' } as const;
const pat = { id: "o'brien+audit@firm.example", role: 'audit_auditor' } as const;
let sandbox: Sandbox;
let trial: CommandTrial;

beforeEach(async () => {
  const firms = twoFirms();
  const withUsers = firms.firms.map((firm) => ({
    ...firm,
    audits: firm.audits.map((audit) =>
      audit['id'] === 'consolidated' ? { ...audit, users: [anna] } : audit,
    ),
  }));
  const fixture = readFixture({ ...firms, firms: withUsers });
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  sandbox = await createSandbox({ fixture: fixture.value, initialisationSeconds: 0 });
  trial = await openCommandTrial(sandbox.fetch, { clientId: 'north-manager', secret, slow: 60 });
  trial.keepConnection('test');
});
afterEach(async () => {
  await trial.close();
  await sandbox.close();
});

/** Keeps what a person has decided of a group, as the window does. */
async function keepDraft(
  here: Desk,
  own: Partial<OwnDecisions>,
  more: Partial<RollDecisions> = {},
): Promise<void> {
  const owns = new Map([['consolidated', { ...nothingOwn, ...own }]]);
  const content = contentOf(['consolidated'], { ...nothingDecided, owns, ...more });
  const draft = { id: 'd', kind: 'roll-forward', connection: 'firm', title: 'Group audit', content } as const;
  expect(await here.call('drafts.save', draft)).toMatchObject({ ok: true });
}

/** What the data has while no command runs. */
async function inside<Value>(ask: (here: Desk) => Promise<Value>): Promise<Value> {
  const here = await trial.opened(null);
  const value = await ask(here);
  await here.close({ atOnce: true });
  return value;
}

const decided: Partial<OwnDecisions> = {
  scopes: new Map([
    ['component', { as: 'in' }],
    ['wide', { as: 'left' }],
  ]),
  works: new Map([['component', true]]),
  additions: new Map([['leaf', { as: 'left' }]]),
};

const withSecret = ['--connection', 'Firm', '--secret-variable', 'DESK_SECRET'] as const;
const group = ['roll-forward', 'Group audit', ...withSecret] as const;

test('a group is rolled forward where a draft decides all of it, and nothing of it otherwise', async () => {
  const listed = await trial.desk(...group, '--json');
  const open = ['scope', 'works', 'scope'].map((reason) => ({ reason }));
  expect([listed.status, JSON.parse(listed.out)]).toMatchObject([
    5,
    { groups: [{ id: 'consolidated', state: 'open' }], open },
  ]);
  await inside((here) => keepDraft(here, { ...decided, works: new Map() }));
  expect(await trial.desk(...group)).toMatchObject({
    status: 5,
    out: expect.stringContaining('component (works): Dochter B.V.: Works in audit?'),
  });
  expect((await trial.desk('roll-forward', 'no-such', ...withSecret)).status).toBe(2);
  expect((await trial.desk('roll-forward', ...withSecret)).status).toBe(2);
  await inside((here) => keepDraft(here, decided));
  expect(await trial.desk(...group, '--dry-run')).toMatchObject({
    status: 0,
    out: expect.stringMatching(
      /^Without users.*\n.*\n.*consolidated-2027 +- +Group audit 2027\n.* in +Dochter B.V.\nconsolidated: The setting Cut-off does not take null.*\n$/,
    ),
  });
  trial.keepConnection('production');
  expect((await trial.desk(...group)).status).toBe(5);
  expect(trial.posts()).toBe(0);
  const season = () => inside((here) => here.call('items.list', { of: 'season', connection: 'firm' }));
  expect(await season()).toEqual({ ok: true, value: { season: [] } }); // a refusal changes nothing
  const sent = await trial.desk(...group, '--production', '--json');
  expect(JSON.parse(sent.out)).toMatchObject({ status: 0, plans: [{ state: 'ended', counts: { done: 3 } }] });
  expect(await season()).toMatchObject({ value: { season: [{ successor: 'consolidated-2027' }] } });
  const again = await trial.desk(...group, '--json');
  expect(JSON.parse(again.out)).toMatchObject({
    status: 0,
    groups: [{ state: 'rolled', successor: 'consolidated-2027', by: 'remembered' }],
    creations: [],
  });
  expect(trial.posts()).toBe(1);
});

const template = {
  id: 't',
  name: 'Groups',
  team: 'Team of Pat',
  settings: { sample: 30 },
  users: [pat],
  losses: [],
};

test.each<[string, Partial<RollDecisions>, readonly object[], unknown]>([
  ['users of last year', { users: 'before' }, [anna], {}],
  [
    'the team and the settings of a template',
    { users: 'template', template, shared: { ...nothingShared, settings: template.settings } },
    [pat],
    { sample: 30 },
  ],
  ['a template without its users', { template }, [], {}],
])('%s are sent as a draft has them', async (_, more, assigned, settings) => {
  await inside((here) => keepDraft(here, decided, more));
  const sent = await trial.desk(...group, '--json');
  expect(JSON.parse(sent.out)).toMatchObject({ status: 0, users: assigned.length });
  const [{ id }] = (JSON.parse(sent.out) as { readonly plans: readonly [{ readonly id: string }] }).plans; // of the result
  const steps = await inside((here) => here.call('plans.steps', { id }));
  const tasks = steps.ok ? steps.value.results.map(({ task }) => task) : [];
  expect(tasks[0]).toMatchObject({ kind: 'createAudit', creation: { settings } });
  const users = tasks.flatMap((task) => (task.kind === 'assignUser' ? [task.assignment] : []));
  expect(users).toEqual(assigned);
});

test('a user of last year whose role is gone is named, and the others are assigned', async () => {
  const gone = { ...pat, role: 'audit_reviewer' };
  await inside((here) =>
    keepDraft(here, decided, { users: 'template', template: { ...template, users: [anna, gone] } }),
  );
  const sentence = `The role of ${gone.id} does not exist. This user is not assigned.`;
  expect((await trial.desk(...group, '--dry-run')).out).toContain(`\nconsolidated: ${sentence}\n`);
  const { out } = await trial.desk(...group, '--json');
  expect(JSON.parse(out)).toMatchObject({
    status: 0,
    users: 1,
    losses: [
      { code: 'setting-unfit', sentence: 'The setting Cut-off does not take null. Its default is used.' },
      { about: 'consolidated', code: 'role-gone', sentence },
    ],
  });
});

test('a doubt that a person has accepted in the window is not asked again, and another one is', async () => {
  const own = {
    ...decided,
    scopes: new Map([
      ...(decided.scopes ?? []),
      ['component', { as: 'out', explanation: 'Sold in 2026.' } as const],
    ]),
  };
  const accepted = (of: string) => new Set([doubtKey({ code: 'explanation-year', of })]);
  await inside((here) => keepDraft(here, own, { accepted: accepted('wide') }));
  expect(await trial.desk(...group)).toMatchObject({
    status: 5,
    out: expect.stringContaining('component (explanation-year)'),
  });
  await inside((here) => keepDraft(here, own, { accepted: accepted('component') }));
  expect((await trial.desk(...group)).status).toBe(0);
  expect(trial.posts()).toBe(1);
});

test('beside the app that is open, the app rolls forward, and what was decided is kept no more', async () => {
  const app = await trial.opened(secret);
  await keepDraft(app, decided);
  const { status, out, errors } = await trial.desk(
    'roll-forward',
    'consolidated',
    '--connection',
    'Firm',
    '--json',
  );
  expect([status, errors]).toEqual([0, expect.stringContaining('Audit Desk is open')]);
  const [{ id }] = (JSON.parse(out) as { readonly plans: readonly [{ readonly id: string }] }).plans; // of the result
  const steps = await app.call('plans.steps', { id });
  const component = { component_settings: { component_auditor_works_in_audit: true } };
  expect(steps).toMatchObject({ value: { results: [{}, {}, { task: { creation: component } }] } });
  expect(await app.call('items.list', { of: 'drafts', connection: 'firm' })).toEqual({
    ok: true,
    value: { drafts: [] },
  });
  await app.close({ atOnce: true });
  expect(trial.posts()).toBe(1);
});

test('killed in a roll-forward: the next says that a plan creates it, and the plan goes on', async () => {
  await inside((here) => keepDraft(here, decided));
  trial.answersAfter(new Promise(() => {}));
  const { child, status } = trial.begin(...group);
  await once(trial.hear, 'made');
  child.kill('SIGKILL');
  await status;
  trial.answersAfter(Promise.resolve());
  const told = await trial.desk(...group);
  expect(told).toMatchObject({ status: 6, out: 'consolidated: a plan creates what follows it\n' });
  expect((await trial.desk('plans', 'run', ...withSecret)).status).toBe(0);
  expect(trial.posts()).toBe(1);
});
