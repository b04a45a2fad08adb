import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { SeasonEntry } from '../../../shared/model/season.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import type { PlanProgress } from '../../../shared/plan.ts';
import { nextYears } from '../../../shared/rules/credits.ts';
import {
  entryAfter,
  expectedOf,
  forecastRows,
  groupsBelow,
  groupsOf,
  lastYears,
  matchingRows,
} from './season-rows.ts';

const audit = (id: string, more: Readonly<Record<string, unknown>> = {}): Audit =>
  Audit.parse({
    id,
    name: `Harbour Group ${id}`,
    client_organisation_id: 'harbour',
    legal_entity_ids: ['harbour'],
    period_start: '2024-01-01',
    period_end: '2024-12-31',
    audit_type: 'consolidated',
    status: 'archived',
    ...more,
  });
const next = { period_start: '2025-01-01', period_end: '2025-12-31' };

const entry = (id: string, more: Partial<SeasonEntry> = {}): SeasonEntry => ({
  id,
  connection: 'c',
  name: id,
  client: 'harbour',
  predecessor: null,
  successor: null,
  deadline: null,
  priority: 0,
  components: 3,
  coupled: 1,
  ...more,
});

const plan = (id: string, more: Partial<PlanProgress> = {}): PlanProgress => ({
  id,
  connection: 'c',
  title: `Plan ${id}`,
  about: {},
  state: 'running',
  pause: null,
  createdAt: '2026-01-01T00:00:00Z',
  endedAt: null,
  counts: { waiting: 4, sending: 0, resolving: 0, done: 1, failed: 0, unclear: 0, blocked: 0, cancelled: 0 },
  remainingSeconds: 60,
  ...more,
});

const none = { entries: [], audits: [], plans: [], creations: new Map(), prices: null };
const day = (deadline: string): Pick<SeasonEntry, 'deadline'> => ({
  deadline: { day: deadline, from: 'typed' },
});

describe('how a group stands', () => {
  const before = audit('h-2024');
  it.each([
    ['a file said so', entry('a'), [], [], 'expected', 5],
    ['none follows last year’s', entry('a', { predecessor: 'h-2024' }), [before], [], 'notRolled', 5],
    [
      'the one that follows by the rule is there',
      entry('a', { predecessor: 'h-2024' }),
      [before, audit('h-2025', { ...next, status: 'open' })],
      [],
      'created',
      0,
    ],
    [
      'it is being initialised',
      entry('a', { successor: 'h-2025' }),
      [audit('h-2025', { ...next, status: 'initializing' })],
      [],
      'initialising',
      0,
    ],
    [
      'a plan creates it',
      entry('a', { successor: 'h-2025' }),
      [],
      [plan('p', { about: { audit: 'h-2025' } })],
      'planned',
      4,
    ],
    [
      'a person has paused its plan',
      entry('a', { successor: 'h-2025' }),
      [],
      [plan('p', { about: { audit: 'h-2025' }, state: 'paused', pause: { reason: 'person', error: null } })],
      'planned',
      4,
    ],
    [
      'its plan rests without a person',
      entry('a', { successor: 'h-2025' }),
      [],
      [plan('p', { about: { audit: 'h-2025' }, state: 'paused', pause: { reason: 'faults', error: null } })],
      'trouble',
      4,
    ],
  ] as const)('%s', (_, kept, audits, plans, state, stepsLeft) => {
    const [group, ...others] = groupsOf({ ...none, entries: [kept], audits, plans });
    expect(group).toMatchObject({ id: 'a', state, stepsLeft });
    expect(others).toEqual([]);
  });

  it('a plan is known for a group by what it creates, before that is there', () => {
    const creation = {
      id: 'h-2025',
      name: 'Harbour Group h-2025',
      work_package_id: 'w',
      scoping_package_id: 's',
      client_organisation_id: 'harbour',
      legal_entity_id: 'harbour',
      ...next,
      language: 'nl',
      audit_type: 'consolidated',
    };
    const groups = groupsOf({
      entries: [entry('a', { predecessor: 'h-2024', ...day('2026-03-31') })],
      audits: [before],
      plans: [plan('p'), plan('users', { about: { kind: 'users' } })],
      creations: new Map([['p', { first: creation, audits: [] }]]),
      prices: null,
    });
    expect(groups).toMatchObject([
      { id: 'a', state: 'planned', plan: { id: 'p' }, turn: { deadline: '2026-03-31', priority: 0 } },
    ]);
    expect(expectedOf(groups)).toEqual([]);
  });
});

