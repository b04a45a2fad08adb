import { isDictionary } from '../fields.ts';
import {
  chain,
  change,
  dialectsOf,
  type Fields,
  label,
  onList,
  onText,
  replace,
  type Show,
  without,
} from './dialect.ts';

const settings = (by: (definition: Fields) => unknown): Show =>
  change(
    'settings',
    onList((definitions) => definitions.map((one) => (isDictionary(one) ? by(one) : one))),
  );
const options = (by: (options: readonly Fields[]) => unknown): Show =>
  settings(
    change(
      'options',
      onList((all) => by(all.filter(isDictionary))),
    ),
  );
const prices = (by: (prices: readonly Fields[]) => unknown): Show =>
  change(
    'prices',
    onList((all) => by(all.filter(isDictionary))),
  );
const labels = (by: (labels: readonly unknown[], languages: unknown) => unknown): Show => {
  return (object) =>
    change(
      'scoping_packages',
      onList((all) => by(all, object.languages)),
    )(object);
};
const inEachLanguage = (languages: unknown) => (Array.isArray(languages) ? languages.map(String) : []);
const types: ReadonlyMap<unknown, string> = new Map([
  ['boolean', 'bool'],
  ['string', 'text'],
  ['integer', 'number'],
  ['decimal', 'number'],
  ['choice', 'select'],
]);
const year = (version: unknown) => /^\d{4}/.exec(String(version))?.[0];

export const workPackages = dialectsOf('work-packages', {
  'types-other': {
    facet: 'types',
    says: '`audit_types` are `["financial_statements", "review"]`, which say nothing of single and consolidated.',
    show: change('audit_types', () => ['financial_statements', 'review']),
  },
  'types-objects': {
    facet: 'types',
    says: '`audit_types` are `[{"id", "name", "prices"}]`.',
    show: (object) =>
      change(
        'audit_types',
        onList((all) => all.map((id) => ({ id, name: label(String(id)), prices: pricesOf(object, id) }))),
      )(object),
  },
  'labels-objects': {
    facet: 'labels',
    says: '`scoping_packages` are `[{"id", "name"}]`, where the name is what is sent.',
    show: labels((all) => all.map((name, at) => ({ id: `scope-${String(at + 1)}`, name }))),
  },
  'labels-of-languages': {
    facet: 'labels',
    says: '`scoping_packages` are `[{"language", "labels"}]`.',
    show: labels((all, languages) =>
      inEachLanguage(languages).map((language) => ({ language, labels: all })),
    ),
  },
  'labels-map': {
    facet: 'labels',
    says: '`scoping_packages` are a map from language to labels.',
    show: labels((all, languages) =>
      Object.fromEntries(inEachLanguage(languages).map((code) => [code, all])),
    ),
  },
  // Of the definitions: options first, then names and types, then the list.
  'options-values': {
    facet: 'options',
    says: '`options` are the plain values, numbers where the values are.',
    show: options((all) => all.map(({ value }) => value)),
  },
  'options-pairs': {
    facet: 'options',
    says: '`options` are `[value, label]`.',
    show: options((all) => all.map(({ value, label: text }) => [value, text])),
  },
  'options-named': {
    facet: 'options',
    says: '`options` are `{"id", "name"}`.',
    show: options((all) => all.map(({ value, label: text }) => ({ id: value, name: text }))),
  },
  'options-map': {
    facet: 'options',
    says: '`options` are a map from value to label.',
    show: options((all) => Object.fromEntries(all.map(({ value, label: text }) => [String(value), text]))),
  },
  'options-absent': {
    facet: 'options',
    says: '`options` are absent.',
    show: settings(without('options')),
  },
  'settings-keyed': {
    facet: 'definitions',
    says: 'Settings have `key`, `label` and `type` `"text"`, `"number"`, `"select"` or `"bool"`.',
    show: settings(({ id, name, type, ...rest }) => ({
      key: id,
      label: name,
      type: types.get(type) ?? type,
      ...rest,
    })),
  },
  'settings-map': {
    facet: 'definitions',
    says: 'Settings are a map from their ids.',
    show: change(
      'settings',
      onList((all) =>
        Object.fromEntries(all.filter(isDictionary).map(({ id, ...rest }) => [String(id), rest])),
      ),
    ),
  },
  'prices-number': {
    facet: 'prices',
    says: '`prices` is the number of the first price.',
    show: prices(([first]) => first?.credits ?? 0),
  },
  'prices-map': {
    facet: 'prices',
    says: '`prices` is a map from audit type to the credits of its first price.',
    show: prices((all) =>
      Object.fromEntries(all.toReversed().map(({ audit_type: type, credits }) => [String(type), credits])),
    ),
  },
  'prices-amounts': {
    facet: 'prices',
    says: '`prices` are `[{"amount", "currency"}]`.',
    show: prices((all) => all.map(({ credits }) => ({ amount: credits, currency: 'EUR' }))),
  },
  'version-absent': {
    facet: 'version',
    says: 'No version is shown.',
    show: without('version'),
  },
  'version-number': {
    facet: 'version',
    says: 'The version is a number, so that `2024.10` is `2024.1`.',
    show: change(
      'version',
      onText((text) => Number.parseFloat(text) || text),
    ),
  },
  'version-date': {
    facet: 'version',
    says: 'The version is a date: `2024.10` is `2024-10-01`.',
    show: change(
      'version',
      onText((text) =>
        text.replace(
          /^(\d{4})\.(\d+)$/,
          (_, from: string, month: string) => `${from}-${month.padStart(2, '0')}-01`,
        ),
      ),
    ),
  },
  'version-in-name': {
    facet: 'version',
    says: 'The year stands in the name, and no version is shown.',
    show: chain(
      replace('name', (name, { version }) => ({ name: [name, year(version)].filter(Boolean).join(' ') })),
      without('version'),
    ),
  },
});

function pricesOf({ prices: all }: Fields, type: unknown): readonly unknown[] {
  return Array.isArray(all) ? all.filter((one) => isDictionary(one) && one.audit_type === type) : [];
}
