import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { JudgedRow } from '../../../shared/rules/import-judge.ts';
import { judged } from '../../../shared/testing/import-tables.ts';
import { allMessages, startMessages, useTranslation } from '../../messages/language.ts';
import { UiWordsProvider } from '../../ui/words.tsx';
import { useDoubted } from './doubted.tsx';

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

function said(rows: readonly JudgedRow[]) {
  function Screen() {
    const { reason = 'nothing', notice } = useDoubted('c', { left: new Set(), replaced: new Set() }, rows);
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

const client = { client_id: 'C9', client_name: 'New', country: 'NL' };

it('rows in doubt are counted, and none is sent before a person says so', () => {
  const { rows } = judged('clients', [client, { ...client, client_id: 'C8', country: 'XK' }]);
  expect(said(rows)).toEqual([
    '1 row is in doubt: choose whether it is sent anyway, or leave it out.',
    '1 row is different from what the app expects',
    'The app may be wrong here. You can send it anyway: the service decides.',
    'Send anyway: the service decides',
    'Leave out the row in doubt',
  ]);
});

it('rows without a doubt ask for nothing', () => {
  expect(said(judged('clients', [client]).rows)).toEqual(['nothing']);
});
