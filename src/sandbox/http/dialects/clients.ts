import { isDictionary } from '../fields.ts';
import {
  change,
  countryForms,
  dialectsOf,
  type Fields,
  replace,
  type Show,
  without,
  writes,
} from './dialect.ts';
import { wholeList } from './list.ts';

const countries = {
  ...countryForms((by) => change('country', by)),
  'country-unknown': {
    facet: 'country',
    says: 'Countries have a code that is in no table: `XK`.',
    show: change('country', () => 'XK'),
  },
};

export const clients = dialectsOf('clients', {
  ...countries,
  'test-absent': {
    facet: 'test',
    says: '`is_test_organisation` is absent.',
    show: without('is_test_organisation'),
  },
  'test-text': {
    facet: 'test',
    says: '`is_test_organisation` is `"true"` or `"false"`.',
    show: change('is_test_organisation', String),
  },
  'answer-none': { facet: 'answer', says: 'A creation is answered without a body.', wrote: writes.bare },
  'answer-id-only': {
    facet: 'answer',
    says: 'A creation is answered with `{"id"}` alone.',
    wrote: writes.idOnly,
  },
});

/** The ids of an entity's ancestors and of itself, from the root. A cycle ends where it began. */
function pathOf(entity: Fields, known: ReadonlyMap<unknown, Fields>): readonly unknown[] {
  const path: unknown[] = [];
  for (
    let one: Fields | undefined = entity;
    one !== undefined && !path.includes(one.id);
    one = known.get(one.parent_id)
  )
    path.unshift(one.id);
  return path;
}

function byId(entries: readonly unknown[]): ReadonlyMap<unknown, Fields> {
  return new Map(entries.filter(isDictionary).map((entity) => [entity.id, entity]));
}

const withPath: Show = async (entity, about) => {
  const known = byId(await wholeList(about, about.request.path));
  return replace('parent_id', () => ({ path: pathOf(entity, known).join('/') }))(entity);
};

/** Nests entities below their parents. Those whose parent is unknown, and one of each cycle, are roots. */
function nested(entries: readonly unknown[]): readonly unknown[] {
  const known = byId(entries);
  const isRoot = (entity: Fields) => pathOf(entity, known)[0] === entity.id;
  const below = (id: unknown): readonly unknown[] =>
    [...known.values()].filter((one) => one.parent_id === id && !isRoot(one)).map(withChildren);
  const withChildren = (entity: Fields) =>
    replace('parent_id', () => ({ children: below(entity.id) }))(entity);
  return [...known.values()].filter(isRoot).map(withChildren);
}

export const legalEntities = dialectsOf('legal-entities', {
  ...countries,
  'tree-children': {
    facet: 'tree',
    says: 'Legal entities are a tree: each has its `children`, and only roots are listed.',
    isWhole: true,
    entries: nested,
  },
  'tree-parent': {
    facet: 'tree',
    says: 'The parent is `parent`, an id.',
    show: replace('parent_id', (parent) => ({ parent })),
  },
  'tree-parent-object': {
    facet: 'tree',
    says: 'The parent is `parent: {"id"}`.',
    show: replace('parent_id', (id) => ({ parent: id === null ? null : { id } })),
  },
  'tree-parent-legal-entity': {
    facet: 'tree',
    says: 'The parent is `parent_legal_entity`, an id.',
    show: replace('parent_id', (id) => ({ parent_legal_entity: id })),
  },
  'tree-path': {
    facet: 'tree',
    says: 'The place in the tree is `path`, the ids from the root with slashes.',
    show: withPath,
  },
  'tree-flat': { facet: 'tree', says: 'No parent is shown.', show: without('parent_id') },
});
