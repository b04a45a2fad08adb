import type { AuditFixture, Fixture } from '../e2e/fixtures/fixture-file.ts';

/** The firm that plans are carried out for: rich, with two clients and people to assign, and with the limits of the specification. */
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
          { client_id: 'other', client_secret: 'other secret', roles: ['api_account_manager'] },
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
export const roles = ['audit_auditor', 'audit_reviewer', 'audit_partner'] as const;
export const people = ['anna@firm.example', 'bram@firm.example', 'carla@firm.example'] as const;
export const entities = ['group', 'north', 'south', 'east', 'west'] as const;
