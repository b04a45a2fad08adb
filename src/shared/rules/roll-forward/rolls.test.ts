import { expect, it } from 'vitest';
import type { SeasonEntry } from '../../model/season.ts';
import { threeTiers } from '../../testing/roll-forward.ts';
import { nothingOwn, nothingShared, rollForwardAll } from './many.ts';
import { rememberedEntries } from './rolls.ts';

const known = threeTiers();
const [proposal] = rollForwardAll([{ known, own: nothingOwn }], nothingShared, new Set());
if (proposal === undefined) throw new Error('no proposal');
const top = proposal.entries.find(({ before }) => before.id === known.audit.id);
if (top?.kind !== 'audit') throw new Error('no audit at the top');

const entry = (more: Partial<SeasonEntry>): SeasonEntry => ({
  id: 'kept',
  connection: 'c',
  name: 'Other',
  client: known.audit.client_organisation_id,
  predecessor: null,
  successor: null,
  deadline: { day: '2027-05-31', from: 'imported' },
  priority: 0,
  components: 1,
  coupled: 0,
  ...more,
});

it.each([
  ['follows this audit', { predecessor: known.audit.id }, 'kept'],
  ['a file has named by the name of the next', { name: top.creation.name.toUpperCase() }, 'kept'],
  ['a file has named by the id of the next', { successor: top.creation.id }, 'kept'],
  ['is another', {}, `c ${known.audit.id}`],
])('what is remembered takes the place of the group that %s', (_, more, id) => {
  const [remembered] = rememberedEntries('c', proposal, [entry(more)]);
  expect(remembered).toMatchObject({ id, predecessor: known.audit.id, successor: top.creation.id });
});
