import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, openApp } from '../../main/testing/app.ts';
import { createFakeClock } from '../../main/testing/clock.ts';
import { dialects, mixtureOf } from '../../sandbox/http/dialects/dialects.ts';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { BridgeEvent } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import type { Plan, PlanProgress, Step } from '../../shared/plan.ts';
import { auditPlan, createAudit } from '../data/audits.ts';
import { componentsPlan } from '../data/components.ts';
import { submitPlan } from '../data/plans.ts';
import { beginUsersPlan, type UserChange, usersPlan } from '../data/users.ts';
import { allMessages, startMessages } from '../messages/language.ts';
import { openDrawnWindow } from '../testing/drawn.tsx';

// What screens say in front of a service that speaks a dialect (docs/sandbox-dialects.md): the whole main process, the sandbox, and each
// screen drawn as text (ux G9). What a person asks for once is sent once and there once, and no sentence on a screen is false.

let folder = '';
const open: { readonly close: () => Promise<void> }[] = [];
beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'screens-'));
});
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
  rmSync(folder, { recursive: true });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Desk = ReturnType<typeof openDesk>;

/** An audit that can be created in the fixture, and that `component` can be coupled to. */
const engagement = {
  ...creation,
  legal_entity_id: 'sub',
  scoping_package_id: 'Large',
  language: 'nl',
  unit_of_measurement: 'EUR',
};

/** The app in front of this service, with a window that hears what main tells. */
async function openScreens(variants: readonly string[], change: (desk: Desk) => Desk = (desk) => desk) {
  const clock = createFakeClock();
  const desk = change(openDesk(undefined, { machineTime: clock.wall, variants }));
  const app = openApp(folder, desk, clock, null, { newId: randomUUID });
  open.push(app);
  const connection = await connect(app.call);
  await app.call('preferences.change', { activeConnection: connection });
  const draft = { fields: engagement, own: Object.keys(engagement), step: 'review', reached: 'review' };
  const content = { ...draft, coupling: { decision: 'without', ids: [] } };
  await app.call('drafts.save', { id: 'draft', kind: 'audit', connection, title: 'New', content });
  const heard = new Set<(event: BridgeEvent) => void>();
  const window = await openDrawnWindow({
    call: app.dispatch,
    listen: (listener) => {
      heard.add(listener);
      return () => heard.delete(listener);
    },
  });
  let told = 0;
  const pass = async (): Promise<void> => {
    await clock.advance(250);
    for (const event of app.events.slice(told)) for (const listener of heard) listener(event);
    told = app.events.length;
  };
  return {
    ...window,
    connection,
    /** Carries a plan out to where it rests, and answers it. */
    carryOut: async (plan: Plan, begin: (of: Plan) => Promise<unknown>): Promise<PlanProgress> => {
      const begun = begin(plan);
      for (let quiet = 0; quiet < 8; ) {
        await pass();
        const now = (await app.call('plans.read', { id: plan.id })) as Reply<PlanProgress>;
        quiet = now.ok && now.value.state !== 'running' ? quiet + 1 : 0;
      }
      await begun;
      await window.client.invalidateQueries();
      const ended = (await app.call('plans.read', { id: plan.id })) as Reply<PlanProgress>;
      if (!ended.ok) throw new Error(ended.error.code);
      return ended.value;
    },
    /** How often a request was sent, and carried out. */
    sent: async (method: string): Promise<number> => {
      const { body } = await desk.control('GET', '/requests/');
      const { results } = body as { readonly results: readonly { method: string; path: string }[] }; // docs/sandbox.md
      return results.filter((one) => one.method === method && !one.path.includes('/oauth/')).length;
    },
  };
}
type Screens = Awaited<ReturnType<typeof openScreens>>;

/** What is so at the service. */
interface Truth {
  readonly users?: number;
  readonly audits?: number;
  readonly in?: number;
  readonly out?: number;
  readonly uncovered?: number;
  /** Components that the audit that is shown is coupled to. */
  readonly coupled?: number;
}

const never = () => false;
const is = (fact: keyof Truth) => (said: string, truth: Truth) => Number(said) === truth[fact];

/** What a screen may claim, and when that is true; `$` is the number that it says. */
const claims: readonly (readonly [claim: string, isTrue: (said: string, truth: Truth) => boolean])[] = [
  ['$ users?', is('users')],
  ['No users yet', (_, { users }) => users === 0],
  ['shown of $', is('audits')],
  ['No audits yet', never],
  ['$ in scope', is('in')],
  ['$ out of scope', is('out')],
  ['No components yet', never],
  ['$ without component', is('uncovered')],
  ['All covered', (_, { uncovered }) => uncovered === 0],
  ['No explanation provided', never],
  ['The component is in scope', (_, { out }) => out === 0],
  ['None\\. Coupling is possible only', (_, { coupled }) => coupled === 0],
  ['The work package defines no settings', never],
  ['This client has no legal entities|No audit of this client', never],
  ['not found|no longer there|in use', never],
  ['Failed|failed|Not sent|Nothing was (created|changed)(?! from)', never],
];

