import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { defaultPreferences } from '../../../shared/model/preferences.ts';
import { createQueryClient } from '../../data/call.ts';
import { connectionsQuery } from '../../data/connections.ts';
import { preferencesQuery } from '../../data/preferences.ts';
import { allMessages, startMessages, useTranslation } from '../../messages/language.ts';
import { UiWordsProvider } from '../../ui/words.tsx';
import { ItemFacts } from './detail-panel.tsx';
import { itemsOf } from './rows.ts';

beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});

const connection: Connection = {
  id: 'c',
  name: 'Firm',
  baseUrl: 'http://127.0.0.1:4000',
  clientId: 'firm',
  kind: 'test',
  access: 'read-write',
  secret: 'keychain',
  addedAt: '2026-01-05T09:00:00Z',
  lastUsedAt: null,
};

function Facts({ said }: { readonly said: object }) {
  const { t } = useTranslation();
  const components = [ComponentAudit.parse({ id: 'one', name: 'Molen', ...said })];
  return (
    <UiWordsProvider words={t('ui', { returnObjects: true })} dates="iso">
      {itemsOf({ components, changes: [], plans: [] }).map((item) => (
        <ItemFacts key={item.id} item={item} entities={[]} />
      ))}
    </UiWordsProvider>
  );
}

/** What is said of a component, by its terms. */
function factsOf(said: object): Readonly<Record<string, string>> {
  const client = createQueryClient();
  client.setQueryData(connectionsQuery.queryKey, [connection]);
  client.setQueryData(preferencesQuery.queryKey, { ...defaultPreferences, activeConnection: 'c' });
  const page = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Facts said={said} />
    </QueryClientProvider>,
  );
  const texts = page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g);
  return Object.fromEntries(
    [...texts].map(([, term = '', value = '']) => [term, value.replaceAll(/<[^>]*>/g, '')]),
  );
}

const unseen = 'Not shown by the service in a form that the app can read';

it.each<[string, object, Readonly<Record<string, string>>]>([
  [
    'shows nothing beside its id and name',
    {},
    {
      'Legal entities': unseen,
      Relation: unseen,
      Scope: unseen,
      Status: 'Not shown',
      'Coupled to': unseen,
    },
  ],
  [
    'is out of scope, shows no explanation, and one of perhaps several legal entities',
    { in_scope: false, legal_entity_id: 'molen', coupled_entity_audit_id: null },
    {
      'Legal entities': 'molenThere may be more that is not shown',
      Scope: 'Out of scope',
      Explanation: unseen,
      'Coupled to': 'No audit',
    },
  ],
])('a component that %s: what is not shown is not “none”', (_, said, facts) => {
  expect(factsOf(said)).toMatchObject(facts);
});
