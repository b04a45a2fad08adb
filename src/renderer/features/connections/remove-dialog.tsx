import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { connectionsQuery } from '../../data/connections.ts';
import { draftsQuery } from '../../data/drafts.ts';
import { useChangePreferences } from '../../data/preferences.ts';
import { teamsQuery } from '../../data/teams.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { announce } from '../../ui/live-region.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './connections.module.css';

interface Props {
  readonly connection: Connection;
  readonly isActive: boolean;
  readonly isLast: boolean;
  readonly onClose: () => void;
}

/** Removes a connection, after it has named what depends on it; the last one only when its name is typed (ux C5). */
export function RemoveDialog({ connection, isActive, isLast, onClose }: Props) {
  const { t } = useTranslation('connections');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const client = useQueryClient();
  const change = useChangePreferences();
  const [typed, setTyped] = useState('');
  const { id, name } = connection;
  const { data: drafts = [] } = useQuery(draftsQuery(id));
  const { data: teams = [] } = useQuery(teamsQuery(id));
  const mustType = isLast && connection.secret !== 'built-in';
  const remove = useMutation({
    mutationFn: () => unwrap(call('connections.remove', { id })),
    onSuccess: async () => {
      onClose();
      announce(t('remove.done', { name }));
      if (isActive) await change({ activeConnection: null });
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      client.removeQueries({ queryKey: [id] });
    },
  });
  return (
    <AlertDialog
      isOpen
      title={t('remove.title', { name })}
      confirm={t('remove.action')}
      cancel={common('action.cancel')}
      isDestructive
      isPending={remove.isPending}
      isConfirmDisabled={mustType && typed.trim() !== name.trim()}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>{t(connection.secret === 'built-in' ? 'remove.demonstration' : 'remove.text')}</p>
      {isActive && !isLast && <p>{t('remove.inUse')}</p>}
      {drafts.length > 0 && (
        <div>
          <p>{t('remove.drafts', { count: drafts.length })}</p>
          <ul className={styles.titles}>
            {drafts.map((draft) => (
              <li key={draft.id}>{draft.title || t('remove.untitled')}</li>
            ))}
          </ul>
        </div>
      )}
      {teams.length > 0 && (
        <div>
          <p>{t('remove.teams', { count: teams.length })}</p>
          <ul className={styles.titles}>
            {teams.map((team) => (
              <li key={team.id}>{team.name}</li>
            ))}
          </ul>
        </div>
      )}
      {mustType && (
        <TextField
          label={t('remove.typed')}
          help={t('remove.last', { name })}
          value={typed}
          onChange={setTyped}
          isCode
          autoFocus
        />
      )}
      {remove.error !== null && <ErrorNotice role="status" {...describe(errorOf(remove.error))} />}
    </AlertDialog>
  );
}
