import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { allMessages, startMessages, useTranslation } from '../../messages/language.ts';
import { UiWordsProvider } from '../../ui/words.tsx';
import { useDoubted } from './table-rows.tsx';

beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});

function Words({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <UiWordsProvider words={t('ui', { returnObjects: true })} dates="iso">
      {children}
    </UiWordsProvider>
  );
}

function said(doubted: readonly (readonly [row: number, key: string])[]) {
  function Screen() {
    const { reason = 'nothing', notice } = useDoubted(
      'c',
      { id: 'f', name: '', table: null, fault: null },
      doubted,
    );
    return (
      <>
        <p>{reason}</p>
        {notice}
      </>
    );
  }
  const drawn = renderToStaticMarkup(
    <Words>
      <Screen />
    </Words>,
  );
  return [...drawn.matchAll(/>([^<>]+)</g)].map(([, text]) => text);
}

it('rows in doubt are counted, and none is sent before a person says so', () => {
  expect(said([[3, 'key']])).toEqual([
    'Rows in doubt: 1. Choose whether they are sent anyway, or leave them out.',
    'Rows that are different from what the app expects: 1',
    'Send anyway',
    'Leave out what is in doubt (1)',
  ]);
});

it('rows without a doubt ask for nothing', () => {
  expect(said([])).toEqual(['nothing']);
});
