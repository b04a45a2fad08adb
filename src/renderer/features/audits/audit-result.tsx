import { CopyPlus, FolderOpen } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAudit } from '../../data/audits.ts';
import { useConnectionId } from '../../data/connections.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatPeriod } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { DifferencesNotice, hasMadeAudit } from '../../parts/differences-notice.tsx';
import { statusLook } from '../../parts/status-look.ts';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { tell } from '../../ui/toast.ts';
import { FollowNotice, Gone } from './follow-notice.tsx';

/** Confirms that an audit was created, and says when it is open (ux W11). */
export function AuditResult() {
  const { t, i18n } = useTranslation('audits');
  const connection = useConnectionId();
  const id = useRouteId('auditId');
  const followed = useAudit(connection, id);
  const { audit } = followed;
  const navigate = useNavigate();
  const words = useAuditWords();
  const refusal = useWriteRefusal();
  const isOpen = audit?.status === 'open';
  const name = audit?.name ?? id;
  useEffect(() => {
    if (isOpen) tell(t('result.nowOpen', { name }));
  }, [isOpen, name, t]);
  if (followed.error?.code === 'missing') return <Gone id={id} />;
  return (
    <Page>
      <PageHeader
        focusKey={id}
        back={<Link to={pathTo('audits')}>{t('parts:word.allAudits')}</Link>}
        title={t('result.title')}
        description={name}
      />
      <Stack gap="4" width="form">
        {audit !== null && !isOpen && (
          <Banner tone="info" role="status">
            {audit.status === 'initializing'
              ? t('result.initializing')
              : t('result.other', { status: words.status(audit.status) })}
          </Banner>
        )}
        <DifferencesNotice connection={connection} about={id} isToldBy={(step) => hasMadeAudit(step, id)} />
        {followed.error !== null && <FollowNotice followed={followed} />}
        <Panel title={t('result.summary')}>
          <DefinitionList
            items={[
              { term: t('parts:word.id'), value: <Id value={id} isCopyable /> },
              audit !== null && {
                term: t('parts:field.status'),
                value: <StatusMark look={statusLook(audit.status)} word={words.status(audit.status)} />,
              },
              audit !== null && { term: t('parts:word.type'), value: words.type(audit.audit_type) },
              audit !== null && {
                term: t('parts:word.period'),
                value: formatPeriod(audit.period_start, audit.period_end, i18n.language),
              },
            ]}
          />
        </Panel>
        <Row>
          <Button
            variant="primary"
            icon={<FolderOpen aria-hidden />}
            onPress={() => void navigate(pathTo('audit', { auditId: id }))}
          >
            {t('parts:word.openAudit')}
          </Button>
          <Button
            icon={<CopyPlus aria-hidden />}
            reason={refusal}
            onPress={() => void navigate(wizardPath({ like: id }))}
          >
            {t('new.like')}
          </Button>
        </Row>
      </Stack>
    </Page>
  );
}
