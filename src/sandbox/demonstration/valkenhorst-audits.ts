import { type AuditRow, calendarYear, team } from './engagement.ts';
import { valkenhorstEntities } from './legal-entities.ts';
import type { Office } from './people.ts';
import { componentId, componentsOf, type Subgroup, subgroups } from './valkenhorst-components.ts';

interface Year {
  readonly year: number;
  readonly workPackage: string;
  /** Of the three consolidated audits and their components. */
  readonly status: 'open' | 'archived';
  /** Of the companies' own audits, which are finished sooner than the group's. */
  readonly companyStatus: 'open' | 'archived';
  /** In which language the group's own file is held: the group reports in English from 2025 on. */
  readonly groupLanguage: AuditRow['language'];
  /** The statutory audits that were coupled when they were created, by legal entity. */
  readonly coupled: Readonly<Record<string, readonly Subgroup[]>>;
}

// In 2026 most components still wait for their audit, so there is something left to couple.
const years: readonly Year[] = [
  {
    year: 2024,
    workPackage: 'statutory-2024.10',
    status: 'archived',
    companyStatus: 'archived',
    groupLanguage: 'nl',
    coupled: {
      'VH-1100': ['group'],
      'VH-1200': ['group'],
      'VH-1300': ['group'],
      'VH-4000': ['group'],
      'VH-2100': ['italy'],
      'VH-2200': ['italy'],
      'VH-3100': ['americas'],
    },
  },
  {
    year: 2025,
    workPackage: 'statutory-2025.9',
    status: 'open',
    companyStatus: 'archived',
    groupLanguage: 'en-us',
    coupled: {
      'VH-1100': ['group'],
      'VH-1200': ['group'],
      'VH-1300': ['group'],
      'VH-4000': ['group'],
      'VH-2100': ['italy'],
      'VH-2120': ['group', 'italy'],
      'VH-2200': ['italy'],
      'VH-3100': ['americas'],
    },
  },
  {
    year: 2026,
    workPackage: 'statutory-2025.10',
    status: 'open',
    companyStatus: 'open',
    groupLanguage: 'en-us',
    coupled: { 'VH-1100': ['group'], 'VH-2100': ['italy'] },
  },
];

const countries: Readonly<
  Record<string, { readonly language: AuditRow['language']; readonly unit: string; readonly office: Office }>
> = {
  NL: { language: 'nl', unit: 'EUR', office: 'netherlands' },
  IT: { language: 'it', unit: 'EUR', office: 'italy' },
  US: { language: 'en-us', unit: 'USD', office: 'unitedStates' },
};

const titles = {
  'en-us': { single: 'financial statements', consolidated: 'consolidated financial statements' },
  nl: { single: 'jaarrekening', consolidated: 'geconsolideerde jaarrekening' },
  it: { single: 'bilancio d’esercizio', consolidated: 'bilancio consolidato' },
} as const;

function entity(id: string) {
  const found = valkenhorstEntities.find((one) => one.id === id);
  const country = found === undefined ? undefined : countries[found.country];
  if (found === undefined || country === undefined)
    throw new Error(`${id} is no legal entity of Valkenhorst`);
  return { name: found.name, ...country };
}

function consolidated(plan: Year, subgroup: Subgroup): AuditRow {
  const { code, entity: entityId } = subgroups[subgroup];
  const { name, unit, office, language: local } = entity(entityId);
  const language = subgroup === 'group' ? plan.groupLanguage : local;
  return {
    id: `${plan.year}-VH-${code}`,
    name: `${name}, ${titles[language].consolidated} ${plan.year}`,
    work_package_id: plan.workPackage,
    scoping_package_id: 'Large',
    client_organisation_id: 'valkenhorst',
    legal_entity_ids: [entityId],
    ...calendarYear(plan.year),
    language,
    unit_of_measurement: unit,
    audit_type: 'consolidated',
    status: plan.status,
    settings: { materiality_percentage: subgroup === 'group' ? '4.00' : '3.50', minimum_sample: 40 },
    ...(subgroup === 'group'
      ? {}
      : { coupled_component_audit_ids: [componentId(plan.year, 'group', entityId)] }),
    users: team(office, subgroup === 'group' ? 5 : 4, plan.year),
    components: componentsOf(plan.year, subgroup, plan.status),
  };
}

function statutory(plan: Year, entityId: string, coupledTo: readonly Subgroup[], turn: number): AuditRow {
  const { name, language, unit, office } = entity(entityId);
  return {
    id: `${plan.year}-${entityId}`,
    name: `${name}, ${titles[language].single} ${plan.year}`,
    work_package_id: plan.workPackage,
    scoping_package_id: 'Large',
    client_organisation_id: 'valkenhorst',
    legal_entity_ids: [entityId],
    ...calendarYear(plan.year),
    language,
    unit_of_measurement: unit,
    audit_type: 'single',
    status: plan.companyStatus,
    coupled_component_audit_ids: coupledTo.map((subgroup) => componentId(plan.year, subgroup, entityId)),
    users: team(office, 3, turn),
  };
}

/** Audits outside the network: reviews, and companies that are audited for their own country's sake. */
function apart(plan: Year): readonly AuditRow[] {
  const base = {
    client_organisation_id: 'valkenhorst',
    ...calendarYear(plan.year),
    unit_of_measurement: 'EUR',
    audit_type: 'single',
    status: plan.companyStatus,
  } as const;
  return [
    {
      ...base,
      id: `${plan.year}-VH-1310-B`,
      name: `${entity('VH-1310').name}, beoordeling jaarrekening ${plan.year}`,
      work_package_id: plan.year === 2024 ? 'beoordeling-1.4' : 'beoordeling-1.12',
      scoping_package_id: 'Beoordeling jaarrekening',
      legal_entity_ids: ['VH-1310'],
      language: 'nl',
      users: team('netherlands', 2, plan.year),
    },
    ...['VH-2300', 'VH-2400'].map(
      (entityId, turn): AuditRow => ({
        ...base,
        id: `${plan.year}-${entityId}-R`,
        name: `${entity(entityId).name}, revisione legale ${plan.year}`,
        work_package_id: plan.year === 2024 ? 'revisione-9.9' : 'revisione-10.0',
        scoping_package_id: 'Società di capitali',
        legal_entity_ids: [entityId],
        language: 'it',
        users: team('italy', 3, turn + 1),
      }),
    ),
  ];
}

/** All audits of Valkenhorst, year by year: three coupled networks, and audits apart. */
export const valkenhorstAudits: readonly AuditRow[] = years.flatMap((plan) => [
  consolidated(plan, 'group'),
  consolidated(plan, 'italy'),
  consolidated(plan, 'americas'),
  ...Object.entries(plan.coupled).map(([entityId, coupledTo], turn) =>
    statutory(plan, entityId, coupledTo, turn),
  ),
  ...apart(plan),
]);
