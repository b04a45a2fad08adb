import { tiers } from '../../shared/model/limits.ts';
import { type AuditRow, type ComponentRow, calendarYear } from '../demonstration/engagement.ts';
import { offices } from '../demonstration/people.ts';
import { demonstrationWith } from './demonstration.ts';

const count = 10_000;
const trades = [
  'Bakkerij',
  'Scheepswerf',
  'Cantiere',
  'Molino',
  'Brewery',
  'Foundry',
  'Uitgeverij',
  'Officina',
];
const places = [
  'Noord',
  'Zuid',
  'del Ponte',
  'San Vito',
  'Hillside',
  'Riverbend',
  'Oosterdijk',
  'Valle Chiara',
];
const packages = ['statutory-2024.10', 'statutory-2025.9', 'statutory-2025.10'];
const languages = ['en-us', 'nl', 'it'] as const;
const leaders = [...offices.netherlands, ...offices.italy, ...offices.unitedStates];

const clients = trades.flatMap((trade, row) =>
  places.map((place, column) => {
    const id = `client-${row * places.length + column + 1}`;
    const name = `${trade} ${place}`;
    const below = ['Productie', 'Vastgoed', 'Diensten'].map((kind, index) => ({
      id: `${id}-${index + 1}`,
      name: `${name} ${kind}`,
      country: 'NL',
      parent_id: id,
    }));
    return {
      id,
      name,
      country: 'NL',
      legal_entities: [{ id, name, country: 'NL', parent_id: null }, ...below],
    };
  }),
);

function auditOf(index: number): readonly AuditRow[] {
  const [client, leader] = [clients[(index * 37) % clients.length], leaders[index % leaders.length]];
  const [workPackage, language] = [packages[index % 3], languages[index % 3]];
  if (client === undefined || leader === undefined || workPackage === undefined || language === undefined)
    return [];
  const year = 2024 + (index % 3);
  const id = `audit-${index + 1}`;
  const status = year === 2024 ? 'archived' : 'open';
  const components = client.legal_entities.slice(1).map(
    (entity, position): ComponentRow => ({
      id: `${id}-C${position + 1}`,
      legal_entity_ids: [entity.id],
      auditor_relation: 'self',
      status,
    }),
  );
  const isGroup = index % 7 === 0;
  const audit: AuditRow = {
    id,
    name: `${client.name} ${year} no. ${String(index + 1).padStart(5, '0')}`,
    work_package_id: workPackage,
    scoping_package_id: 'Medium-sized',
    client_organisation_id: client.id,
    legal_entity_ids: [client.id],
    ...calendarYear(year),
    language,
    unit_of_measurement: 'EUR',
    audit_type: isGroup ? 'consolidated' : 'single',
    status,
    users: [{ id: leader.email, role: 'audit_engagement_leader' }],
    ...(isGroup ? { components } : {}),
  };
  return [audit];
}

/**
 * A firm of 10,000 audits without any limit of requests. Names, years, languages and statuses vary in cycles of
 * different lengths, every seventh audit is consolidated with three components, and each is named once: `... no. 00007`.
 */
export function tenThousandAudits() {
  const fixture = demonstrationWith(() => ({
    client_organisations: clients,
    audits: Array.from({ length: count }, (_, index) => auditOf(index)).flat(),
  }));
  return { ...fixture, rate_limits: Object.fromEntries(tiers.map((tier) => [tier, {}])) };
}
