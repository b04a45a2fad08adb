import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import { usersChangeable } from '../../../shared/rules/service/audit-user.ts';
import { type AskedOfAudits, useAskedOfAudits, useAskedTeam } from '../../data/asked.ts';
import { useAudits } from '../../data/audits.ts';
import { useConnectionId } from '../../data/connections.ts';
import { itemsQuery } from '../../data/items.ts';
import { useTranslation } from '../../messages/language.ts';
import { useOpenWindow } from '../../parts/open-window.ts';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { AlertDialog, Dialog, FormActions } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** Asks before something is done with audits, over whichever screen it was chosen on. */
export function AuditDialog({ asked }: { readonly asked: AskedOfAudits }) {
  const { t } = useTranslation('bulk');
  const openWindow = useOpenWindow();
  const { what, onDone } = asked;
  const audits = useAsNow(asked);
  const areGone = audits.length === 0;
  useEffect(() => {
    if (areGone) close();
  }, [areGone]);
  if (areGone) return null;
  const title = t('askWindows.title', { count: audits.length });
  switch (what) {
    case 'delete':
    case 'again':
      return (
        <DeleteDialog
          audits={audits}
          isToCreateAgain={what === 'again'}
          onClose={(isSent) => {
            close();
            if (isSent) onDone();
          }}
        />
      );
    case 'team':
      return <TeamDialog audits={audits} onClose={close} />;
    case 'windows':
      return (
        <AlertDialog
          isOpen
          title={title}
          confirm={title}
          onCancel={close}
          onConfirm={() => {
            close();
            for (const { id } of audits) openWindow(pathTo('audit', { auditId: id }));
          }}
        >
          {t('askWindows.text')}
        </AlertDialog>
      );
  }
}

function close(): void {
  useAskedOfAudits.setState({ asked: null });
}

/** The audits as they are now, without those that have left the list since a person was asked about them. */
function useAsNow({ connection, audits }: AskedOfAudits): readonly Audit[] {
  const { entries } = useAudits(connection);
  const now = useMemo(() => new Map(entries.map((audit) => [audit.id, audit])), [entries]);
  const [before] = useState(now);
  return useMemo(
    () => audits.flatMap((audit) => now.get(audit.id) ?? (before.has(audit.id) ? [] : audit)),
    [audits, now, before],
  );
}

interface TeamDialogProps {
  readonly audits: readonly Audit[];
  readonly onClose: () => void;
}

/** Asks which team is assigned, and says before in which audits nobody is assigned; then the team's own screen checks and sends. */
function TeamDialog({ audits, onClose }: TeamDialogProps) {
  const { t } = useTranslation('bulk');
  const navigate = useNavigate();
  const { data: teams = [] } = useQuery(itemsQuery('teams', useConnectionId()));
  const [team, setTeam] = useState<string | null>(null);
  const [isAttempted, setAttempted] = useState(false);
  const chosen = teams.find(({ id }) => id === team); // another window may have deleted it
  const count = (wanted: 'archived' | 'deleting') =>
    audits.filter(({ status }) => usersChangeable(status) === wanted).length;
  const [archived, deleting] = [count('archived'), count('deleting')];
  const why = [
    ...(archived > 0 ? [t('team.archived', { count: archived })] : []),
    ...(deleting > 0 ? [t('team.deleting', { count: deleting })] : []),
  ].join(', ');
  const check = () => {
    setAttempted(true);
    if (chosen === undefined) return;
    useAskedTeam.setState({ audits: audits.map(({ id }) => id) }); // the team's own screen checks them
    onClose();
    void navigate(pathTo('applyTeam', { teamId: chosen.id }));
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
          submit={t('parts:word.checkAudits', { count: audits.length })}
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
            label={t('parts:field.team')}
            placeholder={t('team.fault')}
            options={teams.map(({ id, name }) => ({ id, label: name }))}
            value={team}
            onChange={setTeam}
            error={isAttempted && chosen === undefined ? t('team.fault') : undefined}
          />
        )}
        <p>{t('team.next')}</p>
      </Stack>
    </Dialog>
  );
}
