import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { startMessages } from './language.ts';
import { useNoResults } from './no-results.ts';

type Lists = Parameters<ReturnType<typeof useNoResults>>[0];
const many = Array.from({ length: 3_001 }, (_, at) => at);

function Said({ lists }: { readonly lists: Lists }) {
  const noResults = useNoResults();
  return noResults(lists);
}

it.each<[string, Lists, string]>([
  ['en-us', [{ entries: many, complete: many, total: 3_001 }], 'No results'],
  ['en-us', [{ entries: many, complete: null, total: 10_000 }], 'No results (3,001 of 10,000 loaded)'],
  ['en-us', [{ entries: many.slice(0, 100), complete: null, total: null }], 'No results (100 loaded)'],
  ['nl', [{ entries: many, complete: null, total: 10_000 }], 'Geen resultaten (3.001 van 10.000 geladen)'],
  [
    'en-us',
    [
      { entries: many, complete: many, total: 3_001 },
      { entries: ['one'], complete: null, total: 2 },
    ],
    'No results (3,002 of 3,003 loaded)',
  ],
  [
    'en-us',
    [
      { entries: many, complete: many, total: 3_001 },
      { entries: [], complete: null, total: null },
    ],
    'No results (3,001 loaded)',
  ],
  ['it', [{ entries: ['one'], complete: null, total: null }], 'Nessun risultato (caricati: 1)'],
])('in %s, row %#', async (language, lists, expected) => {
  await startMessages(language);
  expect(renderToStaticMarkup(<Said lists={lists} />)).toBe(expected);
});
