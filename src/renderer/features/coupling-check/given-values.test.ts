import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { givenOnly, noValues, valuesOfAudit, valuesOfDraft } from './audit-values.tsx';

const six = {
  client_organisation_id: 'HOLD',
  legal_entity_id: 'LEAF',
  work_package_id: 'fin',
  scoping_package_id: 'Large',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
};

describe('The values that rule 7 compares', () => {
  it('are those of an audit, with its first legal entity', () => {
    expect(valuesOfAudit(Audit.parse({ ...six, id: 'A', legal_entity_ids: ['LEAF', 'TWIG'] }))).toEqual(six);
  });

  it.each<[string, Record<string, unknown>, object]>([
    ['of a draft', { fields: { ...six, name: 'N' } }, six],
    ['of a draft with other shapes', { fields: { ...six, period_end: 7 } }, { ...six, period_end: '' }],
    ['of a draft without fields', {}, noValues],
    ['of a draft with a text for fields', { fields: 'x' }, noValues],
  ])('are those %s', (_, content, values) => {
    expect(valuesOfDraft({ content })).toEqual(values);
  });

  it('are not given where they are empty', () => {
    expect(givenOnly({ ...noValues, period_start: '2026-01-01' })).toEqual({ period_start: '2026-01-01' });
  });
});
