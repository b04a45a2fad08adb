import fc from 'fast-check';
import i18next from 'i18next';
import { describe, expect, it, test } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { allWords, speech } from '../../messages/language.ts';
import { auditColumns } from './list-columns.tsx';
import {
  auditRowMaker,
  choiceFinder,
  type Filter,
  isNarrowed,
  type ListView,
  matchingRows,
  rowSorter,
  unusedChoices,
  wholeList,
} from './list-view.ts';

const compare = new Intl.Collator('nl', { numeric: true, sensitivity: 'base' }).compare;

const audits = [
  {
    id: 'a-10',
    name: 'Audit 10',
    client_organisation_id: 'hold',
    status: 'open',
    period_end: '2025-12-31',
  },
  { id: 'a-9', name: 'audit 9', client_organisation_id: 'soc', status: 'frozen', period_end: '2024-12-31' },
  { id: 'A-9', name: 'Écart', client_organisation_id: 'gone', status: 'open', period_end: '2026-06-30' },
].map((given, index) =>
  Audit.parse({
    ...given,
    period_start: ['2025-01-01', '2024-01-01', '2025-07-01'][index],
    audit_type: index === 0 ? 'consolidated' : 'single',
    language: ['nl', 'it', 'nl'][index],
    scoping_package_id: ['ISA', 'LCE', 'ISA'][index],
    legal_entity_ids: [['hold', 'werf'], ['forno'], []][index],
    work_package_id: index === 2 ? 'unknown' : 'fin',
    coupled_component_audit_ids: index === 1 ? ['c'] : [],
  }),
);

const makeRows = auditRowMaker({
  clients: [
    ClientOrganisation.parse({ id: 'hold', name: 'Hold Co N.V.' }),
    ClientOrganisation.parse({ id: 'soc', name: 'Società <img onerror=alert(1)>' }),
  ],
  packages: [WorkPackage.parse({ id: 'fin', name: 'Financial', version: '2025.10' })],
  entities: new Map([
    [
      'hold',
      new Map([
        ['hold', 'Hold Co N.V.'],
        ['werf', 'Wérf Zuid'],
      ]),
    ],
  ]),
  languageWord: (language) => `language ${language}`,
  typeWord: (type) => `type ${type}`,
  statusWord: (status) => `status ${status}`,
});
const rows = makeRows(audits);
const instance = i18next.createInstance();
await instance.init(speech({ lng: 'en-us', resources: { 'en-us': await allWords('en-us') } }));
const columns = auditColumns(instance.getFixedT('en-us', 'audits'), 'en-us', {
  types: [],
  statuses: [],
});
const choicesOf = (filter: Filter) => choiceFinder(columns, compare)(rows).get(filter) ?? [];

function shown(view: Partial<ListView>): readonly string[] {
  const whole = { ...wholeList, ...view };
  return rowSorter(
    columns,
    whole.sort,
    compare,
  )(matchingRows(columns, rows, whole)).map(({ audit }) => audit.id);
}

function filtered(given: Partial<ListView['filters']>): Partial<ListView> {
  return { filters: { ...wholeList.filters, ...given } };
}

describe('rows of audits', () => {
  it('are made once for each audit, however often the list grows', () => {
    const [first, second] = makeRows(audits.slice(0, 2));
    expect([first, second]).toEqual(rows.slice(0, 2));
    expect(makeRows(audits)[0]).toBe(first);
  });

  it('says names where they are known and ids where they are not', () => {
    expect(rows.map(({ client }) => client)).toEqual([
      'Hold Co N.V.',
      'Società <img onerror=alert(1)>',
      'gone',
    ]);
    expect(rows.map(({ workPackage }) => workPackage)).toEqual([
      'Financial 2025.10',
      'Financial 2025.10',
      'unknown',
    ]);
    expect(rows.map(({ entity, isEntityNamed }) => [entity, isEntityNamed])).toEqual([
      ['Hold Co N.V., Wérf Zuid', true],
      ['forno', false],
      ['', true],
    ]);
    expect(rows.map(({ years }) => years)).toEqual([['2025'], ['2024'], ['2025', '2026']]);
    expect(rows.map(({ isCoupled }) => isCoupled)).toEqual([false, true, false]);
  });
});

