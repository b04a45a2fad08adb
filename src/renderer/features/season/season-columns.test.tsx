import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { group } from '../../../shared/testing/season.ts';
import { allMessages, startMessages } from '../../messages/language.ts';
import { useSeasonColumns } from './season-columns.tsx';
import type { SeasonRow } from './season-rows.ts';

beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});

const row = (more: Partial<SeasonRow>): SeasonRow => ({
  ...group('a', null),
  readyOn: '2026-03-01',
  startBy: null,
  deadlineStatus: 'on-time',
  slack: null,
  goesFirst: false,
  ...more,
});

/** What the cells of two columns show of a row. */
function Cells({ of }: { readonly of: SeasonRow }): ReactNode {
  const columns = useSeasonColumns((id) => id);
  return columns.map(
    (column) =>
      'cell' in column &&
      (column.id === 'state' || column.id === 'ready') && <p key={column.id}>{column.cell?.(of)}</p>,
  );
}

test.each([
  ['nobody has begun it', { state: 'expected', startBy: '2026-02-20' }, 'Expected', 'Start by Feb 20, 2026'],
  ['and no day is known to begin it', { state: 'notRolled' }, 'Not rolled forward', '<p>–</p>'],
  ['planned', { state: 'planned' }, 'Planned', '<p>Mar 1, 2026</p>'],
  [
    'there in part',
    { state: 'partly', stepsLeft: 14, readyOn: null },
    'Partly, 14 missing',
    '<p>Not known</p>',
  ],
  [
    'created, and its network was not read',
    { state: 'created', deadlineStatus: 'unknown', readyOn: null, isUnread: true },
    'Created, size not known',
    '<p>Not known</p>',
  ],
  ['created', { state: 'created', deadlineStatus: 'done', readyOn: null }, 'Created', '<p>Created</p>'],
] as const)('status, and start or ready: %s', (_, more, state, ready) => {
  const shown = renderToStaticMarkup(<Cells of={row(more)} />);
  expect(shown).toContain(state);
  expect(shown).toContain(ready);
});
