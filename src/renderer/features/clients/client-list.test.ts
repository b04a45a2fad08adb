import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { allWords, speech } from '../../messages/language.ts';
import { rowOrder } from '../../ui/grid/columns.ts';
import { clientColumns, clientRows, matchingClients } from './client-list.tsx';

const clients = [
  { id: 'molino-serra', name: 'Molino Serra S.p.A.', country: 'IT', domains: ['molinoserra.example'] },
  { id: 'C10', name: 'Société Zoé', country: 'FR' },
  { id: 'C9', name: 'Proefgroep N.V.', country: 'NL', is_test_organisation: true },
  { id: 'nowhere', name: 'Nowhere Ltd' },
].map((client) => ClientOrganisation.parse(client));
const names = new Map([
  ['IT', 'Italy'],
  ['FR', 'France'],
  ['NL', 'Netherlands'],
]);
const rows = clientRows(clients, { country: (code) => names.get(code) ?? code, test: 'Test organisation' });
const { compare } = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

const instance = i18next.createInstance();
await instance.init(speech({ lng: 'en-us', resources: { 'en-us': await allWords('en-us') } }));
const columns = clientColumns(instance.getFixedT('en-us', 'clients'));

describe('the search of clients', () => {
  it.each([
    ['', ['molino-serra', 'C10', 'C9', 'nowhere']],
    ['serra', ['molino-serra']],
    ['MOLINOSERRA.example', ['molino-serra']],
    ['societe zoe', ['C10']],
    ['nether', ['C9']],
    ['c9', ['C9']],
    ['test org', ['C9']],
    ['italy molino', ['molino-serra']],
    ['italy zoé', []],
  ])('%j finds %j', (search, ids) => {
    expect(
      matchingClients(columns, rows, { search, filters: { country: [] } }).map(({ client }) => client.id),
    ).toEqual(ids);
  });
});

describe('the filter of clients', () => {
  it.each([
    ['', ['IT', 'NL'], ['molino-serra', 'C9']],
    ['serra', ['IT', 'NL'], ['molino-serra']],
    ['', ['BE'], []],
    ['', [], ['molino-serra', 'C10', 'C9', 'nowhere']],
  ])('%j in %j finds %j', (search, countries, ids) => {
    expect(
      matchingClients(columns, rows, { search, filters: { country: countries } }).map(
        ({ client }) => client.id,
      ),
    ).toEqual(ids);
  });
});

describe('the order of clients', () => {
  it.each([
    ['name', 'ascending', ['molino-serra', 'nowhere', 'C9', 'C10']],
    ['id', 'ascending', ['C9', 'C10', 'molino-serra', 'nowhere']],
    ['country', 'descending', ['C9', 'molino-serra', 'C10', 'nowhere']],
    ['domains', 'descending', ['molino-serra', 'C10', 'C9', 'nowhere']],
  ] as const)('by %s, %s', (column, direction, ids) => {
    expect(
      rows.toSorted(rowOrder(columns, { column, direction }, compare)).map(({ client }) => client.id),
    ).toEqual(ids);
  });
});
