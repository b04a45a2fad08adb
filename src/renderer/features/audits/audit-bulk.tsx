import { useQuery } from '@tanstack/react-query';
import { AppWindow, CalendarSync, Copy, Download, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import { usersChangeable } from '../../../shared/rules/service/audit-user.ts';
import { useAskedTeam } from '../../data/asked.ts';
import { useConnectionId } from '../../data/connections.ts';
import { teamsQuery } from '../../data/teams.ts';
import { mostAudits } from '../../data/users.ts';
import { useTranslation } from '../../messages/language.ts';
import { BulkBar } from '../../parts/bulk-bar.tsx';
import { ExportDialog } from '../../parts/export/export-dialog.tsx';
import { useOpenWindow } from '../../parts/open-window.ts';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo, rollForwardPath } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { writeClipboard } from '../../ui/clipboard.ts';
import { AlertDialog, Dialog, FormActions } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Select } from '../../ui/select.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { useAuditColumns } from './list-columns.tsx';
import type { AuditRow } from './list-view.ts';

interface AuditBulkProps {
  /** The selected audits that the list still has. */
  readonly selected: readonly AuditRow[];
  /** The rows that the list shows. */
  readonly shown: readonly AuditRow[];
  readonly onClear: () => void;
}

const windowsUnasked = 4;
const mostRolled = 200; // audits: their ids stand in the address
const mostWindows = 20; // main opens no more

type Opened =
  | { readonly kind: 'team' | 'windows' | 'export' }
  | { readonly kind: 'delete'; readonly audits: readonly Audit[] };

/** What can be done with several audits at once. */
export function AuditBulk({ selected, shown, onClear }: AuditBulkProps) {
  const { t } = useTranslation('bulk');
  const { t: tAudits } = useTranslation('audits');
  const { t: rollWords } = useTranslation('roll-forward');
  const navigate = useNavigate();
  const readOnly = useWriteRefusal();
  const openWindow = useOpenWindow();
  const columns = useAuditColumns();
  const [opened, setOpened] = useState<Opened | null>(null);
  const inSight = new Set(shown);
  const count = selected.length;
  const openAll = () => {
    for (const { audit } of selected) openWindow(pathTo('audit', { auditId: audit.id }));
  };
  const close = () => setOpened(null);
  return (
    <>
      <BulkBar
        count={count}
        hidden={selected.filter((row) => !inSight.has(row)).length}
        onClear={onClear}
        actions={[
          {
            id: 'team',
            label: t('team.action'),
            icon: <Users aria-hidden />,
            reason: readOnly ?? (count > mostAudits ? t('team.tooMany', { most: mostAudits }) : undefined),
            onAction: () => setOpened({ kind: 'team' }),
          },
          {
            id: 'roll-forward',
            label: rollWords('action'),
            icon: <CalendarSync aria-hidden />,
            reason: readOnly ?? (count > mostRolled ? rollWords('tooMany', { most: mostRolled }) : undefined),
            onAction: () => void navigate(rollForwardPath(selected.map(({ audit }) => audit.id))),
          },
          {
            id: 'delete',
            label: tAudits('delete.confirm', { count }),
            icon: <Trash2 aria-hidden />,
            reason: readOnly,
            isDestructive: true,
            onAction: () => setOpened({ kind: 'delete', audits: selected.map(({ audit }) => audit) }),
          },
        ]}
        more={[
          {
            id: 'export',
            label: t('export'),
            icon: <Download aria-hidden />,
            onAction: () => setOpened({ kind: 'export' }),
          },
          {
            id: 'windows',
            label: t('windows'),
            icon: <AppWindow aria-hidden />,
            reason: count > mostWindows ? t('tooManyWindows', { most: mostWindows }) : undefined,
            onAction: () => (count > windowsUnasked ? setOpened({ kind: 'windows' }) : openAll()),
          },
          {
            id: 'copy',
            label: t('copyIds'),
            icon: <Copy aria-hidden />,
            onAction: () => {
              if (writeClipboard(selected.map(({ audit }) => audit.id).join('\n')))
                announce(t('copied', { count }));
            },
          },
        ]}
      />
      {opened?.kind === 'delete' && (
        <DeleteDialog
          audits={opened.audits}
          onClose={(isSent) => {
            close();
            if (isSent) onClear();
          }}
        />
      )}
      {opened?.kind === 'team' && <TeamDialog audits={selected} onClose={close} />}
      {opened?.kind === 'export' && (
        <ExportDialog
          table={{ name: tAudits('title'), grid: 'audits', columns, rows: shown, selected }}
          onClose={close}
        />
      )}
      <AlertDialog
        isOpen={opened?.kind === 'windows'}
        title={t('askWindows.title', { count })}
        confirm={t('askWindows.title', { count })}
        cancel={tAudits('delete.cancel')}
        onCancel={close}
        onConfirm={() => {
          close();
          openAll();
        }}
      >
        {t('askWindows.text')}
      </AlertDialog>
    </>
  );
}

interface TeamDialogProps {
  readonly audits: readonly AuditRow[];
  readonly onClose: () => void;
}

/** Asks which team is assigned, and says before in which audits nobody is assigned; then the team's own screen checks and sends. */
function TeamDialog({ audits, onClose }: TeamDialogProps) {
  const { t } = useTranslation('bulk');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const { data: teams = [] } = useQuery(teamsQuery(useConnectionId()));
  const [team, setTeam] = useState<string | null>(null);
  const [isAttempted, setAttempted] = useState(false);
  const count = (wanted: 'archived' | 'deleting') =>
    audits.filter(({ audit }) => usersChangeable(audit.status) === wanted).length;
  const [archived, deleting] = [count('archived'), count('deleting')];
  const why = [
    ...(archived > 0 ? [t('team.archived', { count: archived })] : []),
    ...(deleting > 0 ? [t('team.deleting', { count: deleting })] : []),
  ].join(', ');
  const check = () => {
    setAttempted(true);
    if (team === null) return;
    useAskedTeam.setState({ audits: audits.map(({ audit }) => audit.id) }); // the team's own screen checks them
    void navigate(pathTo('applyTeam', { teamId: team }));
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      hasInput={false}
      title={t('team.title', { count: audits.length })}
      onSubmit={check}
      actions={
        <FormActions
          cancel={common('action.cancel')}
          submit={t('team.confirm', { count: audits.length })}
          reason={teams.length === 0 ? t('team.none') : undefined}
        />
      }
    >
      <Stack gap="4">
        {archived + deleting > 0 && (
          <Banner tone="warning">
            {t('team.skipped', { count: archived + deleting, total: audits.length, why })}
          </Banner>
        )}
        {teams.length === 0 ? (
          <p>{t('team.none')}</p>
        ) : (
          <Select
            label={t('team.team')}
            placeholder={t('team.choose')}
            options={teams.map(({ id, name }) => ({ id, label: name }))}
            value={team}
            onChange={setTeam}
            error={isAttempted && team === null ? t('team.fault') : undefined}
          />
        )}
        <p>{t('team.next')}</p>
      </Stack>
    </Dialog>
  );
}
