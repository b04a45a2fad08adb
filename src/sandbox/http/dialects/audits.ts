import { isDictionary } from '../fields.ts';
import {
  asIds,
  asValueAndLabel,
  chain,
  change,
  dialectsOf,
  type Fields,
  label,
  lower,
  onList,
  onText,
  replace,
  spellings,
  upper,
  without,
  writes,
} from './dialect.ts';
import { fieldsIn } from './list.ts';

type Change = (object: Fields) => Fields;

/** While the audit is not open yet. */
const untilOpen =
  (by: Change): Change =>
  (object) =>
    object.status === 'initializing' ? by(object) : object;
const coupled = (by: (value: unknown) => unknown) => change('coupled_component_audit_ids', by);
const settings = (by: (value: Fields) => unknown) =>
  change('settings', (value) => (isDictionary(value) ? by(value) : value));
const eachSetting = (by: (value: unknown) => unknown) =>
  settings((values) => Object.fromEntries(Object.entries(values).map(([id, value]) => [id, by(value)])));
const dates = (by: (day: string) => string) =>
  chain(change('period_start', onText(by)), change('period_end', onText(by)));
const isNumeric = (value: unknown) => typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(String(value));
const languageNames: ReadonlyMap<unknown, string> = new Map([
  ['nl', 'Dutch'],
  ['en-us', 'English'],
  ['it', 'Italian'],
]);
/** A language with its country, as others write it. */
const withCountry = (code: string) => (code.includes('-') ? code : `${code}-${code}`);
const manySettings = Object.fromEntries(
  Array.from({ length: 320 }, (_, at) => [`later_setting_${String(at + 1)}`, 'As agreed. '.repeat(14)]),
);

