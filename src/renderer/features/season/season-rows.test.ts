import { describe, expect, it } from 'vitest';
import type { AuditCreation } from '../../../shared/model/audit.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { SeasonEntry } from '../../../shared/model/season.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import type { PlanProgress } from '../../../shared/plan.ts';
import { expectedOf, groupsOf, type SeasonPart } from '../../../shared/rules/plans/season-groups.ts';
import { nextYears } from '../../../shared/rules/service/credits.ts';
import { audit, entry, next } from '../../../shared/testing/season.ts';
import { noFilters } from './season-filters.tsx';
import { endedGroups, entryAfter, forecastRows, groupsBelow, matchingRows } from './season-rows.ts';

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
  deeds: [],
  remainingSeconds: 60,
  ...more,
});

/** What a plan does for one group. */
const part = (own: PlanProgress, more: Partial<SeasonPart> = {}): SeasonPart => ({
  plan: own,
  isShared: false,
  audit: own.about.audit ?? null,
  creation: null,
  audits: [],
  counts: own.counts,
  ...more,
});
const counts = (more: Partial<PlanProgress['counts']>): PlanProgress['counts'] => ({
  waiting: 0,
  sending: 0,
  resolving: 0,
  done: 0,
  failed: 0,
  unclear: 0,
  blocked: 0,
  cancelled: 0,
  ...more,
});

