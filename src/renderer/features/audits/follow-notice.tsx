import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FollowedAudit } from '../../data/audits.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';

/** What is to be said about the reading of an audit: that it failed, or that it goes on by itself. */
export function FollowNotice({ followed }: { readonly followed: FollowedAudit }) {
  const { t } = useTranslation('audits');
  const errorWords = useErrorWords();
  if (followed.error !== null)
    return (
      <ErrorNotice
        {...errorWords(followed.error)}
        tone={followed.audit === null ? 'danger' : 'warning'}
        role="status"
        action={
          <Button onPress={followed.readAgain} isPending={followed.isReading}>
            {t('detail.refresh')}
          </Button>
        }
      />
    );
  if (followed.audit?.status !== 'initializing') return null;
  return (
    <Banner tone="info" role="status">
      {t('detail.initializing')}
    </Banner>
  );
}

/** Where an audit was that the service does not know any more. */
export function Gone({ id }: { readonly id: string }) {
  const { t } = useTranslation('audits');
  return (
    <Page>
      <PageHeader
        focusKey={id}
        back={<Link to={pathTo('audits')}>{t('detail.back')}</Link>}
        title={t('detail.gone.title')}
        description={t('detail.gone.text', { id })}
      />
    </Page>
  );
}
