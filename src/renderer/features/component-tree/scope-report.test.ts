import { describe, expect, it } from 'vitest';
import { LegalEntity } from '../../../shared/model/client-organisation.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { reportRows, scopeCounts } from './scope-report.tsx';

const components = [
  { id: '1', name: 'Beta', in_scope: true, legal_entity_ids: ['us', 'it'] },
  { id: '2', name: 'Delta', in_scope: false, out_of_scope_explanation: 'Sold.', legal_entity_ids: ['gone'] },
  { id: '3', name: 'Alpha', in_scope: true },
  { id: '4', name: 'Gamma', in_scope: false },
  { id: '5', name: 'Epsilon' },
].map((one) => ComponentAudit.parse(one));
const entities = [
  LegalEntity.parse({ id: 'it', name: 'Sub Italia' }),
  LegalEntity.parse({ id: 'us', name: 'Sub US' }),
];

describe('the scope report', () => {
  const rows = reportRows(components, entities, (left, right) => left.localeCompare(right, 'en'));

  it('has those out of scope first, each part by name', () => {
    expect(rows.map(({ component }) => component.name)).toEqual([
      'Delta',
      'Gamma',
      'Alpha',
      'Beta',
      'Epsilon',
    ]);
  });

  it('names the legal entities in their order, and one that is not known by its id', () => {
    expect(rows.map((row) => row.entities)).toEqual([['gone'], [], [], ['Sub US', 'Sub Italia'], []]);
  });

  it('counts what the service does not tell apart', () => {
    expect(scopeCounts(components)).toEqual({ in: 2, out: 2, unknown: 1 });
  });
});
