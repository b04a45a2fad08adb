import './ui/global.css';
import './ui/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { Providers } from './app/providers.tsx';
import { createRouter } from './app/router.tsx';
import { connectionsQuery } from './data/connections.ts';
import { listenToEvents } from './data/events.ts';
import { environmentQuery, preferencesQuery } from './data/preferences.ts';
import { createQueryClient } from './data/query-client.ts';
import { languageFor, startMessages } from './messages/language.ts';
import { allowEmptyHtml } from './trusted-types.ts';

allowEmptyHtml(window);
const client = createQueryClient();
const root = document.getElementById('root');

// What fails here fails again where it is used, and is said there in words.
const [preferences, environment] = await Promise.all([
  client.fetchQuery(preferencesQuery).catch(() => undefined),
  client.fetchQuery(environmentQuery).catch(() => undefined),
  client.prefetchQuery(connectionsQuery),
]);
await startMessages(languageFor(preferences?.language ?? null, environment?.locale ?? navigator.language));

if (window.auditDesk !== undefined) listenToEvents(window.auditDesk, client);
if (root !== null) {
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <Providers>
        <RouterProvider router={createRouter()} />
      </Providers>
    </QueryClientProvider>,
  );
}
