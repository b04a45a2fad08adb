import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';
import type { Belongings } from '../../../shared/operations/connections.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { connectionsQuery, useSwitchConnection } from '../../data/connections.ts';
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
  const switchTo = useSwitchConnection();
  const [typed, setTyped] = useState('');
  const { id, name } = connection;
  const belongings = useQuery({
    queryKey: [id, 'belongings'],
    queryFn: () => unwrap(call('connections.belongings', { id })),
    staleTime: 0,
  });
  const { data } = belongings;
  const hasPlans = (data?.unfinishedPlans.count ?? 0) > 0;
  const mustType = hasPlans || (isLast && connection.secret !== 'built-in');
  const remove = useMutation({
    mutationFn: () => unwrap(call('connections.remove', { id })),
    onSuccess: async () => {
      onClose();
      announce(t('remove.done', { name }));
      if (isActive) await switchTo(null);
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
      isConfirmDisabled={data === undefined || (mustType && typed.trim() !== name.trim())}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>{t(connection.secret === 'built-in' ? 'remove.demonstration' : 'remove.text')}</p>
      {isActive && !isLast && <p>{t('remove.inUse')}</p>}
      {belongings.error !== null && <ErrorNotice role="status" {...describe(errorOf(belongings.error))} />}
      {data !== undefined && <BelongingsList belongings={data} />}
      {mustType && (
        <TextField
          label={t('remove.typed')}
          help={t(hasPlans ? 'remove.unfinished' : 'remove.last', { name })}
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

function BelongingsList({ belongings }: { readonly belongings: Belongings }) {
  const { t } = useTranslation('connections');
  const { drafts, teams, unfinishedPlans, finishedPlans, requests, trail } = belongings;
  return (
    <>
      <Names
        lead={t('remove.plans', { count: unfinishedPlans.count })}
        names={unfinishedPlans.titles}
        more={unfinishedPlans.count - unfinishedPlans.titles.length}
      />
      <Names
        lead={t('remove.drafts', { count: drafts.length })}
        names={drafts.map((title) => title || t('remove.untitled'))}
      />
      <Names lead={t('remove.teams', { count: teams.length })} names={teams} />
      {finishedPlans > 0 && <p>{t('remove.finished', { count: finishedPlans })}</p>}
      {requests > 0 && <p>{t('remove.requests', { count: requests })}</p>}
      {trail > 0 && <p>{t('remove.trail', { count: trail })}</p>}
    </>
  );
}

interface NamesProps {
  readonly lead: string;
  readonly names: readonly string[];
  readonly more?: number;
}

function Names({ lead, names, more = 0 }: NamesProps) {
  const { t } = useTranslation('connections');
  if (names.length === 0) return null;
  return (
    <div>
      <p>{lead}</p>
      <ul className={styles.titles}>
        {names.map((name, place) => (
          // Two may be called the same, and none moves while this is open.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>{name}</li>
        ))}
        {more > 0 && <li>{t('remove.more', { count: more })}</li>}
      </ul>
    </div>
  );
}
