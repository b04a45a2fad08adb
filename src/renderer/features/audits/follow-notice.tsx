import { Link } from 'react-router';
import type { FollowedAudit } from '../../data/audits.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useTranslation } from '../../messages/language.ts';
import { useLately } from '../../messages/lately.ts';
import { ReadingNotice } from '../../parts/reading-notice.tsx';
import { StillWaiting } from '../../parts/still-waiting.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { DeletionNotice } from './deletion-notice.tsx';

/** Says that an audit could not be read, or that it is still being initialised. */
export function FollowNotice({ followed }: { readonly followed: FollowedAudit }) {
  const connection = useConnectionId();
  const { t } = useTranslation('audits');
  const lately = useLately();
  const { t: offline } = useTranslation('offline');
  const { keptAt } = followed;
  const keptTime = keptAt === null ? null : lately(keptAt);
  if (followed.error !== null)
    return (
      <ReadingNotice
        error={followed.error}
        stands={keptTime === null ? null : offline('common:list.stale', { time: keptTime })}
        isThere={followed.audit !== null}
        tone={followed.audit === null ? 'danger' : 'warning'}
        action={
          <Button onPress={followed.readAgain} isPending={followed.isReading}>
            {t('common:list.refresh')}
          </Button>
        }
      />
    );
  if (keptTime !== null) return <Banner tone="info">{offline('reading', { time: keptTime })}</Banner>;
  if (followed.audit?.status !== 'initializing')
    return <StillWaiting connection={connection} isReading={followed.isReading} come={followed.readAt} />;
  return (
    <Banner tone="info" role="status">
      {t('detail.initializing')}
    </Banner>
  );
}

/** The page of an audit that the service does not have any more. */
export function Gone({ id }: { readonly id: string }) {
  const { t } = useTranslation('audits');
  return (
    <Page>
      <PageHeader
        focusKey={id}
        back={<Link to={pathTo('audits')}>{t('parts:word.allAudits')}</Link>}
        title={t('parts:word.auditNotFound')}
        description={t('parts:word.unknownId', { id })}
      />
      <DeletionNotice audit={id} />
    </Page>
  );
}
