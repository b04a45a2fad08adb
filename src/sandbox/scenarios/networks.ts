import { type AuditRow, calendarYear, team } from '../demonstration/engagement.ts';
import { valkenhorstEntities } from '../demonstration/legal-entities.ts';
import { demonstrationOf, demonstrationWith } from './demonstration.ts';

interface Tier {
  readonly audit: string;
  readonly entity: string;
  readonly name: string;
}

interface Network {
  readonly client: string;
  /** From the top down; each is a component of the one before. */
  readonly tiers: readonly Tier[];
  /** The company at the foot, which every tier has as a component that waits for its audit. */
  readonly company: string;
}

/**
 * The consolidated audits of a group and of the groups within it, each coupled to its component of the tier above:
 * one audit network, in which every tier has a component of one and the same company left to couple.
 */
function tiersOf({ client, tiers, company }: Network): readonly AuditRow[] {
  return tiers.map(({ audit, entity, name }, index): AuditRow => {
    const [above, below] = [tiers[index - 1], tiers[index + 1]];
    return {
      id: audit,
      name,
      work_package_id: 'statutory-2025.10',
      scoping_package_id: 'Large',
      client_organisation_id: client,
      legal_entity_ids: [entity],
      ...calendarYear(2026),
      language: 'en-us',
      unit_of_measurement: 'EUR',
      audit_type: 'consolidated',
      ...(above === undefined ? {} : { coupled_component_audit_ids: [`${above.audit}-${entity}`] }),
      users: team('italy', 4, index),
      components: [...(below === undefined ? [] : [below.entity]), company].map((each) => ({
        id: `${audit}-${each}`,
        legal_entity_ids: [each],
        auditor_relation: 'inter_office',
      })),
    };
  });
}

function entityName(id: string): string {
  return valkenhorstEntities.find((one) => one.id === id)?.name ?? id;
}

/** Three groups within each other: Fonderia Pieve Alta (`VH-2120`) can be audited once for all three. */
export function networkOfThree() {
  const tier = (audit: string, entity: string): Tier => ({
    audit,
    entity,
    name: `${entityName(entity)}, consolidated financial statements 2026`,
  });
  return demonstrationOf(
    tiersOf({
      client: 'valkenhorst',
      tiers: [
        tier('2026-GROUP', 'valkenhorst'),
        tier('2026-ITALY', 'VH-2000'),
        tier('2026-PUMPS', 'VH-2100'),
      ],
      company: 'VH-2120',
    }),
  );
}

const holdings = [
  ['BR-1', 'Brandaris Maritiem N.V.', 'NL'],
  ['BR-2', 'Brandaris Holding Europa B.V.', 'NL'],
  ['BR-3', 'Brandaris Italia S.p.A.', 'IT'],
  ['BR-4', 'Cantieri Alto Tirreno S.p.A.', 'IT'],
  ['BR-5', 'Alto Tirreno Servizi S.r.l.', 'IT'],
  ['BR-6', 'Rimorchiatori Capo Verde S.r.l.', 'IT'],
] as const;
const yard = ['BR-7', 'Bacini Punta Ala S.r.l.', 'IT'] as const;

/** Six groups within each other, and one company below the lowest that is a component of all six. */
export function deepNetwork() {
  const entities = [...holdings, yard];
  const audits = tiersOf({
    client: 'brandaris',
    tiers: holdings.map(([id, name], index) => ({
      audit: `2026-TIER-${index + 1}`,
      entity: id,
      name: `${name}, consolidated financial statements 2026`,
    })),
    company: yard[0],
  });
  return demonstrationWith(() => ({
    client_organisations: [
      {
        id: 'brandaris',
        name: holdings[0][1],
        country: 'NL',
        domains: ['brandaris.example'],
        legal_entities: entities.map(([id, name, country], index) => ({
          id,
          name,
          country,
          parent_id: entities[index - 1]?.[0] ?? null,
        })),
      },
    ],
    audits,
  }));
}
