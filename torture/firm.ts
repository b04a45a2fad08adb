import type { AuditFixture, Fixture } from '../e2e/fixtures/fixture-file.ts';

/** The firm of the plans: rich, with clients and people, and with the limits of the specification. */
export function firm({
  limits = {},
  variants = {},
  audits = [],
}: {
  readonly limits?: Exclude<Fixture['rate_limits'], undefined>;
  readonly variants?: Exclude<Fixture['variants'], undefined>;
  readonly audits?: readonly AuditFixture[];
} = {}): Fixture {
  return {
    work_packages: [
      {
        id: 'wp',
        name: 'Statutory audit',
        version: '2026.1',
        languages: ['nl', 'en-us'],
        audit_types: ['single', 'consolidated'],
        scoping_packages: ['Large', 'Small'],
        settings: [],
        prices: [{ audit_type: 'single', credits: 1, conditions: null }],
      },
    ],
    roles: roles.map((name) => ({ name, associated_model: 'Audit' })),
    rate_limits: limits,
    variants,
    firms: [
      {
        id: 'firm',
        name: 'Firm',
        credits: 1_000_000,
        users: people.map((email) => ({ email, name: email })),
        service_accounts: [
          { client_id: account.id, client_secret: account.secret, roles: ['api_account_manager'] },
          { client_id: colleague.id, client_secret: colleague.secret, roles: ['api_account_manager'] },
        ],
        client_organisations: [
          {
            id: 'group',
            name: 'Groep N.V.',
            country: 'NL',
            legal_entities: entities.map((id) => ({
              id,
              name: `Entity ${id}`,
              country: 'NL',
              parent_id: id === 'group' ? null : 'group',
            })),
          },
        ],
        audits,
      },
    ],
  };
}

export const account = { id: 'desk', secret: 'desk secret' } as const;
export const colleague = { id: 'other', secret: 'other secret' } as const;
export const roles = ['audit_auditor', 'audit_reviewer', 'audit_partner'] as const;
export const people = ['anna@firm.example', 'bram@firm.example', 'carla@firm.example'] as const;
export const entities = ['group', 'north', 'south', 'east', 'west'] as const;

/** Existing audits that plans delete and change: three groups with components, and six others. */
export const standing: readonly AuditFixture[] = Array.from({ length: 9 }, (_, index) => {
  const isGroup = index < 3;
  const id = `standing ${String(index)}`;
  return {
    id,
    name: `Name of ${id}`,
    work_package_id: 'wp',
    scoping_package_id: 'Small',
    client_organisation_id: 'group',
    legal_entity_ids: [isGroup ? 'group' : 'south'],
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
    audit_type: isGroup ? 'consolidated' : 'single',
    users: index % 2 === 0 ? [{ id: people[0], role: roles[0] }] : [],
    components: Array.from({ length: isGroup ? 5 : 0 }, (__, own) => ({
      id: `${id}-${String(own)}`,
      legal_entity_ids: [entities[own] ?? 'west'],
      auditor_relation: 'self',
      name: `Standing ${String(own)}`,
    })),
  };
});