describe('the list', () => {
  it('shows all, the latest period first', () => {
    expect(shown({})).toEqual(['A-9', 'a-10', 'a-9']);
    expect(isNarrowed(wholeList)).toBe(false);
  });

  it.each<[string, Partial<ListView>, readonly string[]]>([
    ['a name', { search: 'audit' }, ['a-10', 'a-9']],
    ['an id in any case', { search: 'A-9' }, ['A-9', 'a-9']],
    ['a client without its accent', { search: 'societa' }, ['a-9']],
    ['a legal entity by its name', { search: 'werf' }, ['a-10']],
    ['a legal entity by its id, while its name is not read', { search: 'forno' }, ['a-9']],
    ['every word, in any order', { search: '  9   audit ' }, ['a-9']],
    ['markup as the text that it is', { search: '<IMG' }, ['a-9']],
    ['nothing', { search: 'zzz' }, []],
    ['a type', filtered({ type: ['single'] }), ['A-9', 'a-9']],
    ['a status that nobody knows', filtered({ status: ['frozen'] }), ['a-9']],
    ['a client', filtered({ client: ['gone'] }), ['A-9']],
    ['a year', filtered({ year: ['2026'] }), ['A-9']],
    ['a year that a period lies in with a part', filtered({ year: ['2025'] }), ['A-9', 'a-10']],
    ['a work package', filtered({ workPackage: ['fin'] }), ['a-10', 'a-9']],
    ['a legal entity', filtered({ entity: ['werf', 'forno'] }), ['a-10', 'a-9']],
    ['a scoping label', filtered({ label: ['LCE'] }), ['a-9']],
    ['a language', filtered({ language: ['nl'] }), ['A-9', 'a-10']],
    ['any of several values', filtered({ client: ['gone', 'soc', 'nobody'] }), ['A-9', 'a-9']],
    ['two filters together', filtered({ type: ['single'], status: ['open'] }), ['A-9']],
  ])('finds %s', (_, view, ids) => {
    expect(shown(view)).toEqual(ids);
    expect(isNarrowed({ ...wholeList, ...view })).toBe(true);
  });

  it.each<[ListView['sort'], readonly string[]]>([
    [{ column: 'name', direction: 'ascending' }, ['a-9', 'a-10', 'A-9']],
    [{ column: 'name', direction: 'descending' }, ['A-9', 'a-10', 'a-9']],
    [{ column: 'client', direction: 'ascending' }, ['A-9', 'a-10', 'a-9']],
    [{ column: 'period', direction: 'ascending' }, ['a-9', 'a-10', 'A-9']],
    [{ column: 'type', direction: 'ascending' }, ['a-10', 'a-9', 'A-9']],
    [{ column: 'status', direction: 'ascending' }, ['a-9', 'a-10', 'A-9']],
    [{ column: 'workPackage', direction: 'descending' }, ['A-9', 'a-10', 'a-9']],
  ])('sorts by %j', (sort, ids) => {
    expect(shown({ sort })).toEqual(ids);
  });

  it('names the chosen values that no audit has, so that an empty list has its reason', () => {
    const choices = choicesOf('workPackage');
    expect(unusedChoices(choices, ['fin', 'old'], (value) => `named ${value}`)).toEqual([
      { value: 'old', words: 'named old', isUnused: true },
    ]);
  });

  it('offers what occurs: years from the latest, all else by its words', () => {
    expect(choicesOf('year').map(({ value }) => value)).toEqual(['2026', '2025', '2024']);
    expect(choicesOf('client')).toEqual([
      { value: 'gone', words: 'gone' },
      { value: 'hold', words: 'Hold Co N.V.' },
      { value: 'soc', words: 'Società <img onerror=alert(1)>' },
    ]);
    expect(choicesOf('entity')).toEqual([
      { value: 'forno', words: 'forno' },
      { value: 'hold', words: 'Hold Co N.V.' },
      { value: 'werf', words: 'Wérf Zuid' },
    ]);
  });
});

test('a list that grows while it is read is in the order that it has when it is sorted at once', () => {
  const { sort } = wholeList;
  const some = fc.array(fc.record({ start: fc.constantFrom('2024-01-01', '2025-01-01', '2026-01-01') }));
  fc.assert(
    fc.property(some, some, fc.boolean(), (first, more, isReplaced) => {
      const rowOf = ({ start }: { readonly start: string }) =>
        makeRows(audits.slice(0, 1).map((audit) => ({ ...audit, period_start: start })));
      const before = first.flatMap(rowOf);
      const sortNow = rowSorter(columns, sort, compare);
      expect(sortNow(before)).toEqual(rowSorter(columns, sort, compare)(before));
      expect(sortNow(before)).toBe(sortNow(before));
      const grown = [...(isReplaced ? first.flatMap(rowOf) : before), ...more.flatMap(rowOf)];
      const sorted = sortNow(grown);
      const expected = rowSorter(columns, sort, compare)(grown);
      expect(sorted.length).toBe(expected.length);
      expect(sorted.every((row, place) => row === expected[place])).toBe(true);
    }),
  );
});

test('the values of a list that grows are those that it has when it is looked at as a whole', () => {
  const some = fc.array(fc.record({ status: fc.constantFrom('open', 'frozen', 'new', '') }));
  fc.assert(
    fc.property(some, some, (first, more) => {
      const rowsOf = (given: typeof first) =>
        given.flatMap((own) => makeRows(audits.slice(0, 1).map((audit) => ({ ...audit, ...own }))));
      const before = rowsOf(first);
      const grown = [...before, ...rowsOf(more)];
      const find = choiceFinder(columns, compare);
      for (const now of [before, grown, rowsOf(more)]) {
        const found = find(now);
        expect(found).toEqual(choiceFinder(columns, compare)(now));
        expect(found.get('status')?.map(({ value }) => value)).toEqual(
          [...new Set(now.map(({ audit }) => audit.status))].filter(Boolean).toSorted(compare),
        );
      }
    }),
  );
});
