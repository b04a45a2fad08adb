import { expect, it } from 'vitest';
import { audit, threeTiers } from '../../testing/roll-forward.ts';
import { nothingOwn, nothingShared, rollForwardAll } from './many.ts';
import { madeMeanwhile } from './meanwhile.ts';

const known = threeTiers();
const next = { period_start: '2027-01-01', period_end: '2027-12-31' };

it.each([
  ['nothing', [], []],
  ['the group, under an id of its own', [audit('X-27', { name: 'TOP group 2027', ...next })], ['X-27']],
  ['the group, under the id that it would get', [audit('TOP-2027', next)], ['TOP-2027']],
  [
    'an audit that is coupled to it',
    [audit('MID-2027', { legal_entity_ids: ['mid'], ...next })],
    ['MID-2027'],
  ],
  ['another audit', [audit('OTHER', { client_organisation_id: 'another', ...next })], []],
])('what a colleague has made meanwhile: %s', (_, made, found) => {
  const [proposal] = rollForwardAll([{ known, own: nothingOwn }], nothingShared, new Set());
  if (proposal === undefined) throw new Error('nothing is proposed');
  const now = { audits: [...known.audits, ...made], remembered: known.remembered };
  expect(madeMeanwhile(proposal, now, nothingOwn).map(({ id }) => id)).toEqual(found);
});
