import { Audit } from '../model/audit.ts';
import { LegalEntity } from '../model/client-organisation.ts';
import { ComponentAudit } from '../model/component-audit.ts';
import { WorkPackage } from '../model/work-package.ts';
import type { RollForwardDecisions, RollForwardKnown } from '../rules/roll-forward/model.ts';
import { unchangedScopes } from '../rules/roll-forward/open.ts';
import { rollForward } from '../rules/roll-forward/roll-forward.ts';

export function audit(id: string, change: Partial<Audit> = {}): Audit {
  return Audit.parse({
    id,
    name: `${id} group 2026`,
    work_package_id: 'wp-1',
    scoping_package_id: 'Large',
    client_organisation_id: 'client',
    legal_entity_ids: ['hold'],
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
    audit_type: 'consolidated',
    status: 'open',
    settings: { sample: 10 },
    ...change,
  });
}

export function component(id: string, entity: string, change: Partial<ComponentAudit> = {}): ComponentAudit {
  return ComponentAudit.parse({
    id,
    name: entity,
    legal_entity_ids: [entity],
    in_scope: true,
    auditor_relation: 'self',
    status: 'open',
    ...change,
  });
}

export const workPackage = (id: string, version: string, change: object = {}) =>
  WorkPackage.parse({
    id,
    name: 'Statutory',
    version,
    languages: ['nl', 'en-us'],
    audit_types: ['single', 'consolidated', 'component'],
    scoping_packages: ['Large', 'Small'],
    settings: [{ id: 'sample', name: 'Sample', type: 'integer', default: 10 }],
    prices: [],
    ...change,
  });

export const entityOf = (id: string, parent: string | null) =>
  LegalEntity.parse({ id, name: id, parent_id: parent });

/** Three tiers: a group, one coupled to a component of it, and one below that; 30 components, and an audit coupled to three of these. */
export function threeTiers(): RollForwardKnown {
  const top = audit('TOP-2026');
  const middle = audit('MID-2026', { legal_entity_ids: ['mid'], coupled_component_audit_ids: ['t/0'] });
  const low = audit('LOW-2026', { legal_entity_ids: ['low'], coupled_component_audit_ids: ['m/0'] });
  const single = audit('ONE-2026', {
    audit_type: 'single',
    legal_entity_ids: ['e1'],
    coupled_component_audit_ids: ['t/1', 'm/1', 'l/1'],
  });
  const listed = (letter: string, first: string) =>
    Array.from({ length: 10 }, (_, place) =>
      component(`${letter}/${place}`, place === 0 ? first : `e${place}`, {
        ...(place === 5 ? { in_scope: false, out_of_scope_explanation: 'Dormant.' } : {}),
        ...(`${letter}/${place}` === 't/0' ? { coupled_entity_audit_id: 'MID-2026' } : {}),
        ...(`${letter}/${place}` === 'm/0' ? { coupled_entity_audit_id: 'LOW-2026' } : {}),
        ...(['t/1', 'm/1', 'l/1'].includes(`${letter}/${place}`)
          ? { coupled_entity_audit_id: 'ONE-2026' }
          : {}),
      }),
    );
  return {
    audit: top,
    audits: [top, middle, low, single],
    componentsOf: new Map([
      ['TOP-2026', listed('t', 'mid')],
      ['MID-2026', listed('m', 'low')],
      ['LOW-2026', listed('l', 'e10')],
    ]),
    clientName: 'Client',
    entities: [
      entityOf('hold', null),
      entityOf('mid', 'hold'),
      entityOf('low', 'mid'),
      ...Array.from({ length: 10 }, (_, place) => entityOf(`e${place + 1}`, 'low')),
    ],
    packages: [workPackage('wp-1', '2025'), workPackage('wp-2', '2026')],
    roles: ['editor'],
    usersOf: new Map(),
    usersThere: new Map(),
    sentWorks: new Map(),
    remembered: new Map(),
  };
}

export const undecided: RollForwardDecisions = {
  period: { start: '2027-01-01', end: '2027-12-31' },
  workPackage: null,
  label: null,
  language: null,
  settings: null,
  unit: '',
  components: null,
  namePattern: '',
  idPattern: '',
  names: new Map(),
  ids: new Map(),
  scopes: new Map(),
  relations: new Map(),
  works: new Map(),
  apart: new Map(),
  replacements: new Map(),
  additions: new Map(),
  uncoupled: new Set(),
};

export function unchanged(
  known: RollForwardKnown,
  decisions: RollForwardDecisions = undecided,
): RollForwardDecisions {
  const affirmed = unchangedScopes(rollForward(known, decisions));
  return { ...decisions, scopes: new Map([...affirmed, ...decisions.scopes]) };
}

/** A network as it is rolled forward when every scope stays as it was. */
export const rolled = (known: RollForwardKnown, change: Partial<RollForwardDecisions> = {}) =>
  rollForward(known, unchanged(known, { ...undecided, ...change }));
