import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Audit } from '../model/audit.ts';
import { LegalEntity } from '../model/client-organisation.ts';
import { ComponentAudit } from '../model/component-audit.ts';
import { WorkPackage } from '../model/work-package.ts';
import { dependencies, planFaults } from './plan.ts';
import {
  networkAround,
  proposedNetwork,
  type RollForwardDecisions,
  type RollForwardKnown,
  rollForward,
  unchangedScopes,
} from './roll-forward.ts';
import { structureDifferences } from './roll-forward-difference.ts';
import { rollForwardSteps } from './roll-forward-plan.ts';

function audit(id: string, change: Partial<Audit> = {}): Audit {
  return Audit.parse({
    id,
    name: `${id} group 2026`,
    work_package_id: 'wp-1',
    scoping_package_id: 'Large',
    client_organisation_id: 'client',
    legal_entity_ids: ['hold'],
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
    audit_type: 'consolidated',
    status: 'open',
    ...change,
  });
}

function component(id: string, entity: string, change: Partial<ComponentAudit> = {}): ComponentAudit {
  return ComponentAudit.parse({
    id,
    name: entity,
    legal_entity_ids: [entity],
    in_scope: true,
    auditor_relation: 'self',
    status: 'open',
    ...change,
  });
}

const workPackage = (id: string, version: string, change: object = {}) =>
  WorkPackage.parse({
    id,
    name: 'Statutory',
    version,
    languages: ['nl', 'en-us'],
    audit_types: ['single', 'consolidated', 'component'],
    scoping_packages: ['Large', 'Small'],
    settings: [{ id: 'sample', name: 'Sample', type: 'integer', default: 10 }],
    prices: [],
    ...change,
  });

const entityOf = (id: string, parent: string | null) =>
  LegalEntity.parse({ id, name: id, parent_id: parent });

/** Three tiers: a group, one coupled to a component of it, and one below that; 30 components, and an audit coupled to two of these. */
function threeTiers(): RollForwardKnown {
  const top = audit('TOP-2026');
  const middle = audit('MID-2026', { legal_entity_ids: ['mid'], coupled_component_audit_ids: ['t/0'] });
  const low = audit('LOW-2026', { legal_entity_ids: ['low'], coupled_component_audit_ids: ['m/0'] });
  const single = audit('ONE-2026', {
    audit_type: 'single',
    legal_entity_ids: ['e1'],
    coupled_component_audit_ids: ['m/1', 'l/1'],
  });
  const listed = (letter: string, first: string) =>
    Array.from({ length: 10 }, (_, place) =>
      component(`${letter}/${place}`, place === 0 ? first : `e${place}`, {
        ...(place === 5 ? { in_scope: false, out_of_scope_explanation: 'Dormant.' } : {}),
        ...(`${letter}/${place}` === 't/0' ? { coupled_entity_audit_id: 'MID-2026' } : {}),
        ...(`${letter}/${place}` === 'm/0' ? { coupled_entity_audit_id: 'LOW-2026' } : {}),
        ...(['m/1', 'l/1'].includes(`${letter}/${place}`) ? { coupled_entity_audit_id: 'ONE-2026' } : {}),
      }),
    );
  return {
    audit: top,
    audits: [top, middle, low, single],
    componentsOf: new Map([
      ['TOP-2026', listed('t', 'mid')],
      ['MID-2026', listed('m', 'low')],
      ['LOW-2026', listed('l', 'e10')],
    ]),
    clientName: 'Client',
    entities: [
      entityOf('hold', null),
      entityOf('mid', 'hold'),
      entityOf('low', 'mid'),
      ...Array.from({ length: 10 }, (_, place) => entityOf(`e${place + 1}`, 'low')),
    ],
    packages: [workPackage('wp-1', '2025'), workPackage('wp-2', '2026')],
    roles: ['editor'],
    usersOf: new Map(),
    remembered: new Map(),
  };
}

const undecided: RollForwardDecisions = {
  period: { start: '2027-01-01', end: '2027-12-31' },
  workPackage: null,
  label: null,
  language: null,
  namePattern: '',
  idPattern: '',
  names: new Map(),
  ids: new Map(),
  scopes: new Map(),
  replacements: new Map(),
};

function unchanged(
  known: RollForwardKnown,
  decisions: RollForwardDecisions = undecided,
): RollForwardDecisions {
  const affirmed = unchangedScopes(rollForward(known, decisions));
  return { ...decisions, scopes: new Map([...affirmed, ...decisions.scopes]) };
}

const rolled = (known: RollForwardKnown, change: Partial<RollForwardDecisions> = {}) =>
  rollForward(known, unchanged(known, { ...undecided, ...change }));