/** The sentences on a screen that are false. */
function falseIn(text: string, truth: Truth): readonly string[] {
  return claims.flatMap(([claim, isTrue]) =>
    [...text.matchAll(new RegExp(`(?<!\\d)${claim.replace('$', '(\\d+)')}\\b`, 'g'))]
      .filter(([, said = '']) => !isTrue(said, truth))
      .map(([sentence]) => sentence),
  );
}

type Look = Parameters<Screens['draw']>;

/** What a person asks for, one after the other, and what is so then. */
interface Wish {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly plan: (connection: string) => Plan;
  readonly begin?: (plan: Plan) => Promise<unknown>;
  readonly truth: Truth;
  readonly looks: readonly Look[];
  /** Said on these screens. */
  readonly says: readonly string[];
}

const users: Look = ['auditUsers', '/audits/one/audit/users'];
const tree: Look = ['auditComponents', '/audits/one/consolidated/components'];
const wizard: Look = ['newAudit', '/audits/new?draft=draft'];
const report: Look = ['scopeReport', '/audits/one/consolidated/components/scope-report'];

function userWish(method: Wish['method'], change: UserChange, count: number): Wish {
  return {
    method,
    plan: (connection) =>
      usersPlan(randomUUID(), connection, 'Users', [
        { audit: { id: 'audit', name: 'Audit' }, waits: false, changes: [change] },
      ]),
    begin: (plan) => beginUsersPlan(`${plan.connection} audit audit`, plan, ['audit']),
    truth: { users: count },
    looks: [users],
    says: [`${count} user`],
  };
}

function componentWish(
  method: Wish['method'],
  task: Extract<Step['task'], { readonly kind: 'createComponent' | 'setOutOfScope' | 'deleteComponent' }>,
  truth: Truth,
  says: readonly string[],
): Wish {
  return {
    method,
    plan: (connection) =>
      componentsPlan({
        id: randomUUID(),
        connection,
        group: { id: 'consolidated', name: 'Group audit' },
        waits: false,
        steps: [{ key: randomUUID(), subject: 'A component', task }],
      }),
    truth,
    looks: [tree, report],
    says,
  };
}

const anna = 'Anna.Smit@firm.example';
const pat = "o'brien+audit@firm.example";
const leader = 'audit_engagement_leader';
const of = { group: 'consolidated' } as const;

// By hand, from the two firms of the sandbox: one user; `component` of `sub` and `wide` of `leaf` and `sub`; two audits.
const wishes: Readonly<Record<'users' | 'components' | 'audits', readonly Wish[]>> = {
  users: [
    userWish('POST', { kind: 'assignUser', user: pat, role: leader }, 2),
    userWish('PATCH', { kind: 'changeUser', user: anna, role: leader, before: 'audit_auditor' }, 2),
    userWish('DELETE', { kind: 'removeUser', user: anna, before: leader }, 1),
  ],
  components: [
    componentWish(
      'POST',
      {
        ...of,
        kind: 'createComponent',
        creation: { legal_entity_ids: ['group'], auditor_relation: 'inter_firm', name: 'Molen & Zn' },
      },
      { in: 3, out: 0, uncovered: 0 },
      ['3 in scope', 'Molen'],
    ),
    componentWish(
      'PATCH',
      {
        ...of,
        kind: 'setOutOfScope',
        component: 'component',
        explanation: 'Sold in May, as agreed with all who were there.',
      },
      { in: 2, out: 1, uncovered: 0 },
      ['2 in scope', '1 out of scope', 'Sold in May'],
    ),
    componentWish(
      'DELETE',
      { ...of, kind: 'deleteComponent', component: 'wide' },
      { in: 1, out: 1, uncovered: 1 },
      ['1 in scope', '1 out of scope'],
    ),
  ],
  audits: [
    {
      method: 'POST',
      plan: (connection) =>
        auditPlan(connection, randomUUID(), {
          ...engagement,
          coupled_component_audit_ids: ['component'],
          settings: {
            sampling: false,
            sample: 4,
            note: 'Let op',
            cut_off: '2026-12-31',
            areas: ['cash', 'stock'],
          },
        }),
      begin: (plan) => createAudit(plan, () => {}),
      truth: { audits: 3 },
      looks: [
        wizard,
        ['auditCreated', '/audits/one/new/created'],
        ['audits', '/audits'],
        ['audit', '/audits/one/new'],
      ],
      says: ['Review and create', 'Audit created', '3 shown of 3', 'Jaarrekening 2026', 'component'],
    },
  ],
};

