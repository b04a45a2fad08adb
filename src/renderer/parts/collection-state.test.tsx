import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import common from '../../words/en-us/start/common.json';
import type { WholeList } from '../data/collection.ts';
import { allMessages, startMessages } from '../messages/language.ts';
import { UiWordsProvider } from '../ui/words.tsx';
import { CollectionState, usePartly } from './collection-state.tsx';

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

const unread: Partial<WholeList<string>> = {
  unread: { count: 1, asItCame: ['?'] },
  error: { code: 'unexpected-answer', reason: 'list-unread' },
  isReading: false,
};

it.each<[string, Partial<WholeList<string>>, number, string]>([
  ['is being read, and nothing has come', { entries: [] }, 0, 'tools, being read'],
  ['is being read, and shows nothing of what came', {}, 0, 'tools, being read'],
  ['is being read, and shows some', {}, 2, 'tools, rows'],
  ['is whole', { complete: ['a', 'b'] }, 2, 'tools, rows'],
  ['is empty', { entries: [], complete: [] }, 0, 'none'],
  ['could not be read at all', { entries: [], ...unread }, 0, ''],
  // What is sought may be asked for by itself.
  ['has more that cannot be read, and shows nothing of what came', unread, 0, 'tools'],
  ['has more that cannot be read, and shows some', unread, 2, 'tools, rows'],
])('of a list that %s', (_, more, shown, expected) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <UiWordsProvider dates="system" words={common.ui}>
        <CollectionState
          list={{ ...list, ...more }}
          shown={shown}
          skeleton={[1, ['50%'], 'is-being-read']}
          none={<i>is-none</i>}
          tools={<i>has-tools</i>}
        >
          <i>has-rows</i>
        </CollectionState>
      </UiWordsProvider>
    </QueryClientProvider>,
  );
  const parts = {
    'has-tools': 'tools',
    'is-being-read': 'being read',
    'is-none': 'none',
    'has-rows': 'rows',
  };
  const found = Object.entries(parts).filter(([mark]) => html.includes(mark));
  expect(found.map(([, word]) => word).join(', ')).toBe(expected);
});
