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