describe('the order', () => {
  it('is by hand, then by deadline, then without one; what is created comes last', () => {
    const groups = groupsOf({
      ...none,
      entries: [
        entry('none'),
        entry('made', { successor: 'h-2025', ...day('2020-01-01') }),
        entry('june', day('2026-06-30')),
        entry('march', day('2026-03-31')),
        entry('first', { ...day('2026-09-30'), priority: 1 }),
      ],
      audits: [audit('h-2025', { status: 'open' })],
      plans: [plan('p', { turn: { deadline: '2026-05-31', priority: 0 } })],
    });
    expect(groups.map(({ id }) => id)).toEqual(['first', 'march', 'p', 'june', 'none', 'made']);
  });
});

describe('whether it holds', () => {
  const groups = groupsOf({
    ...none,
    entries: [
      entry('late', day('2026-03-31')),
      entry('holds', day('2026-04-30')),
      entry('unknown', { ...day('2026-05-31'), components: 5_000 }),
      entry('none'),
    ],
  });
  const told = (id: string, readyOn: string, holds: boolean | null) =>
    [id, { id, readyAt: `${readyOn}T10:00:00Z`, readyOn, holds }] as const;
  const entries = new Map([
    told('late', '2026-04-02', false),
    told('holds', '2026-04-02', true),
    told('none', '2026-04-03', null),
  ]);
  const rows = forecastRows(groups, { today: '2026-03-31', entries });

  it('is said with the days between; what no forecast tells is not known', () => {
    expect(expectedOf(groups).map(({ id }) => id)).toEqual(['late', 'holds', 'none']);
    expect(rows.map(({ id, holding, slack, readyOn }) => [id, holding, slack, readyOn])).toEqual([
      ['late', 'late', -2, '2026-04-02'],
      ['holds', 'holds', 28, '2026-04-02'],
      ['unknown', 'unknown', null, null],
      ['none', 'none', null, '2026-04-03'],
    ]);
  });

  it('a deadline has passed on the day after it, also where no forecast tells', () => {
    const on = (today: string) => forecastRows(groups, { today, entries }).map(({ holding }) => holding);
    expect(on('2026-04-01')).toEqual(['past', 'holds', 'unknown', 'none']);
    expect(on('2026-06-01')).toEqual(['past', 'past', 'past', 'none']);
    const made = groupsOf({
      ...none,
      entries: [entry('made', { successor: 'h-2025', ...day('2020-01-01') })],
      audits: [audit('h-2025', { status: 'open' })],
    });
    expect(forecastRows(made, { today: '2026-06-01', entries })).toMatchObject([{ holding: 'done' }]);
  });

  it.each([
    ['', { holding: ['late', 'unknown'] }, ['late', 'unknown']],
    ['', { state: ['created'] }, []],
    ['harbour plc', {}, ['late', 'holds', 'unknown', 'none']],
    ['HOLDS', { client: ['harbour'] }, ['holds']],
    ['', { client: ['other'] }, []],
  ])('%j and %j find %j', (search, chosen, ids) => {
    const filters = { state: [], client: [], holding: [], ...chosen };
    expect(matchingRows(rows, search, filters, () => 'Harbour plc').map(({ id }) => id)).toEqual(ids);
  });
});

