import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { UpdateView } from '../../../shared/model/updates.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { useChangePreferences, usePreferences } from '../../data/preferences.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Panel } from '../../ui/page.tsx';
import styles from './about.module.css';

const updatesQuery = queryOptions({
  queryKey: ['updates'],
  queryFn: () => unwrap(call('updates.read', {})),
  staleTime: 0, // another window may have looked
});

/** How updates stand: who decides, what was found, and what a person may do about it. */
export function UpdatesPanel() {
  const { t } = useTranslation('about');
  const describe = useErrorWords();
  const client = useQueryClient();
  const { data: updates, error } = useQuery(updatesQuery);
  const act = useMutation({
    mutationFn: (operation: Act) => unwrap(call(operation, {})),
    onSuccess: (view) => client.setQueryData(updatesQuery.queryKey, view),
  });
  const fault = error ?? act.error;
  return (
    <Panel title={t('updates.title')}>
      {fault !== null && <ErrorNotice {...describe(errorOf(fault))} />}
      {updates !== undefined && (
        <div className={styles.updates}>
          <p>{t(`updates.decidedBy.${updates.decidedBy}`)}</p>
          {updates.decidedBy === 'person' && <OwnChoice />}
          <State updates={updates} underWay={act.isPending ? act.variables : null} act={act.mutate} />
        </div>
      )}
    </Panel>
  );
}

function OwnChoice() {
  const { t } = useTranslation('about');
  const client = useQueryClient();
  const { updates } = usePreferences();
  const change = useChangePreferences();
  return (
    <Checkbox
      label={t('updates.choice')}
      help={t('updates.choiceHelp')}
      isSelected={updates === 'on'}
      onChange={(isOn) =>
        void change({ updates: isOn ? 'on' : 'off' }).then(() => client.invalidateQueries(updatesQuery))
      }
    />
  );
}

type Act = 'updates.check' | 'updates.install';

interface StateProps {
  readonly updates: UpdateView;
  /** What this window has asked for and waits for. */
  readonly underWay: Act | null;
  readonly act: (operation: Act) => void;
}

function State({ updates, underWay, act }: StateProps) {
  const { t, i18n } = useTranslation('about');
  const { version, lookedAt, canInstall } = updates;
  if (updates.state === 'off') return null;
  const asked = { 'updates.check': 'looking', 'updates.install': 'fetching' } as const;
  const state = underWay === null ? updates.state : asked[underWay];
  return (
    <>
      <p role="status">
        {t(`updates.state.${state}`, { version: version ?? '' })}
        {state === 'found' && !canInstall && ` ${t('updates.byHand')}`}
      </p>
      {lookedAt !== null && (
        <p className={styles.hint}>{t('updates.lookedAt', { at: formatMoment(lookedAt, i18n.language) })}</p>
      )}
      <div className={styles.actions}>
        <Button isPending={underWay !== null} onPress={() => act('updates.check')}>
          {t('updates.look')}
        </Button>
        {version !== null && canInstall && (
          <Button isPending={underWay !== null} onPress={() => act('updates.install')}>
            {t('updates.install', { version })}
          </Button>
        )}
      </div>
    </>
  );
}
