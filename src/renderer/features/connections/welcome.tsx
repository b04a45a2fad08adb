import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStartDemonstration } from '../../data/demonstration.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { FilesAside } from '../../parts/files-aside.tsx';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import styles from './welcome.module.css';

/** The first screen of all: look around in the demonstration, or connect to a service. */
export function Welcome() {
  const { t } = useTranslation('welcome');
  const navigate = useNavigate();
  const start = useStartDemonstration();
  return (
    <Page>
      <div className={styles.welcome}>
        <PageHeader title={t('title')} description={t('lead')} />
        <FilesAside only="audit-desk" />
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