/** What is not said in a dialect that does not show it. */
const unsaid: Readonly<Record<string, readonly string[]>> = {
  'components-scope-absent': ['3 in scope', '2 in scope', '1 in scope', '1 out of scope'],
  'components-explanation-absent': ['Sold in May'],
};

/** The first wish of which the service has something otherwise than it was sent, which the screens tell. */
const differsFrom: Readonly<Record<string, number>> = {
  'users-role-label': 0,
  'components-name-default': 0,
  'components-name-prefixed': 0,
  'components-explanation-cut': 1,
  'audits-entities-one-more': 0,
  'audits-name-suffixed': 0,
};

/** Fulfils the wishes of a noun; answers how each ended, and all that its screens say. */
async function fulfilled(noun: keyof typeof wishes, variants: readonly string[]) {
  const screens = await openScreens(variants);
  const ends: { readonly wish: Wish; readonly text: string }[] = [];
  for (const wish of wishes[noun]) {
    const { counts, id } = await screens.carryOut(wish.plan(screens.connection), wish.begin ?? submitPlan);
    expect([wish.method, await screens.sent(wish.method), counts.failed, counts.blocked]).toEqual([
      wish.method,
      1,
      0,
      0,
    ]);
    const plan: Look = ['plan', `/activity/plans/one/${id}`];
    const drawn: string[] = [];
    for (const look of [...wish.looks, plan]) drawn.push(await screens.draw(...look));
    const text = drawn.join('\n').replaceAll('\n', ' ');
    expect(falseIn(text, wish.truth)).toEqual([]);
    if (counts.unclear > 0) expect(text).toContain('utcome unknown');
    ends.push({ wish, text });
  }
  return ends;
}

describe.each(Object.keys(wishes) as (keyof typeof wishes)[])('%s', (noun) => {
  const spoken = ['', ...dialects.filter((dialect) => dialect.noun === noun).map(({ name }) => name)];
  test.each(spoken)(
    'in front of “%s” what was asked for is there once, and the screens say so',
    async (name) => {
      for (const [place, { wish, text }] of (await fulfilled(noun, name === '' ? [] : [name])).entries()) {
        for (const said of wish.says)
          expect([said, text.includes(said)]).toEqual([said, unsaid[name]?.includes(said) !== true]);
        const from = differsFrom[name] ?? Number.POSITIVE_INFINITY;
        if (place <= from)
          expect(/differ from what was sent|otherwise than it was sent/.test(text)).toBe(place === from);
      }
    },
  );
});

const nouns = ['users', 'components', 'audits'] as const;
test.each(Array.from({ length: 50 }, (_, seed) => seed))(
  'in front of the mixture %i nothing is sent twice, and no screen says what is false',
  async (seed) => {
    await fulfilled(nouns[seed % nouns.length] ?? 'users', mixtureOf(seed));
  },
);

const asItIs: Truth = { users: 1, audits: 2, in: 2, out: 0, uncovered: 1, coupled: 0 };
const clients: Look = ['clients', '/clients'];
const client: Look = ['client', '/clients/one/group'];
const group: Look = ['audit', '/audits/one/consolidated'];
const packages: Look = ['workPackages', '/work-packages'];
const readings: readonly Look[] = [
  users,
  ['audits', '/audits'],
  group,
  tree,
  report,
  clients,
  client,
  packages,
  wizard,
];

const others: readonly string[] = ['clients', 'legal-entities', 'work-packages', 'roles', 'lists'];
test.each(dialects.filter(({ noun }) => others.includes(noun)).map(({ name }) => name))(
  'in front of “%s” no screen that reads says what is false',
  async (name) => {
    const { draw } = await openScreens([name]);
    for (const look of readings)
      expect([look, falseIn((await draw(...look)).replaceAll('\n', ' '), asItIs)]).toEqual([look, []]);
  },
);

type Entry = Readonly<Record<string, unknown>>;