describe('last year’s groups', () => {
  it('have ended within 18 months, and nothing that has ended follows them', () => {
    const audits = [
      audit('h-2024'),
      audit('h-2025', next),
      audit('single', { audit_type: 'single' }),
      audit('now', { client_organisation_id: 'n', period_start: '2026-01-01', period_end: '2026-12-31' }),
      audit('old', { client_organisation_id: 'o', period_start: '2023-01-01', period_end: '2023-12-31' }),
      audit('gone', { client_organisation_id: 'g', ...next, status: 'deleting' }),
      audit('alone', { client_organisation_id: 'a', ...next }),
    ];
    expect(lastYears(audits, '2026-02-01').map(({ id }) => id)).toEqual(['h-2025', 'alone']);
    expect(lastYears(audits, '2025-12-31').map(({ id }) => id)).toEqual(['h-2024']);
  });

  const component = (id: string, coupled: string | null) =>
    ComponentAudit.parse({ id, name: id, coupled_entity_audit_id: coupled, in_scope: true });
  const top = audit('h-2024', { name: 'Harbour 2024', work_package_id: 'old' });
  const below = audit('below', { coupled_component_audit_ids: ['two'], work_package_id: 'old' });
  const single = audit('A', {
    audit_type: 'single',
    coupled_component_audit_ids: ['three', 'four'],
    work_package_id: 'old',
  });
  const audits = [top, below, single, audit('other')];
  const componentsOf = new Map([
    ['h-2024', [component('one', null), component('two', 'below')]],
    ['below', [component('three', 'A'), component('four', 'A')]],
  ]);

  it('a group that is coupled to a component of another belongs to that one, and is read with it', () => {
    expect(lastYears(audits, '2025-12-31').map(({ id }) => id)).toEqual(['h-2024', 'other']);
    const read = new Map([...componentsOf].slice(0, 1));
    expect(groupsBelow(['h-2024'], audits, read)).toEqual(['below']);
    expect(groupsBelow(['h-2024', 'below'], audits, componentsOf)).toEqual([]);
  });

  const expected = entryAfter('c', top, {
    known: { audits, componentsOf },
    successor: null,
    rule: { months: 3, days: 10 },
  });

  it('get an entry with the years moved, by the whole network of last year and the firm’s rule', () => {
    expect(expected).toEqual({
      id: 'c h-2024',
      connection: 'c',
      name: 'Harbour 2025',
      client: 'harbour',
      predecessor: 'h-2024',
      successor: null,
      deadline: { day: '2026-04-10', from: 'rule' },
      priority: 0,
      components: 4,
      coupled: 2,
      network: ['below', 'A'],
    });
  });

  const workPackage = (
    id: string,
    version: string,
    prices: readonly (readonly [string, number, boolean?])[],
  ) =>
    WorkPackage.parse({
      id,
      name: 'Statutory',
      version,
      prices: prices.map(([type, credits, coupled]) => ({
        audit_type: type,
        credits,
        conditions: coupled === undefined ? null : { coupled },
      })),
    });
  const pricesOf = (tests: readonly string[], ...packages: readonly WorkPackage[]) => {
    const now = { packages: new Map(packages.map((one) => [one.id, one])), tests: new Set(tests) };
    return { now, next: nextYears(now) };
  };
  const older = workPackage('old', '2024.9', [
    ['consolidated', 1],
    ['single', 1],
  ]);
  const newer = workPackage('new', '2024.10', [
    ['consolidated', 12],
    ['single', 3, true],
    ['single', 5, false],
  ]);

  it.each([
    [
      'by the newest package of the line: two groups of 12, a coupled single of 3',
      [],
      audits,
      [older, newer],
      27,
    ],
    ['none for a test client', ['harbour'], audits, [older, newer], 0],
    ['not known where no list names a price', [], audits, [older, workPackage('new', '2024.10', [])], null],
    ['not known where an audit of last year is gone', [], [top, below], [older, newer], null],
    ['not known where the package is gone', [], audits, [], null],
  ] as const)('need credits: %s', (_, tests, there, packages, credits) => {
    if (expected === null) throw new Error('no entry');
    const facts = { ...none, entries: [expected], audits: there, prices: pricesOf(tests, ...packages) };
    expect(groupsOf(facts)).toMatchObject([{ credits }]);
    expect(groupsOf({ ...facts, prices: null })).toMatchObject([{ credits: null }]);
    const { network: _network, ...fromFile } = expected;
    expect(groupsOf({ ...facts, entries: [fromFile] })).toMatchObject([{ credits: null }]);
  });

  it('a plan still needs those of the audits that are not there', () => {
    const priced = (id: string, auditType: string, isCoupled = false) => ({
      id,
      workPackage: 'new',
      client: 'harbour',
      auditType,
      isCoupled,
    });
    const facts = {
      ...none,
      audits: [audit('made')],
      plans: [plan('p'), plan('components'), plan('unread')],
      creations: new Map([
        ['p', { first: null, audits: [priced('made', 'consolidated'), priced('next', 'single', true)] }],
        ['components', { first: null, audits: [] }],
      ]),
      prices: pricesOf([], newer),
    };
    expect(groupsOf(facts).map(({ id, credits }) => [id, credits])).toEqual([
      ['unread', null],
      ['components', 0],
      ['p', 3],
    ]);
  });
});
