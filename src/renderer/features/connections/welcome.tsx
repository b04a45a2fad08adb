import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useStartDemonstration } from '../../data/demonstration.ts';
import { filesAsideQuery } from '../../data/preferences.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { Card, Columns, Note, Stack } from '../../ui/layout.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import styles from './welcome.module.css';

const FilesAside = later(async () => (await import('../../parts/files-aside.tsx')).FilesAside);

/** The first screen of all: look around in the demonstration, or connect to a service. */
export function Welcome() {
  const { t } = useTranslation('welcome');
  const navigate = useNavigate();
  const start = useStartDemonstration();
  const { data: aside = [], error } = useQuery(filesAsideQuery);
  return (
    <Page>
      <Stack gap="6" className={styles.welcome}>
        <Stack gap="1">
          <PageHeader title={t('title')} />
          <Note size="body">{t('lead')}</Note>
        </Stack>
        {(aside.length > 0 || error !== null) && <FilesAside only="audit-desk" />}
        <Columns min={300} align="stretch">
          <Card as="section" align="start" className={styles.way} aria-labelledby="welcome-try">
            <h2 id="welcome-try">{t('common:kind.demonstration')}</h2>
            <Note size="body">{t('try.text')}</Note>
            <Button variant="primary" isPending={start.isPending} onPress={() => start.mutate()}>
              {t('try.action')}
            </Button>
          </Card>
          <Card as="section" align="start" className={styles.way} aria-labelledby="welcome-add">
            <h2 id="welcome-add">{t('add.title')}</h2>
            <Note size="body">{t('add.text')}</Note>
            <Button onPress={() => void navigate(pathTo('newConnection'))}>{t('add.action')}</Button>
          </Card>
        </Columns>
        <FailureNotice role="status" error={start.error} />
      </Stack>
    </Page>
  );
}
