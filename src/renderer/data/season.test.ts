import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { succeed } from '../../shared/error.ts';
import { SeasonEntry } from '../../shared/model/season.ts';
import { applyDeadlines, saveEntries } from './season.ts';

afterEach(() => vi.unstubAllGlobals());

test('a group with a name that is too long, or with none, is kept with the others', async () => {
  const saved: unknown[] = [];
  const save = async (_operation: string, { season }: { readonly season: unknown }) => {
    saved.push(season);
    return succeed(null);
  };
  vi.stubGlobal('window', { auditDesk: { call: save } });
  const entry = (name: string): SeasonEntry => ({
    id: 'a',
    connection: 'c',
    name,
    client: 'harbour',
    predecessor: 'h-2025',
    successor: null,
    deadline: null,
    priority: 0,
    components: 1,
    coupled: 0,
  });
  await saveEntries(new QueryClient(), 'c', ['x'.repeat(300), '', 'Harbour 2026'].map(entry));
  expect(saved).toEqual([['x'.repeat(255), 'harbour', 'Harbour 2026'].map(entry)]);
  for (const kept of saved.flat()) expect(SeasonEntry.safeParse(kept).success).toBe(true);
});

test('a table of deadlines changes of a group only what it says', async () => {
  const changed: unknown[] = [];
  const answer = async (operation: string, input: unknown) => {
    if (operation === 'season.change') changed.push(input);
    return succeed(operation === 'items.list' ? { season: [] } : null);
  };
  vi.stubGlobal('window', { auditDesk: { call: answer } });
  const day = (of: string) => ({ day: of, from: 'imported' }) as const;
  await applyDeadlines(new QueryClient(), 'c', {
    added: [],
    changes: [
      { id: 'a', before: { partner: '' }, after: { partner: 'Ilse' } },
      {
        id: 'b',
        before: { deadline: day('2027-03-31'), manager: 'Eva' },
        after: { deadline: day('2027-05-31'), manager: 'Marco' },
      },
    ],
  });
  expect(changed).toStrictEqual([
    {
      connection: 'c',
      changes: [
        { id: 'a', partner: 'Ilse' },
        { id: 'b', manager: 'Marco', deadline: day('2027-05-31') },
      ],
    },
  ]);
});
