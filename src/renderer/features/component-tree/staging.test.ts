import { describe, expect, it } from 'vitest';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { Change } from '../../data/staged-changes.ts';
import {
  explanationStaged,
  failedChanges,
  nothingStaged,
  type StagingAction,
  staged,
  stepsOf,
  stillWanted,
} from './staging.ts';

const creation = { legal_entity_ids: ['leaf'], auditor_relation: 'inter_firm' };
const make = (key: string): Change => ({ key, kind: 'create', creation, name: key });
const remove = (key: string, component: string): Change => ({
  key,
  kind: 'delete',
  component,
  name: component,
});
const exclude = (key: string, component: string, explanation = 'Sold.'): Change => ({
  key,
  kind: 'set-out-of-scope',
  component,
  explanation,
  name: component,
});

function keysAfter(...actions: readonly StagingAction[]) {
  return actions.reduce(staged, nothingStaged).changes.map(({ key }) => key);
}

describe('staged changes', () => {
  const stage = (...changes: readonly Change[]): StagingAction => ({ kind: 'stage', changes });
  const undo: StagingAction = { kind: 'undo' };
  const redo: StagingAction = { kind: 'redo' };

  it('stand in the order in which they were made', () => {
    expect(keysAfter(stage(make('a'), make('b')), stage(remove('c', 'X')))).toEqual(['a', 'b', 'c']);
  });

  it('are undone one action after the other, whatever the action was', () => {
    const all = [stage(make('a'), make('b')), { kind: 'remove', key: 'a' }, { kind: 'clear' }] as const;
    expect(keysAfter(...all)).toEqual([]);
    expect(keysAfter(...all, undo)).toEqual(['b']);
    expect(keysAfter(...all, undo, undo)).toEqual(['a', 'b']);
    expect(keysAfter(...all, undo, undo, undo, undo)).toEqual([]);
  });

  it('are made again one after the other, until something else is done', () => {
    const all = [stage(make('a')), stage(make('b'))] as const;
    expect(keysAfter(...all, redo)).toEqual(['a', 'b']);
    expect(keysAfter(...all, undo, undo, redo)).toEqual(['a']);
    expect(keysAfter(...all, undo, undo, redo, redo, redo)).toEqual(['a', 'b']);
    expect(keysAfter(...all, undo, undo, redo, undo)).toEqual([]);
    expect(keysAfter(...all, undo, stage(make('c')), redo)).toEqual(['a', 'c']);
    expect(keysAfter(...all, undo, { kind: 'sent', keys: new Set(['a']) }, redo)).toEqual([]);
  });

  it.each<[string, readonly Change[], readonly Change[], readonly string[]]>([
    ['deleted twice: once', [remove('a', 'X')], [remove('b', 'X'), make('c')], ['a', 'c']],
    ['deleted, then out of scope: deleted', [remove('a', 'X')], [exclude('b', 'X'), make('c')], ['a', 'c']],
    ['out of scope, then deleted: deleted', [exclude('a', 'X'), make('b')], [remove('c', 'X')], ['b', 'c']],
    ['out of scope twice: as explained last', [exclude('a', 'X')], [exclude('b', 'X', 'Small.')], ['b']],
    [
      'of several components: each',
      [exclude('a', 'X')],
      [exclude('b', 'Y'), remove('c', 'Z')],
      ['a', 'b', 'c'],
    ],
  ])('of a component are one: %s', (_, before, then, expected) => {
    expect(keysAfter(stage(...before), stage(...then))).toEqual(expected);
    expect(keysAfter(stage(...before), stage(...then), undo)).toEqual(before.map(({ key }) => key));
  });

  it('that nothing adds to are the ones of before', () => {
    expect(keysAfter(stage(remove('a', 'X')), stage(remove('b', 'X')), undo)).toEqual([]);
  });

  it('give back the explanation that is staged for a component', () => {
    expect(explanationStaged([make('a'), exclude('b', 'X', 'Small.')], 'X')).toBe('Small.');
    expect(explanationStaged([remove('b', 'X')], 'X')).toBeUndefined();
  });

  it('that were sent cannot be undone', () => {
    const sent: StagingAction = { kind: 'sent', keys: new Set(['a']) };
    expect(keysAfter(stage(make('a')), stage(make('b')), sent)).toEqual(['b']);
    expect(keysAfter(stage(make('a')), stage(make('b')), sent, undo)).toEqual(['b']);
  });

  it('no longer name what somebody else has deleted, once all components are read', () => {
    const changes = [make('a'), remove('b', 'X'), remove('c', 'Y'), exclude('d', 'X'), exclude('e', 'Z')];
    const components = [ComponentAudit.parse({ id: 'Y' }), ComponentAudit.parse({ id: 'Z' })];
    expect(stillWanted(changes, components).map(({ key }) => key)).toEqual(['a', 'c', 'e']);
    expect(stillWanted(changes, null)).toBe(changes);
  });

  it('become steps under their own keys', () => {
    expect(stepsOf('GROUP', [make('a'), remove('b', 'X'), exclude('c', 'Y')])).toEqual([
      { key: 'a', subject: 'a', task: { kind: 'createComponent', group: 'GROUP', creation } },
      { key: 'b', subject: 'X', task: { kind: 'deleteComponent', group: 'GROUP', component: 'X' } },
      {
        key: 'c',
        subject: 'Y',
        task: { kind: 'setOutOfScope', group: 'GROUP', component: 'Y', explanation: 'Sold.' },
      },
    ]);
  });

  it('come back from steps that were not carried out, with what was typed', () => {
    const changes = [make('a'), remove('b', 'X'), exclude('c', 'Y', 'Sold in May.')];
    const steps = stepsOf('GROUP', changes).map((step) => ({
      ...step,
      after: [],
      state: 'failed' as const,
      attempts: 1,
      result: null,
      error: null,
      candidates: [],
      differences: [],
      changedAt: '',
    }));
    expect(failedChanges(steps, () => 'new')).toEqual(changes.map((change) => ({ ...change, key: 'new' })));
    expect(
      failedChanges(
        steps.map((step) => ({ ...step, state: 'done' })),
        () => 'new',
      ),
    ).toEqual([]);
  });
});
