import type { ComponentRow } from './engagement.ts';

/** The consolidated audits of Valkenhorst: the group's own and those of its two subgroups. */
export const subgroups = {
  group: { code: 'GRP', entity: 'valkenhorst' },
  italy: { code: 'IT', entity: 'VH-2000' },
  americas: { code: 'US', entity: 'VH-3000' },
} as const;
export type Subgroup = keyof typeof subgroups;

/** Why a component is left out, in the language of its group's file that year. */
interface LeftOut {
  readonly year: number;
  readonly explanation: string;
}

interface ComponentPlan {
  readonly entities: readonly [string, ...string[]];
  readonly relation: ComponentRow['auditor_relation'];
  readonly name?: string;
  readonly since?: number;
  readonly worksInAudit?: true;
  readonly leftOut?: readonly LeftOut[];
}

const plans: Readonly<Record<Subgroup, readonly ComponentPlan[]>> = {
  group: [
    { entities: ['VH-1100'], relation: 'self' },
    { entities: ['VH-1200'], relation: 'self' },
    { entities: ['VH-1300'], relation: 'self' },
    { entities: ['VH-1400', 'VH-1410'], relation: 'self', name: 'Vastgoed' },
    { entities: ['VH-1500', 'VH-1600', 'VH-1610'], relation: 'self' },
    {
      entities: ['VH-1900'],
      relation: 'self',
      leftOut: [
        {
          year: 2024,
          explanation: 'Vennootschap zonder activiteiten sinds 2021; balanstotaal onder € 50.000.',
        },
        {
          year: 2025,
          explanation: 'Dormant since 2021; total assets below EUR 50,000, far under group materiality.',
        },
      ],
    },
    { entities: ['VH-2000'], relation: 'inter_office', worksInAudit: true },
    { entities: ['VH-2120'], relation: 'inter_office' },
    { entities: ['VH-3000'], relation: 'inter_office', worksInAudit: true },
    { entities: ['VH-3300'], relation: 'inter_firm', since: 2025 },
    {
      entities: ['VH-3900'],
      relation: 'inter_firm',
      leftOut: [
        {
          year: 2024,
          explanation: 'Houdt alleen een verhuurde loods aan; vervangen door cijferanalyse op groepsniveau.',
        },
        {
          year: 2025,
          explanation: 'Holds one leased warehouse only; covered by analytical procedures at group level.',
        },
        { year: 2026, explanation: 'Warehouse sold in March 2026; the entity will be dissolved this year.' },
      ],
    },
    { entities: ['VH-4000'], relation: 'self' },
  ],
  italy: [
    { entities: ['VH-2100'], relation: 'self' },
    { entities: ['VH-2120'], relation: 'self' },
    { entities: ['VH-2200'], relation: 'self' },
    { entities: ['VH-2400', 'VH-2410'], relation: 'self', name: 'Servizi idrici' },
    {
      entities: ['VH-2500'],
      relation: 'self',
      leftOut: [
        {
          year: 2024,
          explanation: 'Società immobiliare con un solo fabbricato, locato a società del gruppo.',
        },
        { year: 2025, explanation: 'Società immobiliare: il solo fabbricato è locato a società del gruppo.' },
      ],
    },
    {
      entities: ['VH-2900'],
      relation: 'inter_firm',
      leftOut: [
        {
          year: 2024,
          explanation: 'In liquidazione dal 2023; totale attivo inferiore alla soglia di significatività.',
        },
        { year: 2025, explanation: 'In liquidazione; nessuna attività operativa nell’esercizio.' },
        {
          year: 2026,
          explanation: 'In liquidazione; cancellazione dal registro delle imprese prevista a fine anno.',
        },
      ],
    },
  ],
  americas: [
    { entities: ['VH-3100'], relation: 'self' },
    { entities: ['VH-3110', 'VH-3120'], relation: 'self' },
    { entities: ['VH-3200'], relation: 'inter_firm', worksInAudit: true },
    { entities: ['VH-3400'], relation: 'self', since: 2025 },
  ],
};

/** The id of the component audit of a subgroup for its primary legal entity. */
export function componentId(year: number, subgroup: Subgroup, entity: string): string {
  return `${year}-VH-${subgroups[subgroup].code}-${entity.replace('VH-', '')}`;
}

/** The component audits of a subgroup in a year; those of an archived audit are archived with it. */
export function componentsOf(
  year: number,
  subgroup: Subgroup,
  status: 'open' | 'archived',
): readonly ComponentRow[] {
  return plans[subgroup]
    .filter(({ since = year }) => since <= year)
    .map((plan) => {
      const explanation = plan.leftOut?.find((one) => one.year === year)?.explanation;
      return {
        id: componentId(year, subgroup, plan.entities[0]),
        legal_entity_ids: plan.entities,
        auditor_relation: plan.relation,
        status,
        ...(plan.name === undefined ? {} : { name: plan.name }),
        ...(explanation === undefined ? {} : { in_scope: false, out_of_scope_explanation: explanation }),
        ...(plan.worksInAudit === undefined
          ? {}
          : { component_settings: { component_auditor_works_in_audit: true } }),
      };
    });
}
