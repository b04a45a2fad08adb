// The group flow: a consolidated audit, a component audit of it, and an audit that is coupled to the component.

export const credentials = {
  grant_type: 'client_credentials',
  client_id: process.env['CLIENT_ID'] ?? '',
  client_secret: process.env['CLIENT_SECRET'] ?? '',
} as const;
export const baseUrl = process.env['BASE_URL'] ?? '';

const common = {
  work_package_id: 'statutory-2025.10',
  scoping_package_id: 'Medium-sized',
  client_organisation_id: 'valkenhorst',
  period_start: '2027-01-01',
  period_end: '2027-12-31',
  language: 'nl',
} as const;

export const groupOf = (id: string) => ({
  ...common,
  id,
  name: 'Valkenhorst 2027, group',
  legal_entity_id: 'valkenhorst',
  audit_type: 'consolidated' as const,
});
export const component = { legal_entity_ids: ['VH-1100'], auditor_relation: 'inter_office' as const };
export const coupledTo = (id: string, componentId: string) => ({
  ...common,
  id,
  name: 'VH-1100, 2027',
  legal_entity_id: 'VH-1100',
  coupled_component_audit_ids: [componentId],
});

/** Ends the walk where an answer is not what it was to be. */
export function must<Value>(value: Value | undefined, answer: unknown): Value {
  if (value !== undefined) return value;
  throw new Error(JSON.stringify(answer));
}

export function mustBe(found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}