const none = { entries: [], audits: [], parts: [], prices: null };
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
    const [group, ...others] = groupsOf({
      ...none,
      entries: [kept],
      audits,
      parts: plans.map((one) => part(one)),
    });
    expect(group).toMatchObject({ id: 'a', state, stepsLeft });
    expect(others).toEqual([]);
  });

  const creation: AuditCreation = {
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

  it('a plan is known for a group by what it creates, before that is there', () => {
    const groups = groupsOf({
      ...none,
      entries: [entry('a', { predecessor: 'h-2024', ...day('2026-03-31') })],
      audits: [before],
      parts: [
        part(plan('p'), { audit: 'h-2025', creation }),
        part(plan('users', { about: { kind: 'users' } })),
      ],
    });
    expect(groups).toMatchObject([
      { id: 'a', state: 'planned', plan: { id: 'p' }, scheduling: { deadline: '2026-03-31', priority: 0 } },
    ]);
    expect(expectedOf(groups)).toEqual([]);
  });

  const there = audit('h-2025', { ...next, status: 'open' });
  const ended = (
    id: string,
    more: Partial<PlanProgress['counts']>,
    scheduling?: PlanProgress['scheduling'],
  ) =>
    part(
      plan(id, {
        about: { audit: 'h-2025' },
        state: 'ended',
        counts: counts({ done: 2, ...more }),
        ...(scheduling === undefined ? {} : { scheduling }),
      }),
    );
  const running = part(plan('running', { about: { audit: 'h-2025' }, counts: counts({ waiting: 1 }) }));
  it.each([
    ['a component has failed, without a deadline', [there], [ended('p', { failed: 1 })], 'trouble', 1],
    ['what needs it is blocked', [there], [ended('p', { blocked: 2 })], 'trouble', 2],
    ['nobody knows what became of a step', [there], [ended('p', { unclear: 1 })], 'trouble', 1],
    ['its plan was stopped halfway', [there], [ended('p', { cancelled: 3 })], 'partly', 3],
    [
      'the newer of its plans is done',
      [there],
      [ended('new', {}), ended('old', { failed: 1 })],
      'trouble',
      1,
    ],
    ['another plan goes on', [there], [running, ended('old', { cancelled: 3 })], 'planned', 1],
    ['its plan was stopped before it was there', [], [ended('p', { done: 0, cancelled: 5 })], 'notRolled', 5],
    ['its creation was refused', [], [ended('p', { done: 0, failed: 1 })], 'trouble', 1],
    ['all is done', [there], [ended('p', {})], 'created', 0],
  ] as const)('is created only where nothing is left: %s', (_, made, parts, state, stepsLeft) => {
    const kept = entry('a', { predecessor: 'h-2024', successor: 'h-2025', ...day('2026-03-31') });
    const groups = groupsOf({ ...none, entries: [kept], audits: [before, ...made], parts });
    expect(groups).toMatchObject([{ id: 'a', state, stepsLeft }]);
    const told = { id: 'p', readyAt: '2026-03-01T10:00:00Z', readyOn: '2026-03-01' };
    const forecasts = new Map([['p', { ...told, startBy: null, goesFirst: false }]]);
    const [row] = forecastRows(groups, { today: '2026-02-01', entries: forecasts });
    if (state === 'trouble' || state === 'partly')
      expect(row).toMatchObject({ readyOn: null, slack: null, deadlineStatus: 'unknown' });
  });

  it.each([
    ['15 days from now', '2026-02-16', 'on-time'],
    ['14 days from now', '2026-02-15', 'soon'],
    ['today', '2026-02-01', 'soon'],
    ['nobody can tell', null, 'on-time'],
  ] as const)('has to start soon within two weeks of its last day: %s', (_, startBy, deadlineStatus) => {
    const groups = groupsOf({ ...none, entries: [entry('a', { ...day('2026-03-31') })] });
    const told = {
      id: 'a',
      readyAt: '2026-02-01T10:00:00Z',
      readyOn: '2026-02-01',
      startBy,
      goesFirst: false,
    };
    const [row] = forecastRows(groups, { today: '2026-02-01', entries: new Map([['a', told]]) });
    expect(row).toMatchObject({ startBy, deadlineStatus });
  });

  it('is told no day to start where a plan creates it', () => {
    const kept = entry('a', { successor: 'h-2025', ...day('2026-03-31') });
    const made = part(plan('p', {}), { audit: 'h-2025', audits: [], counts: counts({ waiting: 2 }) });
    const groups = groupsOf({ ...none, entries: [kept], parts: [made] });
    const told = {
      id: 'p',
      readyAt: '2026-02-01T10:00:00Z',
      readyOn: '2026-02-01',
      startBy: '2026-02-03',
      goesFirst: false,
    };
    const [row] = forecastRows(groups, { today: '2026-02-01', entries: new Map([['p', told]]) });
    expect(row).toMatchObject({ state: 'planned', startBy: null, deadlineStatus: 'on-time' });
  });

  describe('of a plan for several groups', () => {
    const shared = plan('p', { scheduling: { deadline: '2026-03-31', priority: 2 } });
    const of = (id: string, more: Partial<PlanProgress['counts']>): SeasonPart =>
      part(shared, {
        isShared: true,
        audit: id,
        creation: { ...creation, id, name: id },
        audits: [{ creation: { ...creation, id, name: id }, isCoupled: false }],
        counts: counts(more),
      });
    const facts = {
      ...none,
      entries: [
        entry('a', { successor: 'a-2025', ...day('2026-03-31') }),
        entry('b', { successor: 'b-2025', ...day('2026-06-30') }),
        entry('c', { successor: 'c-2025' }),
      ],
      audits: [audit('b-2025', { ...next, status: 'open' })],
      parts: [
        of('a-2025', { waiting: 3 }),
        of('b-2025', { done: 3 }),
        of('c-2025', { waiting: 1, failed: 1 }),
        of('d-2025', { waiting: 2 }),
      ],
    };

    it('each stands by its own steps, with its own deadline; what is not expected is the rest of the plan', () => {
      const groups = groupsOf(facts);
      expect(
        groups.map(({ id, state, stepsLeft, scheduling }) => [id, state, stepsLeft, scheduling]),
      ).toEqual([
        ['p', 'planned', 2, { deadline: '2026-03-31', priority: 2 }],
        ['a', 'planned', 3, { deadline: '2026-03-31', priority: 2 }],
        ['b', 'created', 0, { deadline: '2026-06-30', priority: 2 }],
        ['c', 'trouble', 2, { deadline: null, priority: 2 }],
      ]);
      expect(expectedOf(groups)).toEqual([]);
    });

    it('each is ready with its plan, and on time by its own deadline', () => {
      const told = { id: 'p', readyAt: '2026-05-01T10:00:00Z', readyOn: '2026-05-01' };
      const forecasts = new Map([['p', { ...told, startBy: null, goesFirst: false }]]);
      const other = { ...facts, entries: [entry('d', { successor: 'd-2025', ...day('2026-06-30') })] };
      const held = (some: typeof facts) =>
        forecastRows(groupsOf(some), { today: '2026-01-01', entries: forecasts }).map(
          ({ id, deadlineStatus }) => [id, deadlineStatus],
        );
      expect(held(facts)).toContainEqual(['a', 'late']);
      expect(held(other)).toContainEqual(['d', 'on-time']);
    });
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
      parts: [part(plan('p', { scheduling: { deadline: '2026-05-31', priority: 0 } }))],
    });
    const rows = forecastRows(groups, { today: '2026-01-01', entries: new Map() });
    expect(rows.map(({ id }) => id)).toEqual(['first', 'march', 'p', 'june', 'none', 'made']);
  });
});

