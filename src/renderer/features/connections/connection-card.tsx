import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Connection } from '../../../shared/model/connection.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { useConnectionState } from '../../data/connection-state.ts';
import { useSwitchConnection } from '../../data/connections.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Id } from '../../ui/code.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { KindBadge } from '../../ui/kind-badge.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Menu } from '../../ui/menu.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './connections.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { ReportView } from './report-view.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

interface Props {
  readonly connection: Connection;
  readonly isActive: boolean;
  readonly isLast: boolean;
}

/** One service account: kind, facts, state, and what can be done with it. */
export function ConnectionCard({ connection, isActive, isLast }: Props) {
  const { t } = useTranslation('connections');
  const { t: common } = useTranslation();
  const { id, name, kind, secret } = connection;
  const navigate = useNavigate();
  const client = useQueryClient();
  const switchTo = useSwitchConnection();
  const describe = useErrorWords();
  const heading = useId();
  const [dialog, setDialog] = useState<'rotate' | 'remove' | null>(null);
  const test = useMutation({
    mutationFn: () => unwrap(call('connections.testStored', { id })),
    onMutate: () => announce(t('report.running')),
  });
  const reconnect = useMutation({
    mutationFn: () => unwrap(call('connections.reconnect', { id })),
    onSuccess: () => client.invalidateQueries({ queryKey: [id] }),
  });
  const isBuiltIn = secret === 'built-in';
  const isRejected = useConnectionState(({ states }) => states[id]?.state === 'credentials-rejected');
  const error = test.error ?? reconnect.error;
  const use = async () => {
    await switchTo(id);
    await navigate(pathTo('audits'));
  };
  const act = (action: 'edit' | 'rotate' | 'reconnect' | 'remove') => {
    if (action === 'edit') void navigate(pathTo('connection', { connectionId: id }));
    else if (action === 'reconnect') reconnect.mutate();
    else setDialog(action);
  };
  return (
    <section className={cx(styles.card, styles[kind])} aria-labelledby={heading}>
      <div className={styles.cardHead}>
        <h2 id={heading}>{name}</h2>
        <KindBadge kind={kind} word={common(`kind.${kind}`)} />
        {isActive && <StatusMark look="good" word={t('list.inUse')} />}
        <div className={styles.actions}>
          {!isActive && (
            <Button aria-label={t('list.useLabel', { name })} onPress={() => void use()}>
              {t('list.use')}
            </Button>
          )}
          <Button
            variant="quiet"
            aria-label={t('list.testLabel', { name })}
            isPending={test.isPending}
            onPress={() => test.mutate()}
          >
            {t('list.test')}
          </Button>
          <Menu
            label={t('list.more', { name })}
            placement="bottom end"
            trigger={<IconButton label={t('list.more', { name })} icon={<Ellipsis aria-hidden />} />}
            entries={[
              ...(isBuiltIn
                ? []
                : ([
                    { id: 'edit', label: t('list.edit') },
                    { id: 'rotate', label: t('list.rotate') },
                  ] as const)),
              { id: 'reconnect', label: t('list.reconnect') },
              { id: 'remove', label: t('list.remove') },
            ]}
            onAction={act}
          />
        </div>
      </div>
      <Facts connection={connection} />
      {isRejected && (
        <ErrorNotice
          {...describe({ code: 'credentials-rejected' })}
          details={[]}
          action={
            <>
              <Button onPress={() => setDialog('rotate')}>{t('missing.enter')}</Button>
              <Button isPending={reconnect.isPending} onPress={() => reconnect.mutate()}>
                {t('list.reconnect')}
              </Button>
            </>
          }
        />
      )}
      {secret === 'missing' && (
        <Banner
          tone="warning"
          actions={<Button onPress={() => setDialog('rotate')}>{t('missing.enter')}</Button>}
        >
          {t('missing.text')}
        </Banner>
      )}
      {test.isPending && <p>{t('report.running')}</p>}
      {error !== null && <ErrorNotice role="status" {...describe(errorOf(error))} />}
      {test.data !== undefined && !test.isPending && <ReportView report={test.data} />}
      {dialog === 'rotate' && <RotateDialog connection={connection} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && (
        <RemoveDialog
          connection={connection}
          isActive={isActive}
          isLast={isLast}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}

function Facts({ connection }: { readonly connection: Connection }) {
  const { t, i18n } = useTranslation('connections');
  const { t: common } = useTranslation();
  const { id, baseUrl, clientId, access, secret, secretHint, addedAt, lastUsedAt } = connection;
  const state = useConnectionState(({ states }) => states[id]?.state ?? 'unknown');
  const hint = secretHint === '' ? '' : `, ${t('place.hint', { hint: secretHint })}`;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('facts.address'), <Id key="address" value={baseUrl} />],
    [t('facts.clientId'), <Id key="client" value={clientId} />],
    [t('facts.secret'), `${t(`place.${secret}`)}${secret === 'missing' ? '' : hint}`],
    [t('facts.access'), t(`access.${access}`)],
    [t('facts.state'), common(`state.${state}`)],
    [t('facts.added'), formatMoment(addedAt, i18n.language)],
    [t('facts.lastUsed'), lastUsedAt === null ? t('facts.never') : formatMoment(lastUsedAt, i18n.language)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
