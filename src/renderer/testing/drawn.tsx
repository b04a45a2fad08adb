import { type Query, QueryClientProvider } from '@tanstack/react-query';
import React, { type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, type RouteObject, useRoutes } from 'react-router';
import { vi } from 'vitest';
import type { Bridge } from '../../shared/bridge.ts';
import { type ScreenName, screens } from '../../shared/screens.ts';
import { pageOf } from '../app/screens.tsx';
import { createQueryClient } from '../data/call.ts';
import { connectionsQuery } from '../data/connections.ts';
import { listenToEvents } from '../data/events.ts';
import { preferencesQuery } from '../data/preferences.ts';
import { useTranslation } from '../messages/language.ts';
import { LayoutsProvider } from '../ui/grid/layouts.tsx';
import { UiWordsProvider } from '../ui/words.tsx';

const { useSyncExternalStore } = React;
const mostRounds = 20; // in which a screen is drawn and what it asks for is read

/** A window of the app without a page: its screens are drawn as text, with all that they read through the bridge. */
export async function openDrawnWindow(bridge: Bridge) {
  vi.stubGlobal('window', { auditDesk: bridge, screen: {} });
  // Stores show what they have now, not what a server would have drawn first. That there is no page React Aria asks for so, too.
  vi.spyOn(React, 'useSyncExternalStore').mockImplementation((subscribe, now, before) =>
    useSyncExternalStore(subscribe, now, before?.() === true ? before : now),
  );
  const client = createQueryClient();
  const { queries, ...others } = client.getDefaultOptions();
  client.setDefaultOptions({ ...others, queries: { ...queries, retryOnMount: false } });
  await client.fetchQuery(preferencesQuery);
  await client.fetchQuery(connectionsQuery);
  listenToEvents(bridge, client);
  const isWanted = ({ options, state }: Query): boolean =>
    options.queryFn !== undefined &&
    Reflect.get(options, 'enabled') !== false &&
    state.fetchStatus === 'idle' &&
    (state.status === 'pending' || state.isInvalidated);
  return {
    client,
    draw: async (name: ScreenName, at: string): Promise<string> => {
      const routes = [await routeOf(name)];
      const read = new Set<Query>(); // each once, also where that fails
      for (let round = 0; round < mostRounds; round += 1) {
        const html = renderToStaticMarkup(
          <QueryClientProvider client={client}>
            <Providers>
              <MemoryRouter initialEntries={[at]}>
                <Routed routes={routes} />
              </MemoryRouter>
            </Providers>
          </QueryClientProvider>,
        );
        const asked = client
          .getQueryCache()
          .getAll()
          .filter((query) => isWanted(query) && !read.has(query));
        if (asked.length === 0) return textOf(html);
        for (const query of asked) read.add(query);
        await Promise.allSettled(asked.map((query) => query.fetch(query.options)));
      }
      throw new Error(`${at} asks for more each time that it is drawn`);
    },
  };
}

function Providers({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <I18nProvider locale="en-US">
      <UiWordsProvider words={t('ui', { returnObjects: true })} dates="iso">
        <LayoutsProvider layouts={{ choices: {}, keep: () => {} }}>{children}</LayoutsProvider>
      </UiWordsProvider>
    </I18nProvider>
  );
}

function Routed({ routes }: { readonly routes: RouteObject[] }) {
  return useRoutes(routes);
}

/** The route of a screen, with what the app draws around it. */
async function routeOf(name: ScreenName) {
  const { within, load } = pageOf(name);
  const frame = pageOf(within ?? name).frame;
  const Screen = await (load ?? pageOf(within ?? name).load)?.();
  const Frame = await frame?.();
  const { path } = screens[name];
  const element = Screen === undefined ? null : <Screen />;
  return Frame === undefined
    ? { path, element }
    : { element: <Frame />, path, children: [{ index: true, element }] };
}

const signs = { '&#x27;': "'", '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' } as const;

/** What can be read, a line for each piece. */
function textOf(html: string): string {
  return Object.entries(signs)
    .reduce((text, [name, sign]) => text.replaceAll(name, sign), html.replaceAll(/<[^>]*>/g, '\n'))
    .replaceAll(/\n+/g, '\n')
    .trim();
}
