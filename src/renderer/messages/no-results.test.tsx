import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { startMessages } from './language.ts';
import { useNoResults } from './no-results.ts';

function Said(searched: Parameters<ReturnType<typeof useNoResults>>[0]) {
  const noResults = useNoResults();
  return noResults(searched);
}

it.each([
  ['en-us', { isWhole: true, loaded: 3_001, total: 3_001 }, 'No results'],
  ['en-us', { isWhole: false, loaded: 3_001, total: 10_000 }, 'No results (3,001 of 10,000 loaded)'],
  ['en-us', { isWhole: false, loaded: 100, total: null }, 'No results (100 loaded)'],
  ['nl', { isWhole: false, loaded: 3_001, total: 10_000 }, 'Geen resultaten (3.001 van 10.000 geladen)'],
  ['it', { isWhole: false, loaded: 1, total: null }, 'Nessun risultato (1 caricato)'],
] as const)('in %s, where %o was searched: %s', async (language, searched, expected) => {
  await startMessages(language);
  expect(renderToStaticMarkup(<Said {...searched} />)).toBe(expected);
});
