import { z } from 'zod';
import { countryCodes } from './country.ts';
import { code, flag, idOf, isRecord, letters, noun, nullable, type Reading, text } from './tolerant.ts';
import { listOf } from './tolerant-list.ts';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** A country by its code in capitals, also by its English name; a code that is in no table stays one. */
const country = code(
  countryCodes,
  Object.fromEntries(countryCodes.map((one) => [one, [names.of(one) ?? one]])),
);

const aCountry: Reading<string> = (value, ...rest) => {
  const said = country(value, ...rest);
  return said !== undefined && /^[a-z]{2}$/.test(said) ? said.toUpperCase() : said;
};

const domain: Reading<string> = (value, ...rest) =>
  isRecord(value) && typeof value.domain === 'string' ? value.domain : text(value, ...rest);

const aFlag = { read: flag, otherwise: null } as const;

/** A client organisation (decisions.md §6.1). */
export const ClientOrganisation = noun(
  ['client_organisation', 'organisation', 'client', 'client_organization', 'organization'],
  {
    id: {
      read: idOf('client_organisation', 'organisation', 'client'),
      names: ['client_code'],
      otherwise: '',
    },
    name: { read: text, names: ['title', 'display_name', 'label'], otherwise: '' },
    country: { read: nullable(aCountry), names: ['country_code'], otherwise: null },
    domains: { read: listOf(domain), names: ['domain', 'domain_names'], otherwise: [] },
    allow_password_login: { ...aFlag, names: ['allows_password_login', 'password_login'] },
    /** Its audits consume no credits. */
    is_test_organisation: {
      read: flag,
      names: ['is_test', 'test_organisation', 'is_test_organization', 'test_organization', 'test'],
      otherwise: false,
    },
  },
  'id',
);
export type ClientOrganisation = z.output<typeof ClientOrganisation>;

/** What creates a client organisation. */
export const ClientCreation = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  country: z.string(),
  domains: z.array(z.string()).readonly().optional(),
  allow_password_login: z.boolean().optional(),
});
export type ClientCreation = z.output<typeof ClientCreation>;

const anyParent = nullable(idOf('legal_entity', 'entity'));
/** A root may name itself. */
const parentId: Reading<string | null> = (value, miss, own) => {
  const said = anyParent(value, miss, own);
  const isItself = said !== null && said !== undefined && said === anyParent(own, () => {}, undefined);
  return isItself ? null : said;
};

/** The last but one of a path that ends in the entity itself. */
const parentInPath: Reading<string | null> = (value, _miss, own) => {
  const steps = typeof value === 'string' ? value.split(/[/>|]/).map((step) => step.trim()) : value;
  if (!Array.isArray(steps)) return undefined;
  const ids = steps.filter((step) => step !== '').map((step) => anyParent(step, _miss, own));
  return ids.at(-1) === String(own) ? (ids.at(-2) ?? null) : undefined;
};

/** A legal entity; its parent is read from any of the names in use (decisions.md §6.2). */
export const LegalEntity = noun(
  ['legal_entity', 'entity'],
  {
    id: { read: idOf('legal_entity', 'entity'), otherwise: '' },
    name: { read: text, names: ['legal_name', 'title', 'display_name', 'label'], otherwise: '' },
    country: { read: nullable(aCountry), names: ['country_code'], otherwise: null },
    parent_id: {
      read: parentId,
      names: [
        'parent',
        'parent_legal_entity_id',
        'parent_legal_entity',
        'parent_entity',
        'parent_entity_id',
        'parent_code',
        'parent_ref',
        ['path', parentInPath],
      ],
      otherwise: null,
    },
  },
  'id',
);
export type LegalEntity = z.output<typeof LegalEntity>;

const below =
  'children subsidiaries legalentities descendants nodes childentities childlegalentities subentities'.split(
    ' ',
  );

/** The entities of their list: those of a tree one after the other, each with its parent, also where a parent names its children by ids. */
export function legalEntitiesIn(entries: readonly unknown[]): readonly unknown[] {
  const found: unknown[] = [];
  const parents = new Map<string, string>();
  let isFlat = false;
  const left: Placed[] = entries.map((one) => ({ one, parent: null })).toReversed();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { one, parent } = next;
    const node = unwrapped(one);
    const children = childrenIn(node);
    if (!isRecord(node) || children === null) {
      found.push(isRecord(node) && parent !== null ? { parent_id: parent, ...node } : one);
      continue;
    }
    const read = LegalEntity.safeParse(node);
    const id = read.success ? read.data.id : null;
    found.push({ parent_id: parent, ...node });
    for (const child of children.toReversed())
      if (typeof child === 'object') left.push({ one: child, parent: id });
      else {
        isFlat = true;
        const named = parentId(child, () => {}, undefined) ?? null;
        if (id !== null && named !== null) parents.set(named, id);
      }
  }
  if (!isFlat) return found;
  return found.map((one) => {
    const id = LegalEntity.safeParse(one).data?.id ?? '';
    return isRecord(one) && parents.has(id) ? { ...one, parent_id: parents.get(id) } : one;
  });
}

interface Placed {
  readonly one: unknown;
  readonly parent: string | null;
}

/** The children of an entity: a list, also in an envelope, or a map by their ids; null where it tells of none. */
function childrenIn(node: unknown): readonly unknown[] | null {
  if (!isRecord(node)) return null;
  const { _embedded: embedded } = node;
  const at = (one: unknown) =>
    isRecord(one) ? Object.entries(one).find(([name]) => below.includes(letters(name)))?.[1] : undefined;
  const said = at(node) ?? at(embedded);
  if (Array.isArray(said)) return said;
  return isRecord(said) ? (children(said, () => {}, undefined) ?? null) : null;
}

const children = listOf<unknown>(
  (value) => value,
  (map) =>
    'id' in map ? undefined : Object.entries(map).map(([id, one]) => (isRecord(one) ? { id, ...one } : one)),
);

/** The entity that is in an object under its own name. */
function unwrapped(one: unknown): unknown {
  if (!isRecord(one)) return one;
  const { legal_entity: inner, entity = inner, node = entity } = one;
  return isRecord(node) && childrenIn(node) !== null ? node : one;
}
