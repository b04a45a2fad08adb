import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { errorOf } from '../../data/call.ts';
import { useStartDemonstration } from '../../data/demonstration.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import styles from './welcome.module.css';

/** The first screen of all: look around in the demonstration, or connect to a service. */
export function Welcome() {
  const { t } = useTranslation('welcome');
  const navigate = useNavigate();
  const describe = useErrorWords();
  const start = useStartDemonstration();
  return (
    <Page>
      <div className={styles.welcome}>
        <PageHeader title={t('title')} description={t('lead')} />
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
        {start.error !== null && <ErrorNotice role="status" {...describe(errorOf(start.error))} />}
      </div>
    </Page>
  );
}
