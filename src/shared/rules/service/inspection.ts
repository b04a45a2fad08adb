import {
  type AreaName,
  type DifferenceKind,
  type FindingName,
  type UnseenName,
  type UnseenNoun,
  unseenAbout,
  unseenFields,
  unseenNames,
  unseenNouns,
  type ValueType,
} from '../../inspection.ts';
import type { Evidence, Inspection } from '../../operations/inspection.ts';

/** The objects whose fields a finding is about. */
const objectOf = {
  auditFields: 'audits',
  componentFields: 'components',
  clientFields: 'clients',
  entityFields: 'entities',
  userFields: 'users',
  roleFields: 'roles',
  packageFields: 'packages',
} as const satisfies Partial<Record<FindingName, AreaName>>;

type OfObjects = keyof typeof objectOf;

/** The sentence of a finding, and the objects whose fields it is about: that sentence names them. */
export function findingParts(name: FindingName): {
  readonly sentence: Exclude<FindingName, OfObjects> | 'fields';
  readonly of: AreaName | null;
} {
  return isOfObjects(name) ? { sentence: 'fields', of: objectOf[name] } : { sentence: name, of: null };
}

function isOfObjects(name: FindingName): name is OfObjects {
  return Object.hasOwn(objectOf, name);
}

const consequences = {
  refusal: 'tokens',
  tokenAnswer: 'tokens',
  tokenValidity: 'tokens',
  tokenScope: 'asItCame',
  notFound: 'notFound',
  beyondTheEnd: 'paging',
  counts: 'paging',
  pageSize: 'paging',
  links: 'links',
  withoutSlash: 'withoutSlash',
  envelopes: 'otherForms',
  scopingLabels: 'otherForms',
  limitsShape: 'otherForms',
  order: 'order',
  topLevel: 'components',
  componentAsAudit: 'components',
  componentsOfSingle: 'components',
  packageFields: 'asItCame',
  settings: 'asItCame',
  prices: 'asItCame',
  terms: 'asItCame',
  rolesFilter: 'rolesFilter',
  limitsValues: 'limits',
  tiers: 'limits',
  auditFields: 'fields',
  componentFields: 'fields',
  clientFields: 'fields',
  entityFields: 'fields',
  userFields: 'fields',
  roleFields: 'fields',
} as const satisfies Readonly<Record<FindingName, string>>;

/** What the app does about a finding, by the name of its sentence. */
export function consequenceOf(name: FindingName): (typeof consequences)[FindingName] {
  return consequences[name];
}

const acts: Readonly<Record<string, 'ids' | 'choose' | 'service'>> = {
  name: 'ids',
  work_package_id: 'choose',
  period_start: 'choose',
  language: 'choose',
  unit_of_measurement: 'choose',
  scoping_packages: 'choose',
  country: 'choose',
  status: 'service',
  languages: 'service',
  audit_types: 'service',
};

/** What the sentence about something unseen is made of: the objects, the fields as the service spells them, and what a person does. */
export function unseenParts(name: UnseenName): {
  readonly of: UnseenNoun;
  readonly fields: string;
  readonly act: 'ids' | 'choose' | 'service' | 'look';
} {
  const [of, fields] = fieldsOf.get(name) ?? ['roles', []];
  // A role without a name is not offered.
  return {
    of,
    fields: fields.join(', '),
    act: name === 'roleName' ? 'choose' : (acts[fields[0] ?? ''] ?? 'look'),
  };
}

const fieldsOf = new Map(
  unseenNames.map((name) => {
    const of = unseenNouns.find((noun) => unseenAbout([noun]).includes(name)) ?? 'roles';
    const fields = Object.entries(unseenFields[of]).flatMap(([field, sentence]) =>
      sentence === name ? [field] : [],
    );
    return [name, [of, fields]] as const;
  }),
);

/** A price in the service's own terms. */
export function priceTerms({
  audit_type: type,
  credits,
  coupled,
}: Inspection['seen']['prices'][number]): string {
  return `${type} ${String(credits)}${coupled === null ? '' : ` (coupled: ${String(coupled)})`}`;
}

/** The words of a language for what differs. */
export interface DifferenceWords {
  /** The sentence of a kind with what was found and what was wanted, which are never filled in themselves. */
  readonly difference: (
    kind: DifferenceKind,
    values: { readonly found: string; readonly wanted: string },
  ) => string;
  readonly type: (type: ValueType) => string;
}

/** What differs, in words. Terms of the service stay as they are; values are spelled as JSON, so that a text is told from a number. */
export function sentenceOf({ kind, place, found, wanted }: Evidence, words: DifferenceWords): string {
  const said = (value: Evidence['found']): string =>
    value === undefined ? '' : typeof value === 'object' ? words.type(value.type) : spelled(value);
  const sentence = words.difference(kind, { found: said(found), wanted: said(wanted) });
  const named = (part: Evidence['place'][number]): string =>
    typeof part === 'object' ? words.type(part.type) : plain.test(part) ? part : spelled(part);
  return [...place.map(named), sentence].join(': ');
}

/** As JSON, with the signs that nobody sees spelled as well: some of them turn round what stands beside them. */
function spelled(value: string | number | boolean): string {
  return JSON.stringify(value).replaceAll(
    /[\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** What is read as a name without quotation marks. */
const plain = /^[\p{L}\p{N}_./?=…[\]-]+$/u;
