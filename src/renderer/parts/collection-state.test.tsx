import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { WholeList } from '../data/collection.ts';
import { allMessages, startMessages } from '../messages/language.ts';
import { usePartly } from './collection-state.tsx';

beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});

const list: WholeList<string> = {
  connection: 'c',
  tier: 'read',
  entries: ['a', 'b'],
  complete: null,
  total: 5,
  pagesLeft: 1,
  unread: null,
  doubt: null,
  isReading: true,
  error: null,
  readAt: 0,
  fresh: 2,
  keptAt: null,
  readAgain: () => undefined,
};

function said(more: Partial<WholeList<string>>): string | null {
  let words: string | null = null;
  function Field() {
    words = usePartly({ ...list, ...more }) ?? null;
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Field />
    </QueryClientProvider>,
  );
  return words;
}

it.each<[string, Partial<WholeList<string>>, string | null]>([
  ['is being read', {}, '2 of 5 loaded'],
  ['is being read, and nobody has counted', { total: null }, '2 loaded, loading more'],
  ['is of the offline copy', { keptAt: 1 }, '2 loaded, loading more'],
  [
    'could not be read on',
    { error: { code: 'unreachable' }, isReading: false },
    'Only a part of the list is loaded: 2 of 5',
  ],
  ['is whole', { complete: ['a', 'b'] }, null],
])('a field tells how much of a list is there that %s', (_, more, words) => {
  expect(said(more)).toBe(words);
});
