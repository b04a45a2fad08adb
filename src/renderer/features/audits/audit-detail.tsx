import { CopyPlus, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { type FollowedAudit, useAudit } from '../../data/audits.ts';
import { useConnectionId } from '../../data/connections.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatTime } from '../../messages/format.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './audit-detail.module.css';
import { AuditFacts } from './audit-facts.tsx';
import { statusLook } from './status-look.ts';

/** One audit with everything that the service tells about it. */
export function AuditDetail() {
  const { t, i18n } = useTranslation('audits');
  const connection = useConnectionId();
  const id = useRouteId('auditId');
  const followed = useAudit(connection, id);
  const navigate = useNavigate();
  const words = useAuditWords();
  const { audit } = followed;
  if (followed.error?.code === 'missing') return <Gone id={id} />;
  return (
    <Page>
      <PageHeader
        focusKey={id}
        back={<Link to={pathTo('audits')}>{t('detail.back')}</Link>}
        title={audit?.name ?? id}
        mark={
          audit !== null && <StatusMark look={statusLook(audit.status)} word={words.status(audit.status)} />
        }
        description={
          followed.readAt > 0 && t('detail.asOf', { time: formatTime(followed.readAt, i18n.language) })
        }
        actions={
          audit !== null && (
            <>
              <IconButton
                label={t('detail.refresh')}
                icon={<RefreshCw aria-hidden />}
                onPress={followed.readAgain}
              />
              {audit.audit_type !== 'component' && (
                <Button
                  icon={<CopyPlus aria-hidden />}
                  onPress={() => void navigate(wizardPath({ like: audit.id }))}
                >
                  {t('new.like')}
                </Button>
              )}
            </>
          )
        }
      />
      <FollowNotice followed={followed} />
      {audit === null ? (
        followed.error === null && (
          <SkeletonRows count={8} widths={['40%', '80%']} label={t('detail.reading')} />
        )
      ) : (
        <div className={styles.facts}>
          <AuditFacts connection={connection} audit={audit} />
        </div>
      )}
    </Page>
  );
}

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
