import { type Office, offices } from './people.ts';

/** A component audit as a fixture has it. */
export interface ComponentRow {
  readonly id: string;
  readonly legal_entity_ids: readonly string[];
  readonly auditor_relation: 'self' | 'inter_office' | 'inter_firm';
  readonly name?: string;
  readonly status?: 'open' | 'archived';
  readonly in_scope?: boolean;
  readonly out_of_scope_explanation?: string;
  readonly component_settings?: { readonly component_auditor_works_in_audit: boolean };
}

/** An audit as a fixture has it. */
export interface AuditRow {
  readonly id: string;
  readonly name: string;
  readonly work_package_id: string;
  readonly scoping_package_id: string;
  readonly client_organisation_id: string;
  readonly legal_entity_ids: readonly string[];
  readonly period_start: string;
  readonly period_end: string;
  readonly language: 'en-us' | 'nl' | 'it';
  readonly unit_of_measurement?: string;
  readonly audit_type: 'single' | 'consolidated';
  /** None is `initializing`: what a fixture says stays so for ever, which would look like a fault. */
  readonly status?: 'open' | 'archived';
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly scope_locked?: boolean;
  readonly coupled_component_audit_ids?: readonly string[];
  readonly users?: readonly { readonly id: string; readonly role: string }[];
  readonly components?: readonly ComponentRow[];
}

/** A calendar year as the period of an audit. */
export function calendarYear(year: number): Pick<AuditRow, 'period_start' | 'period_end'> {
  return { period_start: `${year}-01-01`, period_end: `${year}-12-31` };
}

/** A financial year of July to June, named after the year it ends in. */
export function yearToJune(year: number): Pick<AuditRow, 'period_start' | 'period_end'> {
  return { period_start: `${year - 1}-07-01`, period_end: `${year}-06-30` };
}

const rolesOfTeam = [
  'audit_engagement_leader',
  'audit_manager',
  'audit_auditor',
  'audit_auditor',
  'audit_quality_reviewer',
] as const;

/** The people on an audit: as many of an office as asked for, at most five, another set for every `turn`. */
export function team(office: Office, size: number, turn: number): NonNullable<AuditRow['users']> {
  const people = offices[office];
  return rolesOfTeam.slice(0, size).flatMap((role, index) => {
    const person = people[(turn * 3 + index) % people.length];
    return person === undefined ? [] : [{ id: person.email, role }];
  });
}
