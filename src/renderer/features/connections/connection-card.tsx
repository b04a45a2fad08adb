import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Connection, ConnectionDraft } from '../../../shared/model/connection.ts';
import type { Dependants } from '../../../shared/operations/connections.ts';
import { call, unwrap } from '../../data/call.ts';
import { connectionLooks, useConnectionState } from '../../data/connection-state.ts';
import { connectionsQuery, openConnection, useSwitchConnection } from '../../data/connections.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { AlertDialog, Dialog, FormActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Card, Columns, Row } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Bullets } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { SecretField, TextField } from '../../ui/text-field.tsx';
import { BlanksAround } from './blanks-around.tsx';
import styles from './connections.module.css';
import { KeepChoice } from './keep-choice.tsx';
import { ReportView } from './report-view.tsx';

interface Props {
  readonly connection: Connection;
  readonly isActive: boolean;
  readonly isLast: boolean;
}

export function ConnectionCard({ connection, isActive, isLast }: Props) {
  const { t } = useTranslation('connections');
  const { id, name, kind, secret } = connection;
  const navigate = useNavigate();
  const client = useQueryClient();
  const switchTo = useSwitchConnection();
  const describe = useErrorWords();
  const heading = useId();
  // What `parts/credentials-remedy.tsx` hands over, where a person comes from there.
  const wanted = useLocation().state as { readonly secretOf?: string } | null;
  const [dialog, setDialog] = useState<'rotate' | 'remove' | null>(() =>
    wanted?.secretOf === id && secret !== 'built-in' ? 'rotate' : null,
  );
  const test = useMutation({
    mutationFn: () => unwrap(call('connections.test', { id })),
    onMutate: () => announce(t('report.running')),
  });
  const reconnect = useMutation({
    mutationFn: () => unwrap(call('connections.act', { id, act: 'reconnect' })),
    onSuccess: () => client.invalidateQueries({ queryKey: [id] }),
  });
  const isBuiltIn = secret === 'built-in';
  const isFixed = connection.policy === 'fixed';
  const state = useConnectionState(({ states }) => states[id]?.state);
  const isRejected = state === 'credentials-rejected';
  const error = test.error ?? reconnect.error;
  const use = async () => {
    await switchTo(id);
    await navigate(pathTo('audits'));
  };
  const act = (action: 'edit' | 'rotate' | 'inspect' | 'reconnect' | 'remove') => {
    if (action === 'edit') void navigate(pathTo('connection', { connectionId: id }));
    else if (action === 'inspect')
      void navigate(`${pathTo('inspection')}?${new URLSearchParams({ of: id })}`);
    else if (action === 'reconnect') reconnect.mutate();
    else setDialog(action);
  };
  return (
    <Card
      as="section"
      className={styles.card}
      style={{ '--kind': `var(--kind-${kind})` }}
      aria-labelledby={heading}
    >
      <Row gap="3" apart>
        <Name connection={connection} heading={heading} isActive={isActive} />
        <Row>
          {!isActive && (
            <Button aria-label={t('parts:word.useNamed', { name })} onPress={() => void use()}>
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
              ...(isBuiltIn || isFixed ? [] : [{ id: 'edit', label: t('commands:groups.edit') } as const]),
              ...(isBuiltIn ? [] : [{ id: 'rotate', label: t('list.rotate') } as const]),
              { id: 'inspect', label: t('parts:word.inspect') },
              { id: 'reconnect', label: t('list.reconnect') },
              ...(isFixed ? [] : [{ id: 'remove', label: t('parts:word.remove') } as const]),
            ]}
            onAction={act}
          />
        </Row>
      </Row>
      <Facts connection={connection} />
      {isRejected && (
        <ErrorNotice
          {...describe({ code: 'credentials-rejected' })}
          remedy={t('rejected')}
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
          {t(
            connection.policy !== undefined && connection.lastUsedAt === null
              ? 'missing.first'
              : 'missing.text',
          )}
        </Banner>
      )}
      {test.isPending && <p>{t('report.running')}</p>}
      <FailureNotice role="status" error={isRejected ? null : error} />
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
    </Card>
  );
}