describe('a network of three tiers, 30 components and 3 coupled audits', () => {
  const known = threeTiers();

  it('is the same by structure when nothing is changed', () => {
    const proposal = rolled(known);
    expect(proposal.open).toEqual([]);
    expect(structureDifferences(networkAround(known, known.audit), proposedNetwork(proposal))).toEqual([]);
    expect(proposal.entries.filter(({ kind }) => kind === 'component')).toHaveLength(30);
  });

  it('has every scope open until it is affirmed, and no step before', () => {
    const proposal = rollForward(known, undecided);
    expect(proposal.open.map(({ code }) => code)).toEqual(Array.from({ length: 30 }, () => 'scope'));
    expect(rollForwardSteps(proposal)).toEqual([]);
    const all = unchanged(known).scopes;
    const allButOne = new Map([...all].filter(([id]) => id !== 'l/9'));
    const almost = rollForward(known, { ...undecided, scopes: allButOne });
    expect(almost.open).toEqual([{ code: 'scope', of: 'l/9' }]);
    expect(rollForwardSteps(almost)).toEqual([]);
  });

  it('is planned tier by tier: a group, its components once it is open, and what is coupled once these are', () => {
    const steps = rollForwardSteps(rolled(known));
    expect(planFaults({ steps })).toEqual([]);
    const created = steps.flatMap(({ task }) => (task.kind === 'createAudit' ? [task.creation.id] : []));
    expect(created).toEqual(['TOP-2027', 'MID-2027', 'LOW-2027', 'ONE-2027']);
    const positions = new Map(steps.map(({ key }, place) => [key, place]));
    for (const { task, after } of steps) {
      if (task.kind !== 'createAudit' || task.couple === undefined) continue;
      expect(after).toHaveLength(task.couple.length);
      for (const key of after) expect(steps[positions.get(key) ?? -1]?.task.kind).toBe('awaitOpen');
    }
    expect(steps.filter(({ task }) => task.kind === 'setOutOfScope')).toHaveLength(3);
  });

  it('takes the values of the newest work package, the next period and the initialising component', () => {
    const one = rolled(known).entries.find(({ before }) => before.id === 'ONE-2026');
    expect(one?.kind === 'audit' && one.creation).toMatchObject({
      name: 'ONE-2027 group 2027',
      work_package_id: 'wp-2',
      legal_entity_id: 'e1',
      period_start: '2027-01-01',
      period_end: '2027-12-31',
    });
  });

  it('is rolled as a whole from any of its audits', () => {
    const low = known.audits.find(({ id }) => id === 'LOW-2026') ?? known.audit;
    expect(rolled({ ...known, audit: low }).entries).toHaveLength(34);
  });
});

