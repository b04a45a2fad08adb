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
// screen drawn as text. What a person asks for once is sent once and there once, and no sentence on a screen is false.

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

/** The app in front of this service, with a window that hears what main tells. */
async function openScreens(variants: readonly string[], change: (desk: Desk) => Desk = (desk) => desk) {
  const clock = createFakeClock();
  const desk = change(openDesk(undefined, { machineTime: clock.wall, variants }));
  const app = openApp(folder, desk, clock, null, { newId: randomUUID });
  open.push(app);
  const connection = await connect(app.call);
  await app.call('preferences.change', { activeConnection: connection });
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
}

const always = () => false;
const is = (fact: keyof Truth) => (said: string, truth: Truth) => Number(said) === truth[fact];

/** What a screen may claim, and when that is true; `$` is the number that it says. */
const claims: readonly (readonly [claim: string, isTrue: (said: string, truth: Truth) => boolean])[] = [
  ['$ users?', is('users')],
  ['No users yet', (_, { users }) => users === 0],
  ['shown of $', is('audits')],
  ['No audits yet', always],
  ['$ in scope', is('in')],
  ['$ out of scope', is('out')],
  ['No components yet', always],
  ['$ not covered', is('uncovered')],
  ['All covered', (_, { uncovered }) => uncovered === 0],
  ['No explanation provided', always],
  ['The component is in scope', (_, { out }) => out === 0],
  ['None\\. Coupling is possible only', always],
  ['The work package defines no settings', always],
  ['This client has no legal entities|No audit of this client', always],
  ['not found|no longer there|in use', always],
  ['Failed|failed|Not sent|Nothing was (created|changed)', always],
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
        explanation: 'Sold in May, as agreed with all there.',
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
          ...creation,
          legal_entity_id: 'sub',
          scoping_package_id: 'Large',
          language: 'nl',
          unit_of_measurement: 'EUR',
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
        ['auditCreated', '/audits/one/new/created'],
        ['audits', '/audits'],
        ['audit', '/audits/one/new'],
      ],
      says: ['Audit created', '3 shown of 3', 'Jaarrekening 2026', 'component'],
    },
  ],
};

/** What is not said in a dialect that does not show it. */
const unsaid: Readonly<Record<string, readonly string[]>> = {
  'components-scope-absent': ['3 in scope', '2 in scope', '1 in scope', '1 out of scope'],
  'components-explanation-absent': ['Sold in May'],
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
      for (const { wish, text } of await fulfilled(noun, name === '' ? [] : [name]))
        for (const said of wish.says)
          expect([said, text.includes(said)]).toEqual([said, unsaid[name]?.includes(said) !== true]);
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
