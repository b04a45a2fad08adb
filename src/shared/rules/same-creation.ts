import type { Audit, AuditCreation } from '../model/audit.ts';
import type { ClientCreation, ClientOrganisation } from '../model/client-organisation.ts';

/**
 * The fields in which an audit that was read differs from what was asked to be created, after an answer was lost
 * (decisions.md §4.3). What was not asked for may have any default; a text that the service does not show is no difference.
 */
export function auditDifferences(creation: AuditCreation, audit: Audit): readonly string[] {
  const texts = [
    'name',
    'work_package_id',
    'scoping_package_id',
    'client_organisation_id',
    'language',
  ] as const satisfies readonly (keyof AuditCreation & keyof Audit)[];
  const days = ['period_start', 'period_end'] as const;
  return [
    ...texts.filter((field) => !sameText(creation[field], audit[field])),
    ...days.filter((field) => !sameText(creation[field], audit[field].slice(0, 'YYYY-MM-DD'.length))),
    ...(audit.legal_entity_ids.length === 0 || sameSet([creation.legal_entity_id], audit.legal_entity_ids)
      ? []
      : ['legal_entity_id']),
    ...(creation.unit_of_measurement === undefined ||
    creation.unit_of_measurement.trim() === (audit.unit_of_measurement ?? '').trim()
      ? []
      : ['unit_of_measurement']),
    ...(sameText(creation.audit_type ?? 'single', audit.audit_type) ? [] : ['audit_type']),
    ...(sameSet(creation.coupled_component_audit_ids ?? [], audit.coupled_component_audit_ids)
      ? []
      : ['coupled_component_audit_ids']),
    ...Object.entries(creation.settings ?? {})
      .filter(([id, value]) => !sameValue(value, audit.settings[id]))
      .map(([id]) => `settings.${id}`),
  ];
}

/** Whether the answer to a creation shows that it is the one that was asked for; one that leaves a field out does not. */
export function confirmsAudit(creation: AuditCreation, audit: Audit): boolean {
  const { work_package_id, scoping_package_id, client_organisation_id, period_start, period_end } = audit;
  const shown = [work_package_id, scoping_package_id, client_organisation_id, period_start, period_end];
  return (
    [...shown, audit.language, audit.audit_type].every((text) => text !== '') &&
    audit.legal_entity_ids.length > 0 &&
    auditDifferences(creation, audit).length === 0
  );
}

/** Likewise for a client organisation. */
export function confirmsClient(creation: ClientCreation, client: ClientOrganisation): boolean {
  const asksForLogin = creation.allow_password_login !== undefined;
  return (
    client.country !== null &&
    !(asksForLogin && client.allow_password_login === null) &&
    clientDifferences(creation, client).length === 0
  );
}

/** Likewise the differences of a client organisation. */
export function clientDifferences(creation: ClientCreation, client: ClientOrganisation): readonly string[] {
  return [
    ...(sameText(creation.name, client.name) ? [] : ['name']),
    ...(sameText(creation.country, client.country ?? '') ? [] : ['country']),
    ...(creation.domains === undefined ||
    sameSet(creation.domains.map(lowerCase), client.domains.map(lowerCase))
      ? []
      : ['domains']),
    ...(creation.allow_password_login === undefined ||
    client.allow_password_login === null ||
    creation.allow_password_login === client.allow_password_login
      ? []
      : ['allow_password_login']),
  ];
}

// A service of this kind may trim what it is sent (decisions.md: "the app is tolerant").
function sameText(asked: string, read: string): boolean {
  return read === '' || asked.trim() === read.trim();
}

function sameSet(asked: readonly string[], read: readonly string[]): boolean {
  return asked.every((one) => read.includes(one)) && read.every((one) => asked.includes(one));
}

/** Whether two values of a setting are one: a decimal may come back as a number or a text, with other zeros. */
export function sameValue(asked: unknown, read: unknown): boolean {
  if (asked === read) return true;
  if (Array.isArray(asked) && Array.isArray(read))
    return asked.length === read.length && asked.every((entry, index) => sameValue(entry, read[index]));
  if (isNumeric(asked) && isNumeric(read)) return Number(asked) === Number(read);
  if (typeof asked === 'object' && typeof read === 'object' && asked !== null && read !== null)
    return sameEntries(asked, read);
  return (asked === null || asked === undefined) && (read === null || read === undefined);
}

function sameEntries(asked: object, read: object): boolean {
  const others = new Map<string, unknown>(Object.entries(read));
  const own = Object.entries(asked);
  return own.length === others.size && own.every(([key, value]) => sameValue(value, others.get(key)));
}

function isNumeric(value: unknown): boolean {
  return (
    typeof value === 'number' ||
    (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
  );
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}
