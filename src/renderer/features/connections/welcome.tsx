import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useStartDemonstration } from '../../data/demonstration.ts';
import { filesAsideQuery } from '../../data/preferences.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import styles from './welcome.module.css';

const FilesAside = lazy(async () => ({
  default: (await import('../../parts/files-aside.tsx')).FilesAside,
}));

/** The first screen of all: look around in the demonstration, or connect to a service. */
export function Welcome() {
  const { t } = useTranslation('welcome');
  const navigate = useNavigate();
  const start = useStartDemonstration();
  const { data: aside = [], error } = useQuery(filesAsideQuery);
  return (
    <Page>
      <div className={styles.welcome}>
        <PageHeader title={t('title')} description={t('lead')} />
        {(aside.length > 0 || error !== null) && (
          <Suspense>
            <FilesAside only="audit-desk" />
          </Suspense>
        )}
        <div className={styles.ways}>
          <section className={styles.way} aria-labelledby="welcome-try">
            <h2 id="welcome-try">{t('try.title')}</h2>
            <p>{t('try.text')}</p>
            <Button variant="primary" isPending={start.isPending} onPress={() => start.mutate()}>
              {t('try.action')}
            </Button>
          </section>
          <section className={styles.way} aria-labelledby="welcome-add">
            <h2 id="welcome-add">{t('add.title')}</h2>
            <p>{t('add.text')}</p>
            <Button onPress={() => void navigate(pathTo('newConnection'))}>{t('add.action')}</Button>
          </section>
        </div>
        <FailureNotice role="status" error={start.error} />
      </div>
    </Page>
  );
}
