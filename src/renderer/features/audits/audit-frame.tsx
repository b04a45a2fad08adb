import { RefreshCw, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { Link, Outlet, useLocation, useNavigate, useOutletContext } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { StepProgress } from '../../../shared/plan.ts';
import { useAudit } from '../../data/audits.ts';
import { useClients } from '../../data/clients.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useAuditOpened } from '../../data/recent-audits.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useLately } from '../../messages/lately.ts';
import { ActionButtons, useHeld } from '../../parts/actions.tsx';
import { useAuditActions } from '../../parts/audit-actions.tsx';
import { DifferencesNotice, hasMadeAudit } from '../../parts/differences-notice.tsx';
import { statusLook } from '../../parts/status-look.ts';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import { useLastView } from '../../parts/views/open-view.tsx';
import { networkPath, pathTo, useRouteId, viewPath } from '../../routes.ts';
import { IconButton } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SectionLinks } from '../../ui/section-links.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { DeletionNotice } from './deletion-notice.tsx';
import { FollowNotice, Gone } from './follow-notice.tsx';

interface Section {
  readonly id: 'overview' | 'components' | 'users';
  /** Whether a step has made what it shows of the audit with this id. */
  readonly isMadeBy: (step: StepProgress, id: string) => boolean;
  readonly route: 'audit' | 'auditComponents' | 'auditUsers';
  readonly isOf: (audit: Audit) => boolean;
}

const sections: readonly Section[] = [
  { id: 'overview', route: 'audit', isOf: () => true, isMadeBy: hasMadeAudit },
  {
    id: 'components',
    route: 'auditComponents',
    isOf: ({ audit_type: type }) => type === 'consolidated',
    isMadeBy: ({ task, result }, id) => 'group' in task && result !== id,
  },
  { id: 'users', route: 'auditUsers', isOf: () => true, isMadeBy: ({ task }) => 'assignment' in task },
];

const elsewhere: readonly string[] = ['open', 'components', 'users']; // it is open, with its sections
const inFront: readonly string[] = ['roll-forward', 'duplicate', 'star-audit'];

/** Where a section puts what it adds to the head; null until that is there. */
export const useHeadPlace = () => useOutletContext<HTMLElement | null>();

/** The head of an audit, with links to its sections; the open section shows below. */
export function AuditFrame() {
  const { t } = useTranslation('audits');
  const lately = useLately();
  const connection = useConnectionId();
  const id = useRouteId('auditId');
  const followed = useAudit(connection, id);
  useAuditOpened(connection, id);
  const lastView = useLastView(connection, 'audits');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const words = useAuditWords();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const { audit } = followed;
  const actionsOf = useAuditActions();
  const actions = audit === null ? [] : actionsOf([audit]).filter(({ id: one }) => !elsewhere.includes(one));
  useHeld(audit?.name ?? null, actions);
  const { entries: clients } = useClients(connection);
  const isTest =
    clients.find(({ id: one }) => one === audit?.client_organisation_id)?.is_test_organisation === true;
  if (followed.error?.code === 'missing') return <Gone id={id} />;
  const links = sections
    .filter(({ isOf }) => audit !== null && isOf(audit))
    .map((section) => ({
      ...section,
      label: t(`section.${section.id}`),
      to: pathTo(section.route, { auditId: id }),
    }));
  const open = links.findLast(({ to }) => pathname.startsWith(to));
  const name = audit?.name ?? id;
  const asOf = (readAt: number) =>
    t('detail.asOf', { type: words.type(audit?.audit_type ?? ''), time: lately(readAt) });
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={id}
        back={<Link to={viewPath('audits', lastView)}>{t('parts:word.allAudits')}</Link>}
        title={<Name text={name} />}
        windowTitle={open === undefined ? name : `${open.label}: ${name}`}
        mark={
          audit !== null && (
            <>
              <StatusMark look={statusLook(audit.status)} word={words.status(audit.status)} />
              {isTest && <TestOrganisation />}
            </>
          )
        }
        tabs={links.length > 1 && <SectionLinks label={t('parts:word.sections')} links={links} />}
        actions={
          audit !== null && (
            <>
              {isOfNetwork(audit) && (
                <IconButton
                  label={t('commands:screens.network')}
                  icon={<Waypoints aria-hidden />}
                  onPress={() => void navigate(networkPath(audit.client_organisation_id, audit.id))}
                />
              )}
              <IconButton
                label={t('common:list.refresh')}
                tip={followed.readAt > 0 ? asOf(followed.readAt) : undefined}
                icon={<RefreshCw aria-hidden />}
                onPress={followed.readAgain}
              />
              <Row ref={setPlace} />
              <ActionButtons actions={actions} inFront={inFront} placement="bottom end" areIcons />
            </>
          )
        }
      />
      <FollowNotice followed={followed} />
      <DeletionNotice audit={id} />
      {open !== undefined && (
        <DifferencesNotice connection={connection} about={id} isToldBy={(step) => open.isMadeBy(step, id)} />
      )}
      {audit === null ? (
        followed.error === null && (
          <SkeletonRows count={8} widths={['40%', '80%']} label={t('common:list.reading')} />
        )
      ) : (
        <Outlet context={place} />
      )}
    </Page>
  );
}

/** Whether an audit belongs to a network: as a group, as a component, or as coupled to one. */
function isOfNetwork({ audit_type: type, coupled_component_audit_ids: coupled }: Audit): boolean {
  return type === 'consolidated' || type === 'component' || coupled.length > 0;
}
