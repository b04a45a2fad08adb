import { expect, test } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { choicesOf, matchingChoices } from './audit-choice.tsx';

const audits = [
  { id: 'b', name: 'Société Générale 2025', status: 'open', client_organisation_id: 'hold' },
  { id: 'a', name: 'Leaf 2025', status: 'archived', client_organisation_id: 'unknown' },
].map((one) => Audit.parse(one));
const clients = [ClientOrganisation.parse({ id: 'hold', name: 'Hold Co N.V.' })];
const choices = choicesOf(audits, clients, (left, right) => (left < right ? -1 : 1));

test('audits stand by name, with their client’s name or else its id', () => {
  expect(choices.map(({ audit, client }) => [audit.id, client])).toEqual([
    ['a', 'unknown'],
    ['b', 'Hold Co N.V.'],
  ]);
});

test.each([
  ['', [], ['a', 'b']],
  ['societe', [], ['b']],
  ['hold 2025', [], ['b']],
  ['leaf hold', [], []],
  ['2025', ['archived'], ['a']],
  ['2025', ['archived', 'open'], ['a', 'b']],
  ['', ['deleting'], []],
])('searching %j with the statuses %j', (search, status, ids) => {
  expect(matchingChoices(choices, { search, filters: { status } }).map(({ audit }) => audit.id)).toEqual(ids);
});
