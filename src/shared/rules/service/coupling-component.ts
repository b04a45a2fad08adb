/** The request fields that a coupled audit takes over from its initialising component. */
export const comparedFields = [
  'client_organisation_id',
  'legal_entity_id',
  'work_package_id',
  'scoping_package_id',
  'period_start',
  'period_end',
] as const;
export type ComparedField = (typeof comparedFields)[number];
export type ComparedValues = Readonly<Record<ComparedField, string>>;

export function comparedValues(read: (name: ComparedField) => string): ComparedValues {
  return {
    client_organisation_id: read('client_organisation_id'),
    legal_entity_id: read('legal_entity_id'),
    work_package_id: read('work_package_id'),
    scoping_package_id: read('scoping_package_id'),
    period_start: read('period_start'),
    period_end: read('period_end'),
  };
}

/** A component audit as the rules see it, with what it has from its group audit. */
export interface CouplingComponent {
  readonly id: string;
  readonly status: string;
  readonly groupStatus: string;
  /** The audit that is coupled to it, null while it is free. */
  readonly coupledAuditId: string | null;
  readonly legalEntityIds: readonly string[];
  readonly groupLegalEntityIds: readonly string[];
  readonly engagement: Omit<ComparedValues, 'legal_entity_id'>;
}

/** What a request must equal to be initialised by a component: its own entity, not its group's (decisions.md §9.7). */
export function valuesOf({ engagement, legalEntityIds: [own = ''] }: CouplingComponent): ComparedValues {
  return { ...engagement, legal_entity_id: own };
}
