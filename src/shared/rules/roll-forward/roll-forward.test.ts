import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LegalEntity } from '../../model/client-organisation.ts';
import {
  audit,
  component,
  entityOf,
  rolled,
  threeTiers,
  unchanged,
  undecided,
  workPackage,
} from '../../testing/roll-forward.ts';
import { dependencies, planFaults } from '../plans/plan.ts';
import { structureDifferences } from './difference.ts';
import type { AdditionDecision, RolledEntry, RollForwardDecisions, RollForwardKnown } from './model.ts';
import { networkAround, proposedNetwork } from './network.ts';
import { noAdditions, unchangedScopes, worksKeyOf } from './open.ts';
import { rollForwardSteps } from './plan.ts';
import { rollForward } from './roll-forward.ts';

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

  describe('a legal entity that the network has no component of', () => {
    const more = (...added: readonly LegalEntity[]): RollForwardKnown => ({
      ...known,
      entities: [...known.entities, ...added],
    });
    const decided = (id: string, decision: AdditionDecision) => ({ additions: new Map([[id, decision]]) });

    it.each([
      ['low', 'LOW-2026'],
      ['e3', 'LOW-2026'],
      ['hold', 'TOP-2026'],
      [null, 'TOP-2026'],
    ])('below %s stands open in the nearest group, %s', (parent, group) => {
      const of = more(entityOf('new', parent));
      expect(rolled(of).additions.map((one) => [one.entity.id, one.group.id])).toEqual([['new', group]]);
      expect(codes(of)).toEqual(['addition new']);
    });

    it('becomes a component of the group once it is open, out of scope where it was decided so', () => {
      const of = more(entityOf('new', 'low'));
      const decision = {
        as: 'out',
        group: 'MID-2026',
        relation: 'inter_office',
        explanation: 'Small.',
      } as const;
      const works = new Map([[worksKeyOf({ id: 'new' }), false]]);
      const proposal = rolled(of, { ...decided('new', decision), works });
      expect(proposal.open).toEqual([]);
      const steps = rollForwardSteps(proposal);
      expect(planFaults({ steps })).toEqual([]);
      const group = steps.find(({ task }) => task.kind === 'createAudit' && task.creation.id === 'MID-2027');
      const at = steps.findIndex(({ key }) => key === 'new-1');
      expect(steps[at]).toMatchObject({
        after: [`${group?.key}-open`],
        task: {
          kind: 'createComponent',
          group: { fromStep: group?.key },
          creation: { legal_entity_ids: ['new'], auditor_relation: 'inter_office' },
        },
      });
      expect(steps[at + 2]?.task).toMatchObject({ kind: 'setOutOfScope', explanation: 'Small.' });
      const differences = structureDifferences(networkAround(known, known.audit), proposedNetwork(proposal));
      expect(differences).toEqual([{ side: 'after', id: '+new', name: 'new' }]);
    });

    it.each<[string, AdditionDecision, string]>([
      ['without a relation', { as: 'in', group: null, relation: '', explanation: '' }, 'relation new'],
      [
        'out without a reason',
        { as: 'out', group: null, relation: 'self', explanation: ' ' },
        'explanation new',
      ],
    ])('%s stands open', (_, decision, code) => {
      expect(codes(more(entityOf('new', 'low')), decided('new', decision))).toEqual([code]);
    });

    it('is left out in bulk, but for those of which something is decided', () => {
      const of = more(entityOf('one', 'low'), entityOf('two', 'low'));
      const decision = { as: 'in', group: null, relation: 'self', explanation: '' } as const;
      const proposal = rolled(of, decided('one', decision));
      expect(noAdditions(proposal)).toEqual(new Map([['two', { as: 'left' }]]));
      expect(codes(of, { additions: new Map([['one', decision], ...noAdditions(proposal)]) })).toEqual([]);
    });

    it('stands open again where the group that was chosen for it is not carried over any more', () => {
      const of = more(entityOf('new', 'hold'));
      const decision = { as: 'in', group: 'LOW-2026', relation: 'self', explanation: '' } as const;
      const change = decided('new', decision);
      expect(codes(of, change)).toEqual([]);
      expect(codes(of, { ...change, scopes: new Map([['m/0', { as: 'left' }]]) })).toEqual(['addition new']);
    });

    it('has its place also where its parents go in a circle', () => {
      const of = more(entityOf('round', 'about'), entityOf('about', 'round'));
      expect(rolled(of).additions.map(({ group }) => group.id)).toEqual(['TOP-2026', 'TOP-2026']);
    });
  });

  it('a coupling that a decision breaks stands open with its rule', () => {
    const apart = rolled(known, {
      scopes: new Map([
        ['m/0', { as: 'left' }],
        ['t/0', { as: 'left' }],
      ]),
    });
    expect(apart.open).toEqual([]);
    const of = {
      ...known,
      componentsOf: new Map(known.componentsOf).set(
        'LOW-2026',
        (known.componentsOf.get('LOW-2026') ?? []).map((one) =>
          one.id === 'l/1' ? { ...one, legal_entity_ids: ['e2'] } : one,
        ),
      ),
    };
    const open = rolled(of).open;
    expect(open.map(({ code, of: id, violation }) => [code, id, violation?.code])).toEqual([
      ['coupling', 'ONE-2026', 'differing-values'],
    ]);
    expect(open[0]).toMatchObject({ isDoubted: true, violation: { ids: ['t/1', 'm/1', 'l/1'] } });
    expect(rollForwardSteps(rolled(of))).not.toEqual([]);
  });

  it('of two audits that are coupled to one component only the first can be', () => {
    const second = audit('TWO-2026', {
      audit_type: 'single',
      legal_entity_ids: ['e1'],
      coupled_component_audit_ids: ['l/1'],
    });
    const { open } = rolled({ ...known, audits: [...known.audits, second] });
    expect(open.map(({ of, violation }) => [of, violation?.code])).toEqual([['TWO-2026', 'already-coupled']]);
  });

  it('leaving a component out leaves out the audit that was coupled to it alone, and all below', () => {
    const proposal = rolled(known, { scopes: new Map([['m/0', { as: 'left' }]]) });
    expect(proposal.open).toEqual([]);
    const ids = proposal.entries.flatMap((one) =>
      one.kind === 'audit' && one.isRolled ? [one.creation.id] : [],
    );
    expect(ids).toEqual(['TOP-2027', 'MID-2027', 'ONE-2027']);
  });

  it('scopes below a component that is left out are not affirmed with the others', () => {
    const left = new Map([['m/0', { as: 'left' } as const]]);
    const proposal = rollForward(known, { ...undecided, scopes: left });
    const open = proposal.open.filter(({ code }) => code === 'scope').map(({ of }) => of);
    expect(open).toHaveLength(19);
    expect([...unchangedScopes(proposal).keys()]).toEqual(open);
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
    const [first] = rolled({ ...known, packages }, { label: 'Small', language: 'en-us' }).entries;
    expect(lossesOf(first)).toEqual([{ code: 'language-gone', subject: 'nl' }]);
  });

  it('a setting that is gone or does not fit is left out and said', () => {
    const top = { ...known.audit, settings: { sample: 'many', other: 1 } };
    const audits = known.audits.map((one) => (one.id === top.id ? top : one));
    const [first] = rolled({ ...known, audit: top, audits }).entries;
    expect(lossesOf(first)).toEqual([
      { code: 'setting-unfit', subject: 'Sample', value: 'many' },
      { code: 'setting-gone', subject: 'other', value: 1 },
    ]);
    expect(first?.kind === 'audit' && first.creation.settings).toBe(undefined);
  });

  /** What is there of the group at the top. */
  const thereIn = (...given: Parameters<typeof rolled>) => rolled(...given).entries[0]?.there?.id;

  it('a group that has a successor is not rolled twice, by memory or by id', () => {
    const next = audit('TOP-2027', { period_start: '2027-01-01', period_end: '2027-12-31' });
    expect(thereIn({ ...known, audits: [...known.audits, next] })).toBe('TOP-2027');
    const other = { ...next, id: 'OTHER', name: 'Something else', legal_entity_ids: ['e1'] };
    expect(
      thereIn({
        ...known,
        audits: [...known.audits, other],
        remembered: new Map([['TOP-2026', 'OTHER']]),
      }),
    ).toBe('OTHER');
  });

  it('an id that is taken is freed, and one that is typed twice stands open', () => {
    const taken = audit('TOP-2027', { client_organisation_id: 'elsewhere' });
    const [first] = rolled({ ...known, audits: [...known.audits, taken] }).entries;
    expect(first?.kind === 'audit' && first.creation.id).toBe('TOP-2027-2');
    expect(codes(known, { ids: new Map([['LOW-2026', 'MID-2027']]) })).toEqual(['id LOW-2026']);
  });

  describe('a name or an id whose year can be read in two ways', () => {
    const named = { ...known.audit, name: 'Pand 26 FY26', id: 'TOP-26' };
    const of = {
      ...known,
      audit: named,
      audits: known.audits.map((one) => (one.id === 'TOP-2026' ? named : one)),
      componentsOf: new Map(
        [...known.componentsOf].map(([id, all]) => [id === 'TOP-2026' ? 'TOP-26' : id, all]),
      ),
    };

    it('stands open with both readings until a person says which is meant', () => {
      expect(rolled(of).open).toEqual([
        {
          code: 'name-reading',
          of: 'TOP-26',
          readings: ['Pand 26 FY27', 'Pand 27 FY27'],
          subject: 'Pand 26 FY27 · Pand 27 FY27',
        },
      ]);
      const proposal = rolled(of, { names: new Map([['TOP-26', 'Pand 26 FY27']]) });
      expect(proposal.open).toEqual([]);
      expect(proposal.entries[0]).toMatchObject({ name: 'Pand 26 FY27', creation: { id: 'TOP-27' } });
    });

    it('is clear where a pattern makes it', () => {
      expect(rolled(of, { namePattern: '{entity} {year}' }).open).toEqual([]);
    });
  });

  it('two audits of one name say so', () => {
    const of = rolled(known, { namePattern: 'Group {year}', names: new Map([['ONE-2026', 'Another']]) });
    const said = of.entries.flatMap((entry) =>
      entry.kind === 'audit' ? [entry.remarks.map(({ code, subject }) => `${code} ${subject}`)] : [],
    );
    expect(said).toEqual([['same-name 3'], ['same-name 3'], ['same-name 3'], []]);
    expect(of.open).toEqual([]);
  });

  it('an audit whose coupling only its components tell of is coupled again', () => {
    const audits = known.audits.map((one) => ({ ...one, coupled_component_audit_ids: [] }));
    const steps = rollForwardSteps(rolled({ ...known, audits }));
    const created = steps.flatMap(({ task }) =>
      task.kind === 'createAudit' ? [[task.creation.id, task.couple?.length ?? 0]] : [],
    );
    expect(created).toEqual([
      ['TOP-2027', 0],
      ['MID-2027', 1],
      ['LOW-2027', 1],
      ['ONE-2027', 3],
    ]);
  });

  it('a package without the type of a coupled audit, or without the label in its language, stands open', () => {
    const packages = (change: object) => ({
      ...known,
      packages: [workPackage('wp-1', '2025'), workPackage('wp-2', '2026', change)],
    });
    expect(codes(packages({ audit_types: ['consolidated'] }))).toEqual(['package ONE-2026']);
    const labels = [
      { label: 'Large', languages: ['en-us'] },
      { label: 'Small', languages: ['nl'] },
    ];
    expect(codes(packages({ scoping_packages: labels }))).toEqual([
      'label TOP-2026',
      'label MID-2026',
      'label LOW-2026',
      'label ONE-2026',
    ]);
  });

  it('a legal entity that the service does not tell stands open', () => {
    const of = { ...audit('ALONE-2026', { audit_type: 'single' }), legal_entity_ids: [] };
    expect(codes({ ...known, audit: of, audits: [of] })).toEqual(['entity-unknown ALONE-2026']);
    const componentsOf = new Map(known.componentsOf).set('LOW-2026', [
      component('l/1', 'e1', { legal_entity_ids: [] }),
    ]);
    const audits = known.audits.filter(({ id }) => id !== 'ONE-2026');
    expect(codes({ ...known, audits, componentsOf })).toContain('entity-unknown l/1');
  });

  it('the digits in the name of a legal entity are no year', () => {
    const of = audit('TOP-26', { name: 'Groep FY26' });
    const componentsOf = new Map([[of.id, [component('c/1', 'e1', { name: 'Studio 26' })]]]);
    const entities = known.entities.map((one) => (one.id === 'e1' ? { ...one, name: 'Studio 26' } : one));
    const { entries } = rolled({ ...known, audit: of, audits: [of], componentsOf, entities });
    expect(entries.map(({ name }) => name)).toEqual(['Groep FY27', 'Studio 26']);
  });

  it('a component auditor that is not known stands open until one is chosen', () => {
    const componentsOf = new Map(known.componentsOf).set(
      'TOP-2026',
      (known.componentsOf.get('TOP-2026') ?? []).map((one) =>
        one.id === 't/3' ? { ...one, auditor_relation: '' } : one,
      ),
    );
    const of = { ...known, componentsOf };
    expect(codes(of)).toEqual(['relation t/3']);
    const works = new Map([['t/3', true]]);
    const proposal = rolled(of, { relations: new Map([['t/3', 'inter_firm']]), works });
    expect(proposal.open).toEqual([]);
    const made = proposedNetwork(proposal).componentsOf.get('TOP-2026') ?? [];
    expect(made.find(({ id }) => id === 't/3')?.auditor_relation).toBe('inter_firm');
    const { task } = rollForwardSteps(proposal).find(({ subject }) => subject === 'e3') ?? {};
    expect(task).toMatchObject({ creation: { auditor_relation: 'inter_firm' } });
  });

  it('settings and users that the service does not tell are said not to be carried over', () => {
    const of = audit('ALONE-2026', { audit_type: 'single', settings: {} });
    const proposal = rolled({ ...known, audit: of, audits: [of], usersOf: new Map([[of.id, null]]) });
    expect(lossesOf(proposal.entries[0]).map(({ code }) => code)).toEqual([
      'settings-unknown',
      'users-unknown',
    ]);
    expect(proposal.open).toEqual([]);
  });

  it('a successor of the legal entity that stands in place of one that is gone is found', () => {
    const next = audit('TOP-2027', {
      period_start: '2027-01-01',
      period_end: '2027-12-31',
      legal_entity_ids: ['e10'],
    });
    const of = { ...without('hold'), audits: [...known.audits, next] };
    expect(codes(of)).toEqual(['entity TOP-2026 hold']);
    expect(thereIn(of, { replacements: new Map([['hold', 'e10']]) })).toBe('TOP-2027');
  });

  it('what a person has said not to follow an audit is not its successor', () => {
    const next = audit('TOP-2027', { period_start: '2027-01-01', period_end: '2027-12-31' });
    const of = { ...known, audits: [...known.audits, next] };
    const apart = new Map([['TOP-2026', ['TOP-2027']]]);
    expect(codes(of, { apart })).toEqual([]);
    expect(thereIn(of, { apart: new Map([['TOP-2026', ['OTHER']]]) })).toBe('TOP-2027');
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
    expect(lossesOf(proposal.entries[0]).map(({ code, subject }) => `${code} ${subject}`)).toEqual([
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
    ['a name that is too long', { names: new Map([['TOP-2026', 'n'.repeat(101)]]) }, 'name TOP-2026'],
    ['an id that is too long', { ids: new Map([['TOP-2026', 'i'.repeat(256)]]) }, 'id TOP-2026'],
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
      expect(steps.length === 0).toBe(proposal.open.some(({ isDoubted }) => isDoubted !== true));
    }),
    { numRuns: 60 },
  );
});

function lossesOf(entry: RolledEntry | undefined) {
  return entry?.kind === 'audit' ? entry.losses : [];
}
