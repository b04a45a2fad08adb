import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FollowedAudit } from '../../data/audits.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatLately } from '../../messages/format.ts';
import { StillWaiting } from '../../parts/still-waiting.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';

/** What is to be said about the reading of an audit: that it failed, or that it goes on by itself. */
export function FollowNotice({ followed }: { readonly followed: FollowedAudit }) {
  const connection = useConnectionId();
  const { t, i18n } = useTranslation('audits');
  const { t: offline } = useTranslation('offline');
  const errorWords = useErrorWords();
  const { keptAt } = followed;
  const keptTime = keptAt === null ? null : formatLately(keptAt, i18n.language);
  if (followed.error !== null) {
    const words = errorWords(followed.error);
    return (
      <ErrorNotice
        {...words}
        {...(keptTime === null
          ? {}
          : {
              happened: offline('stale', { time: keptTime }),
              meaning: `${words.happened} ${words.meaning}`,
            })}
        tone={followed.audit === null ? 'danger' : 'warning'}
        role="status"
        action={
          <Button onPress={followed.readAgain} isPending={followed.isReading}>
            {t('detail.refresh')}
          </Button>
        }
      />
    );
  }
  if (keptTime !== null) return <Banner tone="info">{offline('reading', { time: keptTime })}</Banner>;
  if (followed.audit?.status !== 'initializing')
    return <StillWaiting connection={connection} isReading={followed.isReading} come={followed.readAt} />;
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
