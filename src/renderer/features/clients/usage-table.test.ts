import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { usageByEntity } from './usage-table.tsx';

const audit = (id: string, year: string, entities: readonly string[], type = 'single') =>
  Audit.parse({
    id,
    audit_type: type,
    legal_entity_ids: entities,
    period_start: `${year}-01-01`,
    period_end: `${year}-12-31`,
    status: 'open',
  });
const component = (id: string, entities: readonly string[], inScope = true) =>
  ComponentAudit.parse({ id, legal_entity_ids: entities, in_scope: inScope, status: 'open' });

const audits = [
  audit('group-2024', '2024', ['hold'], 'consolidated'),
  audit('leaf-2025', '2025', ['leaf']),
  audit('group-2025', '2025', ['hold'], 'consolidated'),
];
const components = new Map([
  ['group-2024', [component('c1', ['it', 'leaf']), component('c2', ['us'], false)]],
  ['group-2025', [component('c3', ['leaf', 'leaf'])]],
]);

describe('where a legal entity is used', () => {
  const found = usageByEntity(audits, components);
  it.each([
    ['hold', ['group-2025', 'group-2024']],
    ['leaf', ['leaf-2025', 'c3', 'c1']],
    ['it', ['c1']],
    ['elsewhere', []],
  ])('%s', (entity, ids) => {
    expect((found.get(entity) ?? []).map(({ id }) => id)).toEqual(ids);
  });

  it('decisions §8.6: a component has the period of its group, and says when it is out of scope', () => {
    expect(found.get('us')).toMatchObject([
      {
        id: 'c2',
        type: 'component',
        periodEnd: '2024-12-31',
        isOutOfScope: true,
        group: { id: 'group-2024' },
      },
    ]);
  });

  it('knows audits alone while no component was read', () => {
    expect([...usageByEntity(audits, new Map()).keys()].toSorted()).toEqual(['hold', 'leaf']);
  });
});
