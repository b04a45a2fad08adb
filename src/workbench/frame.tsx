import { Outlet } from 'react-router';
import { LiveRegion } from '../renderer/ui/live-region.tsx';
import { SectionLinks } from '../renderer/ui/section-links.tsx';
import styles from './workbench.module.css';

/** What stands around every section. */
export function Frame() {
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
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
      </header>
      <main className={styles.main}>
        <Outlet />
      </main>
      <LiveRegion />
    </div>
  );
}