describe('what is not as it was', () => {
  const known = threeTiers();
  const codes = (of: RollForwardKnown, change: Partial<RollForwardDecisions> = {}) =>
    rolled(of, change).open.map(({ code, of: id, subject }) => [code, id, subject].filter(Boolean).join(' '));
  const without = (id: string): RollForwardKnown => ({
    ...known,
    entities: known.entities.filter((one) => one.id !== id),
  });

  it('a legal entity that is gone stands open wherever it was', () => {
    expect(codes(without('e9'))).toEqual(['entity t/9 e9', 'entity m/9 e9', 'entity l/9 e9']);
  });

  it('a legal entity that merged into another is one with it, and said', () => {
    const proposal = rolled(without('e9'), { replacements: new Map([['e9', 'e8']]) });
    expect(proposal.open).toEqual([]);
    const nine = proposal.entries.find(({ before }) => before.id === 't/9');
    expect(nine?.entities).toEqual(['e8']);
    expect(nine?.remarks.map(({ code }) => code)).toEqual(['replaced', 'merged']);
    expect(structureDifferences(networkAround(known, known.audit), proposedNetwork(proposal))).toHaveLength(
      6,
    );
  });

  it('a component of a legal entity that is gone may be left out', () => {
    const left = new Map(['t/9', 'm/9', 'l/9'].map((id) => [id, { as: 'left' } as const]));
    expect(codes(without('e9'), { scopes: left })).toEqual([]);
  });

  it('a new legal entity is named', () => {
    const more = { ...known, entities: [...known.entities, entityOf('new', 'hold')] };
    expect(rolled(more).newEntities.map(({ id }) => id)).toEqual(['new']);
  });

  it('leaving a component out leaves out the audit that was coupled to it alone, and all below', () => {
    const proposal = rolled(known, { scopes: new Map([['m/0', { as: 'left' }]]) });
    expect(proposal.open).toEqual([]);
    const ids = proposal.entries.flatMap((one) =>
      one.kind === 'audit' && one.isRolled ? [one.creation.id] : [],
    );
    expect(ids).toEqual(['TOP-2027', 'MID-2027', 'ONE-2027']);
  });

  it('out of scope needs a reason', () => {
    expect(codes(known, { scopes: new Map([['t/1', { as: 'out', explanation: ' ' }]]) })).toEqual([
      'explanation t/1',
    ]);
  });

  it('a scope that the service does not tell is never affirmed in bulk', () => {
    const components = new Map(known.componentsOf).set(
      'TOP-2026',
      (known.componentsOf.get('TOP-2026') ?? []).map((one) =>
        one.id === 't/3' ? { ...one, in_scope: null } : one,
      ),
    );
    expect(codes({ ...known, componentsOf: components })).toEqual(['scope t/3']);
  });

  it('a label or a language that the package no longer offers stands open until another is chosen', () => {
    const packages = [
      workPackage('wp-1', '2025'),
      workPackage('wp-2', '2026', { scoping_packages: ['Small'], languages: ['en-us'] }),
    ];
    const open = codes({ ...known, packages });
    expect(open.toSorted()).toEqual([
      'label',
      'language LOW-2026',
      'language MID-2026',
      'language ONE-2026',
      'language TOP-2026',
    ]);
    expect(codes({ ...known, packages }, { label: 'Small', language: 'en-us' })).toEqual([]);
  });

  it('a setting that is gone or does not fit is left out and said', () => {
    const top = { ...known.audit, settings: { sample: 'many', other: 1 } };
    const audits = known.audits.map((one) => (one.id === top.id ? top : one));
    const [first] = rolled({ ...known, audit: top, audits }).entries;
    expect(first?.remarks).toEqual([
      { code: 'setting-unfit', subject: 'Sample' },
      { code: 'setting-gone', subject: 'other' },
    ]);
    expect(first?.kind === 'audit' && first.creation.settings).toBe(undefined);
  });

  it('a group that has a successor is not rolled twice, by memory or by id', () => {
    const next = audit('TOP-2027', { period_start: '2027-01-01', period_end: '2027-12-31' });
    expect(codes({ ...known, audits: [...known.audits, next] })).toEqual(['rolled TOP-2026 TOP-2027']);
    const other = { ...next, id: 'OTHER', name: 'Something else', legal_entity_ids: ['e1'] };
    expect(
      codes({
        ...known,
        audits: [...known.audits, other],
        remembered: new Map([['TOP-2026', 'OTHER']]),
      }),
    ).toEqual(['rolled TOP-2026 OTHER']);
  });

  it('an id that is taken is freed, and one that is typed twice stands open', () => {
    const taken = audit('TOP-2027', { client_organisation_id: 'elsewhere' });
    const [first] = rolled({ ...known, audits: [...known.audits, taken] }).entries;
    expect(first?.kind === 'audit' && first.creation.id).toBe('TOP-2027-2');
    expect(codes(known, { ids: new Map([['LOW-2026', 'MID-2027']]) })).toEqual(['id LOW-2026']);
  });

  it('what was not read stands open', () => {
    const components = new Map([...known.componentsOf].filter(([id]) => id !== 'LOW-2026'));
    expect(rolled({ ...known, componentsOf: components }).open).toContainEqual({
      code: 'unread',
      of: 'LOW-2026',
    });
  });

  it('users whose role or address is not known any more are left out and said', () => {
    const users = [
      { id: 'a@firm.example', role: 'editor', name: '' },
      { id: 'b@firm.example', role: 'gone', name: '' },
      { id: 'nobody', role: 'editor', name: '' },
    ];
    const proposal = rolled({ ...known, usersOf: new Map([['TOP-2026', users]]) });
    expect(proposal.entries[0]?.remarks.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
      'role-gone b@firm.example',
      'no-address nobody',
    ]);
    const steps = rollForwardSteps(proposal);
    expect(steps.filter(({ task }) => task.kind === 'assignUser')).toHaveLength(1);
  });

  it.each<[string, Partial<RollForwardDecisions>, string]>([
    ['a period that ends before it begins', { period: { start: '2027-12-31', end: '2027-01-01' } }, 'period'],
    ['a pattern with an unknown word', { idPattern: '{nobody}-{year}' }, 'id-pattern'],
    ['an empty name', { names: new Map([['TOP-2026', ' ']]) }, 'name TOP-2026'],
  ])('%s stands open', (_, change, code) => {
    expect(codes(known, change)).toEqual([code]);
  });
});

it('whatever is decided, a plan is made without faults, in an order that dependencies follow, or none', () => {
  const known = threeTiers();
  const ids = [...known.componentsOf.values()].flat().map(({ id }) => id);
  const scope = fc.constantFrom(
    { as: 'in' } as const,
    { as: 'left' } as const,
    { as: 'out', explanation: 'Too small.' } as const,
  );
  const decided = fc.array(fc.tuple(fc.constantFrom(...ids), scope), { maxLength: 20 });
  const gone = fc.option(fc.constantFrom('e1', 'e2', 'e10', 'low'), { nil: null });
  fc.assert(
    fc.property(decided, gone, fc.constantFrom('', '{entity}', 'same'), (scopes, entity, idPattern) => {
      const of = { ...known, entities: known.entities.filter(({ id }) => id !== entity) };
      const proposal = rolled(of, { scopes: new Map(scopes), idPattern });
      const steps = rollForwardSteps(proposal);
      expect(planFaults({ steps })).toEqual([]);
      for (const [place, needed] of dependencies(steps).entries())
        for (const one of needed) expect(one).toBeLessThan(place);
      expect(steps.length === 0).toBe(proposal.open.length > 0);
    }),
    { numRuns: 60 },
  );
});