describe('the deadline status', () => {
  const groups = groupsOf({
    ...none,
    entries: [
      entry('late', day('2026-03-31')),
      entry('in time', day('2026-04-30')),
      entry('unknown', { ...day('2026-05-31'), components: 5_000 }),
      entry('none'),
    ],
  });
  const told = (id: string, readyOn: string) =>
    [id, { id, readyAt: `${readyOn}T10:00:00Z`, readyOn, startBy: null, goesFirst: false }] as const;
  const entries = new Map([
    told('late', '2026-04-02'),
    told('in time', '2026-04-02'),
    told('none', '2026-04-03'),
  ]);
  const rows = forecastRows(groups, { today: '2026-03-31', entries });

  it('is said with the days between; what no forecast tells is not known', () => {
    expect(expectedOf(groups)?.map(({ id }) => id)).toEqual(['late', 'in time', 'unknown', 'none']);
    expect(
      expectedOf(groups.map((group) => ({ ...group, entry: entry('x', { components: 5_001 }) }))),
    ).toBeNull();
    expect(
      rows.map(({ id, deadlineStatus, slack, readyOn }) => [id, deadlineStatus, slack, readyOn]),
    ).toEqual([
      ['late', 'late', -2, '2026-04-02'],
      ['in time', 'on-time', 28, '2026-04-02'],
      ['unknown', 'unknown', null, null],
      ['none', 'none', null, '2026-04-03'],
    ]);
  });

  it('a deadline has passed on the day after it, also where no forecast tells', () => {
    const on = (today: string) =>
      forecastRows(groups, { today, entries }).map(({ deadlineStatus }) => deadlineStatus);
    expect(on('2026-04-01')).toEqual(['overdue', 'on-time', 'unknown', 'none']);
    expect(on('2026-06-01')).toEqual(['overdue', 'overdue', 'overdue', 'none']);
    const made = groupsOf({
      ...none,
      entries: [entry('made', { successor: 'h-2025', ...day('2020-01-01') })],
      audits: [audit('h-2025', { status: 'open' })],
    });
    expect(forecastRows(made, { today: '2026-06-01', entries })).toMatchObject([{ deadlineStatus: 'done' }]);
  });

  it.each([
    ['', { deadlineStatus: ['late', 'unknown'] }, ['late', 'unknown']],
    ['', { state: ['created'] }, []],
    ['harbour plc', {}, ['late', 'in time', 'unknown', 'none']],
    ['IN TIME', { client: ['harbour'] }, ['in time']],
    ['', { client: ['other'] }, []],
    ['', { month: [''] }, ['none']],
    ['', { partner: ['', 'Jansen'], manager: ['Jansen'] }, []],
    ['', { changed: ['2026-01-05'] }, []],
  ])('%j and %j find %j', (search, chosen, ids) => {
    const filters = { ...noFilters, ...chosen };
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
    expect(endedGroups(audits, '2026-02-01').lastYears.map(({ id }) => id)).toEqual(['h-2025', 'alone']);
    expect(endedGroups(audits, '2025-12-31').lastYears.map(({ id }) => id)).toEqual(['h-2024']);
    expect(endedGroups(audits, '2026-02-01').longAgo.map(({ id }) => id)).toEqual(['old']);
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
    expect(endedGroups(audits, '2025-12-31').lastYears.map(({ id }) => id)).toEqual(['h-2024', 'other']);
    const read = new Map([...componentsOf].slice(0, 1));
    expect(groupsBelow(['h-2024'], audits, read)).toEqual(['below']);
    expect(groupsBelow(['h-2024', 'below'], audits, componentsOf)).toEqual([]);
  });

  const expected = entryAfter('c', top, {
    known: { audits, componentsOf },
    successor: null,
    rule: { months: 3, days: 10 },
    names: [],
  });

  it.each([
    ['Studio 24', ['Studio 24'], 'Studio 24 2025'],
    ['Studio 24 FY2024', ['Studio 24'], 'Studio 24 FY2025'],
    ['Studio 24', [], 'Studio 25'],
  ])('%j is called as the roll-forward proposes it, beside the names %j: %j', (name, names, proposed) => {
    const given = { known: { audits: [], componentsOf: new Map() }, successor: null, names };
    const rule = { months: 3, days: 0 };
    expect(entryAfter('c', audit('h-2024', { name }), { ...given, rule })?.name).toBe(proposed);
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
    const created = (id: string, type: string, isCoupled = false) => ({
      creation: {
        id,
        name: id,
        work_package_id: 'new',
        scoping_package_id: 's',
        client_organisation_id: 'harbour',
        legal_entity_id: 'harbour',
        ...next,
        language: 'nl',
        audit_type: type,
      },
      isCoupled,
    });
    const facts = {
      ...none,
      audits: [audit('made')],
      parts: [
        part(plan('p'), { audits: [created('made', 'consolidated'), created('next', 'single', true)] }),
        part(plan('components')),
        part(plan('unread'), { audits: null }),
      ],
      prices: pricesOf([], newer),
    };
    expect(groupsOf(facts).map(({ id, credits }) => [id, credits])).toEqual([
      ['unread', null],
      ['components', 0],
      ['p', 3],
    ]);
  });
});