export const audits = dialectsOf('audits', {
  'settings-many': {
    facet: 'size',
    says: 'Each audit has 320 more settings, so that a page of 100 is 5 MB.',
    show: settings((values) => ({ ...values, ...manySettings })),
  },
  'coupled-later': {
    facet: 'coupled',
    says: 'Coupled components are `[]` until the audit is open.',
    show: untilOpen(coupled(() => [])),
  },
  'coupled-absent-until-open': {
    facet: 'coupled',
    says: 'Coupled components are absent until the audit is open.',
    show: untilOpen(without('coupled_component_audit_ids')),
  },
  'coupled-as-objects': {
    facet: 'coupled',
    says: 'Coupled components are `[{"id"}]`.',
    show: coupled(asIds),
  },
  'entities-one-more': {
    facet: 'entities',
    says: 'An audit shows the root legal entity of its client beside the one that was sent.',
    show: (object) =>
      change(
        'legal_entity_ids',
        onList((ids) => [...new Set([...ids, object.client_organisation_id])]),
      )(object),
  },
  'entities-later': {
    facet: 'entities',
    says: 'Legal entities are `[]` until the audit is open.',
    show: untilOpen(change('legal_entity_ids', () => [])),
  },
  'entities-as-objects': {
    facet: 'entities',
    says: 'Legal entities are `legal_entities: [{"id"}]`.',
    show: replace('legal_entity_ids', (ids) => ({ legal_entities: asIds(ids) })),
  },
  'settings-later': {
    facet: 'settings',
    says: 'Settings are `{}` until the audit is open.',
    show: untilOpen(change('settings', () => ({}))),
  },
  'settings-list': {
    facet: 'settings',
    says: 'Settings are `[{"id", "value"}]`.',
    show: settings((values) => Object.entries(values).map(([id, value]) => ({ id, value }))),
  },
  'settings-texts': {
    facet: 'settings',
    says: 'All values of settings are texts.',
    show: eachSetting((value) =>
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ),
  },
  'settings-changed-only': {
    facet: 'settings',
    says: 'Only settings that differ from the default are shown.',
    also: 'work-packages',
    show: async (object, { look }) => {
      const path = `/api/v1/work-packages/${encodeURIComponent(String(object.work_package_id))}/`;
      const { settings: known } = fieldsIn(await look(path));
      const definitions = (Array.isArray(known) ? known : []).filter(isDictionary);
      const defaults = new Map(definitions.map((one) => [one.id, JSON.stringify(one.default)]));
      const isChanged = ([id, value]: readonly [string, unknown]) =>
        defaults.get(id) !== JSON.stringify(value);
      return settings((values) => Object.fromEntries(Object.entries(values).filter(isChanged)))(object);
    },
  },
  'settings-reordered': {
    facet: 'settings',
    says: 'Several choices of a setting come in the other order.',
    show: eachSetting(onList((choices) => choices.toReversed())),
  },
  'settings-decimals': {
    facet: 'settings',
    says: 'Numbers among settings are texts with two decimals: `"4.00"`.',
    show: eachSetting((value) => (isNumeric(value) ? Number(value).toFixed(2) : value)),
  },
  'unit-lower': {
    facet: 'unit',
    says: 'The unit is in small letters.',
    show: change('unit_of_measurement', lower),
  },
  'unit-object': {
    facet: 'unit',
    says: 'The unit is `{"code"}`.',
    show: change(
      'unit_of_measurement',
      onText((code) => ({ code })),
    ),
  },
  'language-country': {
    facet: 'language',
    says: 'A language has its country: `nl-nl`.',
    show: change('language', onText(withCountry)),
  },
  'language-locale': {
    facet: 'language',
    says: 'A language is a locale: `nl_NL`.',
    show: change(
      'language',
      onText((code) => withCountry(code).replace(/-(\w+)/, (_, home: string) => `_${home.toUpperCase()}`)),
    ),
  },
  'language-upper': {
    facet: 'language',
    says: 'A language is in capitals: `NL`.',
    show: change('language', upper),
  },
  'language-name': {
    facet: 'language',
    says: 'A language is its name: `Dutch`.',
    show: change('language', (code) => languageNames.get(code) ?? code),
  },
  'name-suffixed': {
    facet: 'name',
    says: 'Names have a suffix.',
    show: change(
      'name',
      onText((text) => `${text} (FY)`),
    ),
  },
  'name-escaped': {
    facet: 'name',
    says: 'Names are escaped: `Smit &amp; Zn`.',
    show: change('name', spellings.escaped),
  },
  'name-folded': {
    facet: 'name',
    says: 'Blanks in names are folded into one, and trimmed.',
    show: change('name', spellings.folded),
  },
  'dates-with-times': {
    facet: 'dates',
    says: 'Days of the period have a time: `2026-12-31T00:00:00Z`.',
    show: dates((day) => `${day}T00:00:00Z`),
  },
  'dates-day-first': {
    facet: 'dates',
    says: 'Days of the period begin with the day: `31-12-2026`.',
    show: dates((day) => day.split('-').toReversed().join('-')),
  },
  'type-upper': { facet: 'type', says: '`audit_type` is in capitals.', show: change('audit_type', upper) },
  'type-object': {
    facet: 'type',
    says: '`audit_type` is `{"id", "name"}`.',
    show: change(
      'audit_type',
      onText((id) => ({ id, name: label(id) })),
    ),
  },
  'created-absent': { facet: 'created', says: '`created_at` is absent.', show: without('created_at') },
  'created-without-zone': {
    facet: 'created',
    says: '`created_at` has no time zone.',
    show: change(
      'created_at',
      onText((text) => text.replace(/Z$/, '')),
    ),
  },
  // Last: other forms look at the status.
  'status-creating': {
    facet: 'status',
    says: 'A new audit is `creating` until it is open.',
    show: change('status', (status) => (status === 'initializing' ? 'creating' : status)),
  },
  'status-draft': {
    facet: 'status',
    says: 'A new audit is a `draft` until it is open.',
    show: change('status', (status) => (status === 'initializing' ? 'draft' : status)),
  },
  'status-live': {
    facet: 'status',
    says: 'An open audit is `live`.',
    show: change('status', (status) => (status === 'open' ? 'live' : status)),
  },
  'status-closed': {
    facet: 'status',
    says: 'An archived audit is `closed`.',
    show: change('status', (status) => (status === 'archived' ? 'closed' : status)),
  },
  'status-upper': { facet: 'status', says: 'The status is in capitals.', show: change('status', upper) },
  'status-object': {
    facet: 'status',
    says: 'The status is `{"value", "label"}`.',
    show: change('status', asValueAndLabel),
  },
  'answer-none': { facet: 'answer', says: 'A creation is answered without a body.', wrote: writes.bare },
  'answer-id-only': {
    facet: 'answer',
    says: 'A creation is answered with `{"id"}` alone.',
    wrote: writes.idOnly,
  },
});
