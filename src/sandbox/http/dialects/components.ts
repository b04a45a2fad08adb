import { isDictionary } from '../fields.ts';
import {
  type About,
  asIds,
  asValueAndLabel,
  auditPath,
  change,
  countryForms,
  cut,
  dialectsOf,
  type Fields,
  label,
  onText,
  replace,
  type Show,
  spellings,
  upper,
  without,
  writes,
} from './dialect.ts';
import { fieldsIn, wholeList } from './list.ts';

/** The names of its legal entities. */
async function entityNames(object: Fields, about: About): Promise<readonly string[]> {
  const { client_organisation_id: own, legal_entity_ids: ids } = object;
  const client = own ?? fieldsIn(await about.look(auditPath(about))).client_organisation_id;
  const path = `/api/v1/client-organisations/${encodeURIComponent(String(client))}/legal-entities/`;
  const entities = (await wholeList(about, path)).filter(isDictionary);
  const names = new Map(entities.map((entity) => [entity.id, String(entity.name)]));
  return Array.isArray(ids) ? ids.map((id) => names.get(id) ?? String(id)) : [];
}

/** A name that depends on those of the legal entities. */
function named(by: (name: unknown, names: readonly string[]) => unknown): Show {
  return async (object, about) => {
    const names = await entityNames(object, about);
    return change('name', (name) => by(name, names))(object);
  };
}

function defaultJoined(by: string): Show {
  return named((name, names) => (name === names.join(' & ') ? names.join(by) : name));
}

const relation = (by: (value: unknown) => unknown) => change('auditor_relation', by);

export const components = dialectsOf('components', {
  'name-default': {
    facet: 'name',
    says: 'A component has the default name, also where one was sent.',
    show: named((_, names) => names.join(' & ')),
  },
  'name-joined-en': {
    facet: 'name',
    says: 'The default name joins the legal entities with “ en ”.',
    show: defaultJoined(' en '),
  },
  'name-joined-comma': {
    facet: 'name',
    says: 'The default name joins the legal entities with a comma.',
    show: defaultJoined(', '),
  },
  'name-escaped': {
    facet: 'name',
    says: 'Names are escaped: `Smit &amp; Zn`.',
    show: change('name', spellings.escaped),
  },
  'name-cut-50': { facet: 'name', says: 'Names are cut at 50 letters.', show: change('name', cut(50)) },
  'name-cut-64': { facet: 'name', says: 'Names are cut at 64 letters.', show: change('name', cut(64)) },
  'name-cut-100': { facet: 'name', says: 'Names are cut at 100 letters.', show: change('name', cut(100)) },
  'name-folded': {
    facet: 'name',
    says: 'Blanks in names are folded into one, and trimmed.',
    show: change('name', spellings.folded),
  },
  'name-other-form': {
    facet: 'name',
    says: 'Names are in the other Unicode form (NFD for NFC).',
    show: change('name', spellings.otherForm),
  },
  'name-prefixed': {
    facet: 'name',
    says: 'Names have a prefix.',
    show: change(
      'name',
      onText((text) => `CE - ${text}`),
    ),
  },
  ...countryForms((by) => async (object, { countryOf }) => ({
    ...object,
    country: by(await countryOf(String(object.id))),
  })),
  'entities-as-objects': {
    facet: 'entities',
    says: 'Legal entities are `legal_entities: [{"id"}]`.',
    show: replace('legal_entity_ids', (ids) => ({ legal_entities: asIds(ids) })),
  },
  'entities-renamed': {
    facet: 'entities',
    says: 'Legal entities are `legal_entities: [id]`.',
    show: replace('legal_entity_ids', (ids) => ({ legal_entities: ids })),
  },
  'entity-single': {
    facet: 'entities',
    says: 'Only the first legal entity is shown, as `legal_entity_id`.',
    show: replace('legal_entity_ids', (ids) => ({ legal_entity_id: Array.isArray(ids) ? ids[0] : ids })),
  },
  'relation-absent': {
    facet: 'relation',
    says: '`auditor_relation` is absent.',
    show: without('auditor_relation'),
  },
  'relation-upper': { facet: 'relation', says: '`auditor_relation` is in capitals.', show: relation(upper) },
  'relation-object': {
    facet: 'relation',
    says: '`auditor_relation` is `{"id", "name"}`.',
    show: relation(onText((id) => ({ id, name: label(id) }))),
  },
  'relation-label': {
    facet: 'relation',
    says: '`auditor_relation` is shown by its label, such as “Inter office”.',
    show: relation(onText(label)),
  },
  'scope-text': {
    facet: 'scope',
    says: '`in_scope` is `"true"` or `"false"`.',
    show: change('in_scope', String),
  },
  'scope-absent': { facet: 'scope', says: '`in_scope` is absent.', show: without('in_scope') },
  'scope-renamed': {
    facet: 'scope',
    says: '`in_scope` is `scope: "in"` or `scope: "out"`.',
    show: replace('in_scope', (isIn) => ({ scope: isIn === true ? 'in' : 'out' })),
  },
  'explanation-absent': {
    facet: 'explanation',
    says: '`out_of_scope_explanation` is absent.',
    show: without('out_of_scope_explanation'),
  },
  'explanation-trimmed': {
    facet: 'explanation',
    says: '`out_of_scope_explanation` is trimmed.',
    show: change(
      'out_of_scope_explanation',
      onText((text) => text.trim()),
    ),
  },
  'explanation-cut': {
    facet: 'explanation',
    says: '`out_of_scope_explanation` is cut at 40 letters.',
    show: change('out_of_scope_explanation', cut(40)),
  },
  'status-upper': { facet: 'status', says: 'The status is in capitals.', show: change('status', upper) },
  'status-object': {
    facet: 'status',
    says: 'The status is `{"value", "label"}`.',
    show: change('status', asValueAndLabel),
  },
  'status-absent': { facet: 'status', says: 'No status is shown.', show: without('status') },
  'answer-none': {
    facet: 'answer',
    says: 'A creation or change is answered without a body.',
    wrote: writes.bare,
  },
  'answer-group': {
    facet: 'answer',
    says: 'A creation or change is answered with the group audit.',
    also: 'audits',
    wrote: async ({ status }, about) => ({ ...(await about.said(auditPath(about))), status }),
  },
  'answer-id-only': {
    facet: 'answer',
    says: 'A creation or change is answered with `{"id"}` alone.',
    wrote: writes.idOnly,
  },
});