interface NameProps extends Pick<Props, 'connection' | 'isActive'> {
  readonly heading: string;
}

/** Its name and kind, and where it is in use how it stands. */
function Name({ connection: { id, name, kind, secret }, heading, isActive }: NameProps) {
  const { t } = useTranslation('connections');
  const { t: common } = useTranslation();
  const state = useConnectionState(({ states }) => states[id]?.state);
  return (
    <Row gap="3">
      <h2 id={heading}>{name}</h2>
      <span className={styles.badge}>{common(`kind.${kind}`)}</span>
      {isActive && (
        <StatusMark
          look={state === undefined || secret === 'missing' ? 'idle' : connectionLooks[state]}
          word={t('list.inUse')}
        />
      )}
    </Row>
  );
}

function Facts({ connection }: { readonly connection: Connection }) {
  const { t, i18n } = useTranslation('connections');
  const { t: common } = useTranslation();
  const { id, baseUrl, clientId, access, secret, addedAt, lastUsedAt, policy } = connection;
  const state = useConnectionState(({ states }) => states[id]?.state ?? 'unknown');
  const linksElsewhere = useConnectionState((known) => known.linksElsewhere.includes(id));
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('parts:word.address'), <Id key="address" value={baseUrl} />],
    [t('parts:word.clientId'), <Id key="client" value={clientId} />],
    [t('facts.secret'), t(`place.${secret}`)],
    [t('parts:word.access'), t(`access.${access}`)],
    [t('parts:field.status'), common(`state.${secret === 'missing' ? 'missing' : state}`)],
    ...(linksElsewhere ? [[t('facts.links'), t('facts.linksElsewhere')] as const] : []),
    ...(policy === 'fixed' ? [[t('facts.changes'), t('facts.fixed')] as const] : []),
    [t('facts.added'), formatMoment(addedAt, i18n.language)],
    [t('facts.lastUsed'), lastUsedAt === null ? t('facts.never') : formatMoment(lastUsedAt, i18n.language)],
  ];
  return (
    <Columns as="dl" min={240} gap="2" className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Columns>
  );
}

interface RotateDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** A new secret for a connection: tested first, then put in place of the old one (ux C3). */
function RotateDialog({ connection, onClose }: RotateDialogProps) {
  const { t } = useTranslation('connections');
  const client = useQueryClient();
  const [secret, setSecret] = useState('');
  const [keep, setKeep] = useState<ConnectionDraft['keep']>(
    connection.secret === 'session' ? 'session' : 'keychain',
  );
  const [isMissing, setMissing] = useState(false);
  const rotate = useMutation({
    mutationFn: () => unwrap(call('connections.rotate', { id: connection.id, secret, keep })),
    onSuccess: async ({ report }) => {
      if (report.failed !== null) return;
      announce(t('rotate.done', { name: connection.name }));
      onClose();
      await client.invalidateQueries({ queryKey: [connection.id] });
    },
  });
  const submit = () => {
    setMissing(secret === '');
    if (secret !== '' && !rotate.isPending) rotate.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('rotate.title', { name: connection.name })}
      onSubmit={submit}
      actions={<FormActions submit={t('rotate.action')} isPending={rotate.isPending} />}
    >
      <p>{t('rotate.text')}</p>
      <SecretField
        name="secret"
        label={t('rotate.secret')}
        value={secret}
        onChange={(value) => {
          setSecret(value);
          if (value !== '') setMissing(false);
        }}
        error={isMissing ? t('fault.secret.required') : undefined}
        foot={<BlanksAround name="secret" value={secret} onChange={setSecret} />}
        autoFocus
      />
      <KeepChoice value={keep} onChange={setKeep} />
      <FailureNotice role="status" error={rotate.error} />
      {rotate.data !== undefined && rotate.data.report.failed !== null && !rotate.isPending && (
        <>
          <Banner tone="warning">{t('rotate.failed')}</Banner>
          <ReportView report={rotate.data.report} />
        </>
      )}
    </Dialog>
  );
}

