import '../ui/global.css';
import '../ui/tokens.css';
import { useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { ui } from '../../words/en-us/start/common.json';
import { Button } from '../ui/button.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { allowEmptyHtml, LiveRegion } from '../ui/live-region.tsx';
import { Page, PageHeader } from '../ui/page.tsx';
import { PageTitleProvider } from '../ui/page-title.tsx';
import { SectionLinks } from '../ui/section-links.tsx';
import { UiWordsProvider } from '../ui/words.tsx';
import { Buttons, Choices, Fields } from './controls.tsx';
import { Notices, Overlays, Places, Scale, Waiting } from './displays.tsx';
import styles from './gallery.module.css';
import { Grids } from './grids.tsx';

// Every part of `ui/` in all its states, for whoever builds a screen and for the tests of contrast: `npm run gallery`.
// Its words are samples, so they are in one language; no package of the app has it.

const themes = ['system', 'light', 'dark'] as const;

allowEmptyHtml(window);
document.documentElement.dataset.theme = 'system';

function Gallery() {
  const [density, setDensity] = useState('compact');
  const setTheme = (theme: string) => {
    document.documentElement.dataset.theme = theme;
  };
  const toggleDensity = () => {
    const next = density === 'compact' ? 'comfortable' : 'compact';
    document.documentElement.dataset.density = next;
    setDensity(next);
  };
  return (
    <main className={styles.main}>
      <Page>
        <PageHeader
          title="Parts of the interface"
          description="Every part, in every state that it has."
          back={
            <SectionLinks
              label="Sections"
              links={[
                { id: 'here', label: 'All parts', to: '/' },
                { id: 'else', label: 'Nothing', to: '/nothing' },
              ]}
            />
          }
          actions={
            <>
              {themes.map((theme) => (
                <Button key={theme} onPress={() => setTheme(theme)}>
                  {theme}
                </Button>
              ))}
              <Button onPress={toggleDensity}>{density}</Button>
            </>
          }
        />
        <Scale />
        <Buttons />
        <Fields />
        <Choices />
        <Notices />
        <Places />
        <Waiting />
        <Grids />
        <Overlays />
      </Page>
      <LeaveGuard isDirty={false} />
      <LiveRegion />
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <I18nProvider locale="en-US">
      <UiWordsProvider words={ui} dates="iso">
        <PageTitleProvider format={(page) => page}>
          <MemoryRouter>
            <Gallery />
          </MemoryRouter>
        </PageTitleProvider>
      </UiWordsProvider>
    </I18nProvider>,
  );
