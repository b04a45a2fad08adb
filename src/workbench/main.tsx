import '../renderer/public/layers.css';
import '../renderer/ui/global.css';
import '../renderer/ui/tokens.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { createHashRouter, Outlet, RouterProvider } from 'react-router';
import { Row, Stack } from '../renderer/ui/layout.tsx';
import { allowEmptyHtml, LiveRegion } from '../renderer/ui/live-region.tsx';
import { PageTitleProvider } from '../renderer/ui/page-title.tsx';
import { SectionLinks } from '../renderer/ui/section-links.tsx';
import { UiWordsProvider } from '../renderer/ui/words.tsx';
import { ui } from '../words/en-us/start/common.json';
import { ControlsScreen } from './controls-screen.tsx';
import { RequestsScreen } from './requests-screen.tsx';
import { StateScreen } from './state-screen.tsx';
import styles from './workbench.module.css';
import { WorldsScreen } from './worlds-screen.tsx';

// The workbench of the sandbox: a page that its control plane serves, in English only.

allowEmptyHtml(window);
document.documentElement.dataset.theme = 'system';

const client = new QueryClient({
  defaultOptions: { queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false } },
});
const router = createHashRouter([
  {
    element: <Frame />,
    children: [
      { path: '/state', element: <StateScreen /> },
      { path: '/controls', element: <ControlsScreen /> },
      { path: '/worlds', element: <WorldsScreen /> },
      { path: '*', element: <RequestsScreen /> },
    ],
  },
]);
const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <I18nProvider locale="en-US">
      <UiWordsProvider words={ui} dates="iso">
        <PageTitleProvider format={(page) => `${page} – Sandbox workbench`}>
          <QueryClientProvider client={client}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </PageTitleProvider>
      </UiWordsProvider>
    </I18nProvider>,
  );

/** What stands around every section. */
function Frame() {
  return (
    <Stack gap="0" className={styles.frame}>
      <Row as="header" gap="6" className={styles.head}>
        <p className={styles.brand}>Sandbox workbench</p>
        <SectionLinks
          label="Sections"
          links={[
            { id: 'requests', label: 'Requests', to: '/' },
            { id: 'state', label: 'State', to: '/state' },
            { id: 'controls', label: 'Controls', to: '/controls' },
            { id: 'worlds', label: 'Worlds', to: '/worlds' },
          ]}
        />
      </Row>
      <main className={styles.main}>
        <Outlet />
      </main>
      <LiveRegion />
    </Stack>
  );
}
