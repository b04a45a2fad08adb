import { z } from 'zod';
import { countryCodes } from './country.ts';
import {
  code,
  flag,
  idOf,
  isRecord,
  letters,
  listOf,
  noun,
  nullable,
  type Reading,
  text,
} from './tolerant.ts';

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
  ['client_organisation', 'organisation', 'client'],
  {
    id: { read: idOf('client_organisation', 'organisation', 'client'), otherwise: '' },
    name: { read: text, names: ['title', 'display_name', 'label'], otherwise: '' },
    country: { read: nullable(aCountry), names: ['country_code'], otherwise: null },
    domains: { read: listOf(domain), names: ['domain', 'domain_names'], otherwise: [] },
    allow_password_login: { ...aFlag, names: ['allows_password_login', 'password_login'] },
    /** Its audits consume no credits. */
    is_test_organisation: { read: flag, names: ['is_test', 'test_organisation', 'test'], otherwise: false },
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

const parentId = nullable(idOf('legal_entity', 'entity'));

/** The last but one of a path that ends in the entity itself. */
const parentInPath: Reading<string | null> = (value, _miss, own) => {
  const steps = typeof value === 'string' ? value.split(/[/>|]/).map((step) => step.trim()) : value;
  if (!Array.isArray(steps)) return undefined;
  const ids = steps.filter((step) => step !== '').map((step) => parentId(step, _miss, own));
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
        ['path', parentInPath],
      ],
      otherwise: null,
    },
  },
  'id',
);
export type LegalEntity = z.output<typeof LegalEntity>;

const below = ['children', 'subsidiaries', 'legalentities', 'descendants', 'nodes'];

/** The entities of an entry of their list: those of a tree one after the other, each with its parent. */
export function legalEntitiesIn(entry: unknown): readonly unknown[] {
  const found: unknown[] = [];
  const left: { readonly one: unknown; readonly parent: string | null }[] = [{ one: entry, parent: null }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { one, parent } = next;
    const node = unwrapped(one);
    const children = isRecord(node)
      ? Object.entries(node).find(([name]) => below.includes(letters(name)))?.[1]
      : undefined;
    if (!isRecord(node) || !Array.isArray(children)) {
      found.push(isRecord(node) && parent !== null ? { parent_id: parent, ...node } : one);
      continue;
    }
    const read = LegalEntity.safeParse(node);
    found.push({ parent_id: parent, ...node });
    const id = read.success ? read.data.id : null;
    left.push(...children.map((child: unknown) => ({ one: child, parent: id })).toReversed());
  }
  return found;
}

/** The entity that is in an object under its own name. */
function unwrapped(one: unknown): unknown {
  if (!isRecord(one)) return one;
  const { legal_entity: inner, entity = inner } = one;
  return isRecord(entity) && Array.isArray(entity.children) ? entity : one;
}
