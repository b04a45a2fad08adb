import { expect, it } from 'vitest';
import { demonstrationFixture } from '../../sandbox/fixture/demonstration/firm.ts';
import { demonstrated } from './first-steps.tsx';

it('the acts are about audits and a component without an audit that the firm of the demonstration has', () => {
  const audits = demonstrationFixture().firms[0]?.audits ?? [];
  const group = audits.find(({ id }) => id === demonstrated.group);
  const pump = group?.components?.find(({ legal_entity_ids: [entity] }) => entity === 'VH-1100');
  expect(pump).toMatchObject({ status: 'open' });
  expect(pump?.in_scope).not.toBe(false);
  expect(group?.components?.map(({ id }) => id)).toContain(demonstrated.component);
  const coupled = audits.flatMap((audit) => audit.coupled_component_audit_ids ?? []);
  expect(coupled).not.toContain(demonstrated.component);
  expect(audits.find(({ id }) => id === demonstrated.groupToRoll)?.audit_type).toBe('consolidated');
});
