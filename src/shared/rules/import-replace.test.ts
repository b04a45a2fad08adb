import { describe, expect, it } from 'vitest';
import { judged, known, right, table } from '../testing/import-tables.ts';
import { importSteps } from './import-plan.ts';
import { importCost } from './import-summary.ts';
import { planFaults } from './plan.ts';

const other = { ...right, audit_id: 'A1' };
const group = { ...right, audit_id: 'G1', audit_type: 'consolidated' };
const child = { group_audit_id: 'G1', legal_entity_ids: 'E1', auditor_relation: 'inter_firm' };

describe('what differs in what cannot be changed can be deleted and created again', () => {
  it.each<[string, Parameters<typeof table>[0], Parameters<typeof table>[1], readonly boolean[]]>([
    ['an audit', 'audits', [other], [true]],
    ['not what is unchanged', 'audits', [{ audit_id: 'A1', audit_name: 'Audit A1' }], [false]],
    ['not what is new', 'audits', [right], [false]],
    ['not a group whose components are not known', 'audits', [{ ...group, audit_id: 'OLD' }], [false]],
    ['a group whose components are', 'audits', [group], [true]],
    ['a component', 'components', [child], [true]],
    [
      'not a component that is coupled',
      'components',
      [{ ...child, group_audit_id: 'HELD', component_id: 'C-1' }],
      [false],
    ],
    ['not a group with one', 'audits', [{ ...group, audit_id: 'HELD' }], [false]],
    ['not a client', 'clients', [{ client_id: 'C1', client_name: 'Other', country: 'NL' }], [false]],
  ])('%s', (_, kind, rows, possible) => {
    const { judge, rows: all } = table(kind, rows);
    expect(judge(all).rows.map(({ canReplace }) => canReplace)).toEqual(possible);
  });
});

it('an audit is deleted, and created once it is gone; its creation is priced', () => {
  const { rows, counts } = judged('audits', [other, right], {}, ['A1']);
  expect(rows[0]).toMatchObject({ state: 'replaced', replaces: 'A1', existing: null, differences: [] });
  expect(counts).toMatchObject({ new: 1, replaced: 1 });
  const steps = importSteps(rows, known);
  expect(steps.map(({ key, after, task }) => [key, task.kind, after])).toEqual([
    ['row-2-delete', 'deleteAudit', []],
    ['row-2-gone', 'awaitGone', ['row-2-delete']],
    ['row-2', 'createAudit', ['row-2-gone']],
    ['row-3', 'createAudit', []],
  ]);
  expect(planFaults({ steps })).toEqual([]);
  expect(importCost(rows, known)).toEqual({ credits: 0, unpriced: 2 });
});

it('a group is deleted with its components, which the rows of the file create again', () => {
  const { rows, gone } = judged('audits', [{ ...child, auditor_relation: 'self' }, group], {}, ['G1']);
  expect(rows.map(({ state, existing }) => [state, existing])).toEqual([
    ['new', null],
    ['replaced', null],
  ]);
  expect(gone.map(({ id }) => id)).not.toContain('G1-2'); // it goes with its group
  expect(importSteps(rows, known).map(({ key, after }) => [key, after])).toEqual([
    ['row-3-delete', []],
    ['row-3-gone', ['row-3-delete']],
    ['row-3', ['row-3-gone']],
    ['open-2', []], // the engine lets it wait for the creation
    ['row-2', ['open-2']],
  ]);
});

it('a component is deleted before it is created, and set out of scope after', () => {
  const out = { scope: 'out_of_scope', out_of_scope_explanation: 'Small.' };
  const { rows } = judged('components', [{ ...child, ...out }], {}, ['G1-1']);
  expect(rows[0]).toMatchObject({ state: 'replaced', replaces: 'G1-1' });
  expect(importSteps(rows, known).map(({ key, after, task }) => [key, task.kind, after])).toEqual([
    ['row-2-delete', 'deleteComponent', []],
    ['row-2', 'createComponent', ['row-2-delete']],
    ['row-2-scope', 'setOutOfScope', ['row-2']],
  ]);
});

it('nothing more is deleted where what was deleted before is not created again', () => {
  const second = { ...other, audit_id: 'A2', client_id: 'C1' };
  const steps = importSteps(judged('audits', [other, right, second], {}, ['A1', 'A2']).rows, known);
  expect(steps.map(({ key, after }) => [key, after])).toEqual([
    ['row-2-delete', []],
    ['row-2-gone', ['row-2-delete']],
    ['row-2', ['row-2-gone']],
    ['row-3', []],
    ['row-4-delete', ['row-2']],
    ['row-4-gone', ['row-4-delete']],
    ['row-4', ['row-4-gone']],
  ]);
});

it('what an audit is coupled to is free for its row once it is deleted', () => {
  const couples = { ...other, audit_id: 'A2', coupled_component_ids: 'C-1', legal_entity_ids: 'E1' };
  const codes = (replaced: readonly string[]) =>
    judged('audits', [couples], {}, replaced).rows.flatMap(({ verdicts }) =>
      verdicts.flatMap(({ coupling }) => coupling?.code ?? []),
    );
  expect(codes([])).toEqual([]); // what is there is held against no rule
  expect(codes(['A2'])).not.toContain('already-coupled');
});
