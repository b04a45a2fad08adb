import type { DifferenceKind, TermName } from '../../shared/inspection.ts';
import {
  auditLanguages,
  auditorRelations,
  auditStatuses,
  auditTypes,
  settingTypes,
} from '../../shared/model/terms.ts';
import { isRecord, letters } from '../../shared/model/tolerant.ts';
import type { Evidence, Told } from '../../shared/operations/inspection.ts';
import type { Observed } from './survey.ts';

/** What differs, one piece of evidence each. */
export type Faults = readonly Evidence[];

type FieldKind = 'text' | 'textOrNull' | 'texts' | 'date' | 'number' | 'boolean' | 'object';

/** The fields of an object and what each holds. */
export type FieldKinds = Readonly<Record<string, FieldKind | 'any'>>;

const holds: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  textOrNull: (value) => value === null || typeof value === 'string',
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isRecord,
};

export const tokenFields: FieldKinds = {
  access_token: 'text',
  expires_in: 'number',
  token_type: 'text',
  scope: 'text',
};
export const auditFields: FieldKinds = {
  id: 'text',
  name: 'text',
  work_package_id: 'text',
  scoping_package_id: 'text',
  client_organisation_id: 'text',
  legal_entity_ids: 'texts',
  period_start: 'date',
  period_end: 'date',
  language: 'text',
  unit_of_measurement: 'textOrNull',
  settings: 'object',
  status: 'text',
  audit_type: 'text',
  created_at: 'text',
  group_audit_id: 'textOrNull',
  coupled_component_audit_ids: 'texts',
};
export const componentFields: FieldKinds = {
  id: 'text',
  name: 'text',
  legal_entity_ids: 'texts',
  in_scope: 'boolean',
  out_of_scope_explanation: 'text',
  auditor_relation: 'text',
  status: 'text',
  coupled_entity_audit_id: 'textOrNull',
};
export const clientFields: FieldKinds = {
  id: 'text',
  name: 'text',
  country: 'text',
  domains: 'texts',
  allow_password_login: 'boolean',
  is_test_organisation: 'boolean',
};
export const entityFields: FieldKinds = {
  id: 'text',
  name: 'text',
  country: 'text',
  parent_id: 'textOrNull',
};
export const userFields: FieldKinds = { id: 'text', role: 'text', name: 'text' };
export const roleFields: FieldKinds = { name: 'text', associated_model: 'text', description: 'text' };
export const packageFields: FieldKinds = {
  id: 'text',
  name: 'text',
  version: 'text',
  languages: 'texts',
  audit_types: 'texts',
  scoping_packages: 'any',
  settings: 'any',
  prices: 'any',
};
export const settingFields: FieldKinds = {
  id: 'text',
  name: 'text',
  type: 'text',
  default: 'any',
  options: 'any',
};
export const optionFields: FieldKinds = { value: 'any', label: 'text' };
export const priceFields: FieldKinds = { audit_type: 'text', credits: 'number', conditions: 'any' };
export const conditionFields: FieldKinds = { coupled: 'boolean' };
export const tierFields: FieldKinds = { tier: 'text', scope: 'text', windows: 'object' };
export const windowFields: FieldKinds = { limit: 'number', period_seconds: 'number' };

/** What differs from the fields that such an object has: what is missing, of another type, or there besides. */
export function fieldFaults(objects: readonly unknown[], kinds: FieldKinds): Faults {
  return objects.flatMap((object) => [
    ...missedFields(object, kinds),
    ...Object.keys(isRecord(object) ? object : {})
      .filter((key) => !Object.hasOwn(kinds, key))
      .map((key) => unspecified([keyOf(key)])),
  ]);
}

/** The fields that an object lacks, or has of another type. */
function missedFields(object: unknown, kinds: FieldKinds): Faults {
  if (!isRecord(object)) return [instead([], typeOf(object), { type: 'object' })];
  return Object.entries(kinds).flatMap(([key, kind]) => {
    const value = object[key];
    if (!Object.hasOwn(object, key)) return [missing([key])];
    return kind === 'any' || holds[kind](value) ? [] : [instead([key], typeOf(value), { type: kind })];
  });
}

/** No faults are found where something was looked at; where nothing was, nothing is known. */
export function unlessUnseen(isSeen: boolean, faults: Faults): Faults | null {
  return isSeen || faults.length > 0 ? faults : null;
}

type Place = Evidence['place'];
export type Thing = Readonly<Record<string, unknown>>;

export function instead(place: Place, found: Told, wanted: Told): Evidence {
  return { kind: 'instead', place, found, wanted };
}

export function missing(place: Place): Evidence {
  return { kind: 'missing', place };
}

export function unspecified(place: Place): Evidence {
  return { kind: 'unspecified', place };
}

/** The same, further in. */
export function within(place: Place, faults: Faults): Faults {
  return faults.map((fault) => ({ ...fault, place: [...place, ...fault.place] }));
}

/** Words of a fixed set that are not in it: these are the service's terms, no value of the firm's. */
export function unusual(objects: readonly Thing[], key: string, known: readonly string[]): Faults {
  return objects
    .map((one) => one[key])
    .filter((value) => !known.some((word) => word === value))
    .map((value) => (value === undefined ? missing([key]) : unexpected([key], value, known)));
}

export function unexpected(at: Place, value: unknown, known: readonly string[] = []): Evidence {
  return { kind: 'unexpected', place: at, found: wordOf(value, known) };
}

/** The specification's own terms of a kind. */
export const specified: Readonly<Record<TermName, readonly string[]>> = {
  auditStatuses,
  auditTypes: [...auditTypes, 'component'],
  languages: auditLanguages,
  componentStatuses: ['open', 'archived', 'deleting'],
  relations: auditorRelations,
  settingTypes,
};

/** What its kind says in full. */
export function plainly(at: Place, kind: DifferenceKind): Evidence {
  return { kind, place: at };
}

export function statusFaults({ status }: Observed, wanted: number): Faults {
  const found = status === 'redirected' ? ({ type: 'redirect' } as const) : status;
  return found === wanted ? [] : [instead([], found, wanted)];
}

export function recordsIn(value: unknown): readonly Thing[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * A number, or a word that is written as terms are, or that is one of the `known` ones in another spelling; any other text may be a name
 * or an address of the firm's.
 */
export function wordOf(value: unknown, known: readonly string[] = []): Told {
  if (typeof value === 'number') return Number.isFinite(value) ? value : typeOf(value);
  if (typeof value === 'string') return isTerm(value, known) ? value : { type: 'untold' };
  return typeof value === 'boolean' ? value : typeOf(value);
}

export function isTerm(text: string, known: readonly string[] = []): boolean {
  if (/^[a-z][a-z0-9_-]{0,59}$/.test(text)) return true;
  return /^[\w -]{1,60}$/.test(text) && known.some((word) => letters(word) === letters(text));
}

/** A key that a service chose, where it is written as fields are. */
export function keyOf(key: unknown): Place[number] {
  return typeof key === 'string' && /^[a-z][a-z0-9_]{0,59}$/.test(key) ? key : { type: 'key' };
}

/** What came in place of an answer. */
export function typeOfBody({ json }: Observed): Told {
  return json === undefined ? { type: 'notJson' } : typeOf(json);
}

export function typeOf(value: unknown): Told {
  if (value === undefined) return { type: 'nothing' };
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'list' };
  if (typeof value === 'string') return { type: 'text' };
  if (typeof value === 'number') return { type: 'number' };
  return { type: typeof value === 'boolean' ? 'boolean' : 'object' };
}
