import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../shared/model/audit.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { Change } from '../../data/staged-changes.ts';
import { misfits, readStaged } from './staged-draft.ts';
import { stillStaged } from './tree-state.ts';

const create: Change = {
  key: 'make',
  kind: 'create',
  creation: { legal_entity_ids: ['leaf', 'twig'], auditor_relation: 'inter_firm' },
  name: 'Leaf & Twig',
};
const remove: Change = { key: 'drop', kind: 'delete', component: 'old', name: 'Old' };
const exclude: Change = {
  key: 'out',
  kind: 'set-out-of-scope',
  component: 'old',
  explanation: 'Sold.',
  name: 'Old',
};

describe('a draft of staged changes', () => {
  it('is read back as it was kept', () => {
    const works: Change = {
      ...create,
      creation: {
        ...create.creation,
        name: 'Own name',
        country: 'IT',
        component_settings: { component_auditor_works_in_audit: true },
      },
    };
    const draft = { group: 'G', changes: [works, remove, exclude], seen: ['old'] };
    // The way that it goes: to the store as JSON, and back.
    expect(readStaged(JSON.parse(JSON.stringify(draft)) as Record<string, unknown>)).toEqual(draft);
  });

  it('leaves a deletion that rests on what nobody has changed', () => {
    const undone = { ...remove, made: { name: 'Old', isOutOfScope: false, coupled: null } };
    expect(readStaged({ group: 'G', changes: [undone, remove], seen: null }).changes).toEqual([remove]);
  });

  it.each([
    ['nothing', {}],
    ['changes of another shape', { group: 1, changes: 'all', seen: [1] }],
    [
      'changes of another version',
      {
        changes: [
          null,
          { key: 'a', kind: 'rename', name: 'A' },
          { key: 'b', kind: 'delete', name: 'B' },
          { key: 'd', kind: 'set-out-of-scope', name: 'D', component: 'd' },
          { key: 'e', kind: 'set-out-of-scope', name: 'E', component: 'e', explanation: '' },
          { key: 'c', kind: 'create', name: 'C', creation: { legal_entity_ids: [1] } },
        ],
      },
    ],
  ])('is tolerated: %s', (_, saved) => {
    expect(readStaged(saved)).toEqual({ group: '', changes: [], seen: null });
  });
});

describe('what no longer fits', () => {
  const group = { audit_type: 'consolidated', status: 'open' } as Audit; // nothing else of it is asked for
  const component = (id: string, fields: object = {}) => ComponentAudit.parse({ id, ...fields });
  const like = { legal_entity_ids: ['leaf', 'twig'], auditor_relation: 'inter_firm' };
  const entities = new Set(['leaf', 'twig']);

  it.each([
    ['nothing, where all is as it was', [component('old')], ['old'], entities, []],
    ['a component that is gone', [], ['old'], entities, [['drop', 'gone']]],
    [
      'a component that is coupled by now',
      [component('old', { coupled_entity_audit_id: 'AUDIT' })],
      ['old'],
      entities,
      [['drop', 'coupled']],
    ],
    [
      'a component that somebody has made',
      [component('old'), component('new', like)],
      ['old'],
      entities,
      [['make', 'made-meanwhile']],
    ],
    [
      'not one that was there before',
      [component('old'), component('new', like)],
      ['old', 'new'],
      entities,
      [],
    ],
    [
      'not where it is unknown what was there',
      [component('old'), component('new', like)],
      null,
      entities,
      [],
    ],
    [
      'not one of another order of legal entities',
      [component('old'), component('new', { ...like, legal_entity_ids: ['twig', 'leaf'] })],
      ['old'],
      entities,
      [],
    ],
    ['a legal entity that is gone', [component('old')], ['old'], new Set(['leaf']), [['make', 'no-entity']]],
    ['no legal entity while they are not read', [component('old')], ['old'], null, []],
  ])('is %s', (_, components, seen, known, expected) => {
    const found = misfits({ changes: [create, remove], seen }, { group, components, entities: known });
    expect(found.map(({ change, reason }) => [change.key, reason])).toEqual(expected);
  });

  it.each([
    ['nothing', [component('old')], group, null],
    ['gone', [], group, 'gone'],
    ['archived', [component('old', { status: 'archived' })], group, 'component-archived'],
    ['of an archived group', [component('old')], { ...group, status: 'archived' }, 'group-archived'],
  ])('of a component to be set out of scope, is it %s', (_, components, at, reason) => {
    const found = misfits({ changes: [exclude], seen: ['old'] }, { group: at, components, entities });
    expect(found.map((one) => one.reason)).toEqual(reason === null ? [] : [reason]);
  });

  it('is every deletion, where the group is archived', () => {
    const archived = { ...group, status: 'archived' };
    const found = misfits(
      { changes: [create, remove], seen: ['old'] },
      { group: archived, components: [component('old')], entities },
    );
    expect(found).toEqual([{ change: remove, reason: 'group-archived' }]);
  });
});

describe('of what came back', () => {
  const [first, second] = ['one', 'two'].map(
    (key) => ({ key, kind: 'delete', component: key, name: key }) as const,
  );
  const restored = {
    group: 'g',
    seen: null,
    savedAt: '',
    changes: [first, second].flatMap((one) => one ?? []),
  };

  it('only what is still staged is said not to be sent', () => {
    expect(stillStaged(restored, restored.changes)).toEqual(restored);
    expect(stillStaged(restored, restored.changes.slice(1))?.changes.map(({ key }) => key)).toEqual(['two']);
    expect(stillStaged(restored, [])).toBeNull();
    expect(stillStaged(null, restored.changes)).toBeNull();
  });
});
