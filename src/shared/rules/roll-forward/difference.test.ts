import { expect, test } from 'vitest';
import { Audit } from '../../model/audit.ts';
import { ComponentAudit } from '../../model/component-audit.ts';
import { structureReport } from './difference.ts';

function network(id: string, components: readonly (readonly [string, string, object])[]) {
  const group = Audit.parse({
    id,
    name: id,
    client_organisation_id: 'client',
    legal_entity_ids: ['hold'],
    audit_type: 'consolidated',
    status: 'open',
  });
  const listed = components.map(([component, entity, change]) =>
    ComponentAudit.parse({
      id: component,
      name: entity,
      legal_entity_ids: [entity],
      in_scope: true,
      auditor_relation: 'self',
      status: 'open',
      ...change,
    }),
  );
  return { audits: [group], componentsOf: new Map([[id, listed]]) };
}

const before = network('G-26', [
  ['a', 'north', {}],
  ['b', 'south', {}],
  ['c', 'east', {}],
]);
const sold = { in_scope: false, out_of_scope_explanation: 'Sold.' };

test('two networks are reported place by place: the same, changed, only before, only after', () => {
  const after = network('G-27', [
    ['x', 'north', {}],
    ['y', 'south', sold],
    ['z', 'west', {}],
  ]);
  const rows = structureReport(before, after).map((row) => [row.outcome, row.before?.id, row.after?.id]);
  expect(rows).toEqual([
    ['same', 'G-26', 'G-27'],
    ['same', 'a', 'x'],
    ['changed', 'b', 'y'],
    ['before', 'c', undefined],
    ['after', undefined, 'z'],
  ]);
  expect(structureReport(before, after)[2]?.after).toMatchObject({ inScope: false, explanation: 'Sold.' });
});

test('of several at one place those are paired that are the same, whatever their order', () => {
  const twice = (first: object, second: object) =>
    network('G-26', [
      ['a', 'north', first],
      ['b', 'north', second],
    ]);
  const outcomes = (after: ReturnType<typeof twice>) =>
    structureReport(twice({}, sold), after).map((row) => [row.outcome, row.before?.id, row.after?.id]);
  expect(outcomes(twice(sold, {}))).toEqual([
    ['same', 'G-26', 'G-26'],
    ['same', 'a', 'b'],
    ['same', 'b', 'a'],
  ]);
  expect(outcomes(twice(sold, sold))).toEqual([
    ['same', 'G-26', 'G-26'],
    ['changed', 'a', 'b'],
    ['same', 'b', 'a'],
  ]);
});

test('of a network that is not there yet, audits have their new ids and components none', () => {
  const rows = structureReport(before, before, new Map([['G-26', 'G-27']]));
  expect(rows.map((row) => row.after?.id)).toEqual(['G-27', null, null, null]);
});
