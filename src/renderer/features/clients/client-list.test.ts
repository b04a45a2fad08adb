import { describe, expect, it } from 'vitest';
import { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { clientRows, matchingClients, sortedClients } from './client-list.tsx';

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
    expect(matchingClients(rows, search).map(({ client }) => client.id)).toEqual(ids);
  });
});

describe('the filter of clients', () => {
  it.each([
    ['', ['IT', 'NL'], ['molino-serra', 'C9']],
    ['serra', ['IT', 'NL'], ['molino-serra']],
    ['', ['BE'], []],
    ['', [], ['molino-serra', 'C10', 'C9', 'nowhere']],
  ])('%j in %j finds %j', (search, countries, ids) => {
    expect(matchingClients(rows, search, countries).map(({ client }) => client.id)).toEqual(ids);
  });
});

describe('the order of clients', () => {
  it.each([
    ['name', 'ascending', ['molino-serra', 'nowhere', 'C9', 'C10']],
    ['id', 'ascending', ['C9', 'C10', 'molino-serra', 'nowhere']],
    ['country', 'descending', ['C9', 'molino-serra', 'C10', 'nowhere']],
    ['domains', 'descending', ['molino-serra', 'C10', 'C9', 'nowhere']],
  ] as const)('by %s, %s', (column, direction, ids) => {
    expect(sortedClients(rows, { column, direction }, compare).map(({ client }) => client.id)).toEqual(ids);
  });
});
