import type { DifferenceKind, FindingName, ValueType } from '../../inspection.ts';
import type { Evidence, Inspection } from '../../operations/inspection.ts';

const ofObjects = [
  'auditFields',
  'componentFields',
  'clientFields',
  'entityFields',
  'userFields',
  'roleFields',
] as const satisfies readonly FindingName[];

type OfObjects = (typeof ofObjects)[number];

/** What the app does about a finding, by the name of its sentence: the fields of all objects have one. */
export function consequenceOf(name: FindingName): Exclude<FindingName, OfObjects> | 'fields' {
  return isOfObjects(name) ? 'fields' : name;
}

function isOfObjects(name: FindingName): name is OfObjects {
  return ofObjects.some((one) => one === name);
}

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