/** A service of which each object below a path, and each entry of a list there, is shown otherwise. */
function showing(path: RegExp, entries: (all: readonly Entry[]) => readonly unknown[]): (desk: Desk) => Desk {
  return (desk) => ({
    ...desk,
    sandbox: {
      ...desk.sandbox,
      fetch: async (request) => {
        const answer = await desk.sandbox.fetch(request);
        if (request.method !== 'GET' || !path.test(new URL(request.url).pathname)) return answer;
        const body = (await answer.json()) as Entry & { readonly results?: readonly Entry[] }; // of the sandbox
        const shown = entries(body.results ?? [body]);
        return Response.json(
          body.results === undefined ? shown[0] : { ...body, count: shown.length, results: shown },
        );
      },
    },
  });
}

const without =
  (...fields: readonly string[]) =>
  (all: readonly Entry[]) =>
    all.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => !fields.includes(name))));

test('two entries of fifty that cannot be read are told, counted and shown as received', async () => {
  const fifty = ([one]: readonly Entry[]) =>
    Array.from({ length: 50 }, (_, place) =>
      place === 7 ? null : place === 20 ? { type: 'tombstone' } : { ...one, id: `audit-${place}` },
    );
  const { draw } = await openScreens([], showing(/audits\/$/, fifty));
  const text = await draw('audits', '/audits');
  expect(text).toContain('Entries in a form that the app cannot read: 2');
  expect(text).toContain('The others are shown, but the list is not whole');
  expect(text).toMatch(/Show as received\nnull\n{"type": "tombstone"}/);
  expect(text).toContain('48 shown of 50');
});

const season: Look = ['season', '/season'];
const network: Look = ['network', '/network'];
const ofGroup: Look = ['groupAudits', '/audits/one/consolidated/components/audits'];
test.each([...readings.filter((look) => look !== group && look !== wizard), season, network, ofGroup])(
  'where no entry can be read, %s is not empty',
  async (...look) => {
    const { draw } = await openScreens(
      [],
      showing(/s\/$/, (all) => all.map(() => 7)),
    );
    const text = await draw(...look);
    expect(text).toMatch(/in a form that the app cannot read/);
    expect(text).not.toMatch(/ yet\b|\b0 (?!audits$)|has no |offers none|Not covered|The others are shown/m);
  },
);

const unseen = 'Not shown by the service in a form that the app can read';

test.each<[string, RegExp, ReturnType<typeof without>, Look, readonly string[]]>([
  [
    'an audit',
    /audits\/consolidated\/$/,
    without(
      'created_at',
      'legal_entity_ids',
      'language',
      'unit_of_measurement',
      'settings',
      'coupled_component_audit_ids',
      'client_organisation_id',
      'period_start',
      'period_end',
    ),
    group,
    [
      `Created at ${unseen}`,
      `Client organisation ${unseen}`,
      `Legal entity ${unseen}`,
      `Period ${unseen}`,
      `Language ${unseen}`,
      `Unit of measurement ${unseen}`,
      `Coupled component audits ${unseen}`,
      'The service does not show 7 settings of the work package for this audit.',
    ],
  ],
  [
    'a component in a report',
    /component-audits\/$/,
    without('legal_entity_ids', 'auditor_relation', 'in_scope', 'status'),
    report,
    ['2 whose scope is not shown', 'Dochter B.V. Not shown Not shown Not shown Not shown'],
  ],
  [
    'a component in the tree',
    /component-audits\/$/,
    without('legal_entity_ids', 'auditor_relation', 'in_scope', 'status'),
    tree,
    ['Groep N.V. NL Coverage not shown', 'Dochter B.V. Not shown Not shown Not shown'],
  ],
  ['a user', /users\/$/, without('role'), users, ['Anna.Smit@firm.example Not shown']],
  [
    'a user by a number',
    /users\/$/,
    () => [{ id: 17, role: 'audit_auditor' }],
    users,
    ['Not shown; id 17 Auditor (audit_auditor)'],
  ],
  [
    'a client',
    /client-organisations\/$/,
    without('country', 'domains', 'allow_password_login', 'is_test_organisation'),
    client,
    [
      `Country ${unseen}`,
      `E-mail domains ${unseen}`,
      `Sign-in with a password ${unseen}`,
      'The service does not show whether this is a test organisation',
    ],
  ],
])('%s without fields: the screen says what is not shown', async (_, path, change, look, says) => {
  const { draw } = await openScreens([], showing(path, change));
  const text = (await draw(...look)).replaceAll('\n', ' ').replaceAll(/ +/g, ' ');
  for (const said of says) expect(text).toContain(said);
  expect(text).not.toMatch(/Not provided|None\. Coupling|defines no settings|Not covered|\b0 in scope/);
});

test('a name that came escaped is shown as received', async () => {
  const { draw } = await openScreens(['components-name-escaped']);
  expect((await draw(...report)).replaceAll('\n', '')).toContain('Foglia S.r.l. &amp; Dochter B.V.');
});
