import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { succeed } from '../../shared/error.ts';
import { SeasonEntry } from '../../shared/model/season.ts';
import { saveEntries } from './season.ts';

afterEach(() => vi.unstubAllGlobals());

test('a group with a name that is too long, or with none, is kept with the others', async () => {
  const saved: unknown[] = [];
  const save = async (_operation: string, input: unknown) => {
    saved.push(input);
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
