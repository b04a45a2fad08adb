import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { LegalEntity } from '../../../shared/model/client-organisation.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { planFaults } from '../../../shared/rules/plans/plan.ts';
import { knownNetwork } from '../../../shared/rules/service/known-network.ts';
import { groupRows, planOf } from './group-audits.tsx';

const group = Audit.parse({
  id: 'G',
  name: 'Group',
  audit_type: 'consolidated',
  status: 'open',
  client_organisation_id: 'C',
  legal_entity_ids: ['C'],
  work_package_id: 'fin',
  scoping_package_id: 'Large',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  language: 'it',
});
const entity = (id: string) => LegalEntity.parse({ id, name: 'The same name' });
const part = (id: string, entities: readonly string[], given: Record<string, unknown> = {}) =>
  ComponentAudit.parse({ id, name: id, legal_entity_ids: entities, status: 'open', ...given });

function rowsOf(types: readonly string[] = ['single', 'consolidated'], audits: readonly Audit[] = [group]) {
  const parts = [
    part('a', ['L 1']),
    part('b', ['L-1']),
    part('out', ['L3'], { in_scope: false }),
    part('none', []),
  ];
  const network = knownNetwork({ audits, isWhole: true, componentsOf: new Map([['G', parts]]) });
  const packages = [
    WorkPackage.parse({
      id: 'fin',
      audit_types: types,
      languages: ['it', 'nl'],
      scoping_packages: ['Large'],
    }),
  ];
  const legalEntities = ['L 1', 'L-1', 'L3'].map(entity);
  return groupRows(
    group,
    { ...network, ancestors: () => null },
    { clients: [], legalEntities, packages, audits },
  );
}

describe('the rows of a group’s audits', () => {
  it('have free and distinct ids, and the language of the group', () => {
    const taken = Audit.parse({ id: 'L-1-2026', client_organisation_id: 'X' });
    const made = rowsOf(undefined, [group, taken]).flatMap((row) =>
      row.kind === 'audit' ? [row.creation] : [],
    );
    expect(made.map(({ id }) => id)).toEqual(['L-1-2026-2', 'L-1-2026-3', 'L3-2026']);
    expect(made.every(({ language, name }) => language === 'it' && name === 'The same name 2026')).toBe(true);
  });

  it('are ticked unless all is out of scope; what cannot be coupled is left out with its reason', () => {
    expect(rowsOf().map((row) => [row.id, row.kind, row.isUsual])).toEqual([
      ['a', 'audit', true],
      ['b', 'audit', true],
      ['out', 'audit', false],
      ['none', 'left', false],
    ]);
  });

  it('say what keeps an audit from being created', () => {
    const [first] = rowsOf(['consolidated']);
    expect(first?.kind === 'audit' && first.problems.map(({ field }) => field)).toEqual(['audit_type']);
  });

  it('become one plan without faults, which shows at the group', () => {
    const rows = rowsOf().flatMap((row) => (row.kind === 'audit' ? [row] : []));
    const plan = planOf({ id: 'p', connection: 'c', title: 't', group }, rows);
    expect(planFaults(plan)).toEqual([]);
    expect(plan.about).toEqual({ kind: 'components', audit: 'G' });
    expect(plan.steps.map(({ key, task }) => [key, task.kind]).slice(0, 3)).toEqual([
      ['audit-0', 'createAudit'],
      ['open-0', 'awaitOpen'],
      ['audit-1', 'createAudit'],
    ]);
  });
});