interface RemoveDialogProps {
  readonly connection: Connection;
  readonly isActive: boolean;
  readonly isLast: boolean;
  readonly onClose: () => void;
}

/** Removes a connection, after it has named what depends on it; the last one only when its name is typed (ux C5). */
function RemoveDialog({ connection, isActive, isLast, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('connections');
  const client = useQueryClient();
  const switchTo = useSwitchConnection();
  const [typed, setTyped] = useState('');
  const { id, name } = connection;
  const dependants = useQuery({
    queryKey: [id, 'dependants'],
    queryFn: () => unwrap(call('connections.dependants', { id })),
    staleTime: 0,
  });
  const { data } = dependants;
  const hasPlans = (data?.unfinishedPlans.count ?? 0) > 0;
  const mustType = hasPlans || (isLast && connection.secret !== 'built-in');
  const remove = useMutation({
    mutationFn: () => unwrap(call('connections.remove', { id })),
    onSuccess: async () => {
      onClose();
      announce(t('remove.done', { name }));
      if (openConnection() === id) await switchTo(null);
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      client.removeQueries({ queryKey: [id] });
    },
  });
  return (
    <AlertDialog
      isOpen
      title={t('remove.title', { name })}
      confirm={t('remove.action')}
      isDestructive
      isPending={remove.isPending}
      isConfirmDisabled={data === undefined || (mustType && typed.trim() !== name.trim())}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>{t(connection.secret === 'built-in' ? 'remove.demonstration' : 'remove.text')}</p>
      {isActive && !isLast && <p>{t('remove.inUse')}</p>}
      <FailureNotice role="status" error={dependants.error} />
      {data !== undefined && <DependantsList dependants={data} />}
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
      <FailureNotice role="status" error={remove.error} />
    </AlertDialog>
  );
}

function DependantsList({ dependants }: { readonly dependants: Dependants }) {
  const { t } = useTranslation('connections');
  const {
    drafts,
    teams,
    templates,
    views,
    season,
    sentTables,
    inspection,
    unfinishedPlans,
    finishedPlans,
    requests,
    changeLog,
    copies,
    damaged,
  } = dependants;
  return (
    <>
      <Names
        lead={t('remove.plans', { count: unfinishedPlans.count })}
        names={unfinishedPlans.titles}
        more={unfinishedPlans.count - unfinishedPlans.titles.length}
      />
      <Names
        lead={t('remove.drafts', { count: drafts.length })}
        names={drafts.map((title) => title || t('parts:word.untitledAudit'))}
      />
      <Names lead={t('remove.teams', { count: teams.length })} names={teams} />
      <Names lead={t('remove.templates', { count: templates.length })} names={templates} />
      <Names lead={t('remove.views', { count: views.length })} names={views} />
      <Names lead={t('remove.season', { count: season.length })} names={season} />
      {sentTables > 0 && <p>{t('remove.sentTables', { count: sentTables })}</p>}
      {inspection && <p>{t('remove.inspection')}</p>}
      {finishedPlans > 0 && <p>{t('remove.finished', { count: finishedPlans })}</p>}
      {requests > 0 && <p>{t('remove.requests', { count: requests })}</p>}
      {copies > 0 && <p>{t('remove.copies', { count: copies })}</p>}
      {changeLog > 0 && <p>{t('remove.changeLog', { count: changeLog })}</p>}
      <Names lead={t('remove.damaged', { count: damaged.length })} names={damaged} />
      <p>
        {t('remove.log')} {t('remove.quota')} {t('remove.saved')}
      </p>
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
      <Bullets>
        {names.map((name, place) => (
          // Two may be called the same, and none moves while this is open.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>{name}</li>
        ))}
        {more > 0 && <li>{t('parts:count.more', { count: more })}</li>}
      </Bullets>
    </div>
  );
}
