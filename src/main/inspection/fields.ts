import { isRecord } from '../../shared/model/tolerant.ts';
import { entriesOf, type Observed } from './survey.ts';

type FieldKind = 'text' | 'text?' | 'texts' | 'date' | 'number' | 'boolean' | 'object' | 'any';

/** The fields of an object and what each holds; `?` is null as well. */
export type FieldKinds = Readonly<Record<string, FieldKind>>;

const holds: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  'text?': (value) => value === null || typeof value === 'string',
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isRecord,
  any: () => true,
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
  unit_of_measurement: 'text?',
  settings: 'object',
  status: 'text',
  audit_type: 'text',
  created_at: 'text',
  group_audit_id: 'text?',
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
  coupled_entity_audit_id: 'text?',
};
export const clientFields: FieldKinds = {
  id: 'text',
  name: 'text',
  country: 'text',
  domains: 'texts',
  allow_password_login: 'boolean',
  is_test_organisation: 'boolean',
};
export const entityFields: FieldKinds = { id: 'text', name: 'text', country: 'text', parent_id: 'text?' };
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
export const priceFields: FieldKinds = { audit_type: 'text', credits: 'number', conditions: 'any' };

/** What differs from the fields that such an object has: what is missing, of another type, or there besides. Each once. */
export function fieldFaults(objects: readonly unknown[], kinds: FieldKinds): readonly string[] {
  const faults = objects.flatMap((object) => {
    if (!isRecord(object)) return [`${spelled(object)} instead of an object`];
    return [
      ...Object.entries(kinds).flatMap(([key, kind]) => {
        if (!Object.hasOwn(object, key)) return [`no ${key}`];
        return holds[kind](object[key]) ? [] : [`${key}: ${spelled(object[key])} instead of ${kind}`];
      }),
      ...Object.keys(object)
        .filter((key) => !Object.hasOwn(kinds, key))
        .map((key) => `more than specified: ${spelled(key, true)}`),
    ];
  });
  return [...new Set(faults)];
}

/** The objects of an answer: the entries of a list, or the one that it is. */
export function fieldsOfObjects(
  observed: Observed | undefined,
): readonly Readonly<Record<string, unknown>>[] {
  const json = observed?.json;
  if (observed?.status !== 200) return [];
  const isList = Array.isArray(json) || (isRecord(json) && Array.isArray(json.results));
  return isList ? entriesOf(observed) : isRecord(json) ? [json] : [];
}

const longestWord = 60; // characters

/** What a value is: its type, or the word itself where that is the service's own and no value of the firm's. */
export function spelled(value: unknown, isWord = false): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (isWord && ['string', 'number', 'boolean'].includes(typeof value)) {
    const text = JSON.stringify(value);
    return text.length > longestWord ? `${text.slice(0, longestWord).toWellFormed()}…` : text;
  }
  return Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : typeof value;
}
