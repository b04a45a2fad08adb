import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import type { Connection } from '../../../shared/model/connection.ts';
import { isSameName } from '../../../shared/rules/texts/connection-names.ts';
import { call, unwrap } from '../../data/call.ts';
import {
  connectionsQuery,
  useConnections,
  useStoredConnections,
  useSwitchConnection,
} from '../../data/connections.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { pathTo, useRouteId } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, RadioGroup, type RadioGroupProps } from '../../ui/choice.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SecretField, TextField } from '../../ui/text-field.tsx';
import { BlanksAround } from './blanks-around.tsx';
import { type ConnectionEntry, draftOf, useConnectionEntry } from './connection-entry.ts';
import { KeepChoice } from './keep-choice.tsx';
import { ReportView } from './report-view.tsx';

export function NewConnection() {
  return <Editor stored={null} />;
}

/** The screen that changes a connection; one that is gone, built in or fixed by the policy leads back to the list. */
export function EditConnection() {
  const id = useRouteId('connectionId');
  const stored = useStoredConnections().find((connection) => connection.id === id);
  if (stored === undefined || stored.secret === 'built-in' || stored.policy === 'fixed')
    return <Navigate to={pathTo('connections')} replace />;
  return <Editor key={id} stored={stored} />;
}

function Editor({ stored }: { readonly stored: Connection | null }) {
  const { t } = useTranslation('connections');
  const { t: welcome } = useTranslation('welcome');
  const { t: commands } = useTranslation('commands');
  const shown = useConnections().find(({ id }) => id === stored?.id);
  return (
    <Page>
      <ConnectionForm
        stored={stored}
        title={shown === undefined ? welcome('add.action') : t('form.edit', { name: shown.name })}
        back={<Link to={pathTo('connections')}>{commands('screens.connections')}</Link>}
      />
    </Page>
  );
}

interface Props {
  readonly stored: Connection | null;
  readonly title: string;
  readonly back: ReactNode;
}

/** Enters or changes a connection. Saving tests it first; a failed test can be overruled, but is always seen. */
function ConnectionForm({ stored, title, back }: Props) {
  const { t } = useTranslation('connections');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const switchTo = useSwitchConnection();
  const [attempt, setAttempt] = useState(0);
  const [isDone, setDone] = useState(false);
  const { entry, problems, isDirty, check, field } = useConnectionEntry(stored);
  const others = useStoredConnections().filter(({ id }) => id !== stored?.id);
  const isNameTaken = !isDone && others.some((other) => isSameName(other.name, entry.name));

  const test = useMutation({
    mutationFn: async (given: ConnectionEntry) => {
      const draft = draftOf(given, stored);
      return draft === null ? null : unwrap(call('connections.test', draft));
    },
    onMutate: () => announce(t('report.running')),
  });
  const save = useMutation({
    mutationFn: async (given: ConnectionEntry) => {
      const draft = draftOf(given, stored);
      return draft === null ? null : unwrap(call('connections.save', draft));
    },
    onSuccess: async (connection) => {
      if (connection === null) return;
      setDone(true);
      announce(t('parts:word.savedNamed', { name: connection.name }));
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      await client.invalidateQueries({ queryKey: [connection.id] });
    },
  });
  /** Saves, and takes a person who is still there on. */
  const saveEntry = () =>
    save.mutate(entry, {
      onSuccess: async (connection) => {
        if (connection === null) return;
        if (stored === null) await switchTo(connection.id);
        await navigate(pathTo(stored === null ? 'audits' : 'connections'));
      },
    });
  const clientId = field('clientId');
  const isBusy = test.isPending || save.isPending;
  const isReady = (): boolean => {
    if (check()) return true;
    test.reset();
    setAttempt((before) => before + 1);
    return false;
  };
  const testAndSave = async () => {
    if (!isReady() || isBusy) return;
    const report = await test.mutateAsync(entry).catch(() => null);
    if (report !== null && report.failed === null) saveEntry();
  };

  const failure = save.error ?? test.error;
  const failedTest = test.data?.failed ?? null;
  return (
    <>
      <PageHeader title={title} back={back} hasErrors={attempt > 0 && problems.length > 0} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void testAndSave();
        }}
      >
        <Stack gap="4" width="form">
          {attempt > 0 && <ErrorSummary title={common('problem')} errors={problems} attempt={attempt} />}
          <TextField {...field('name')} label={t('parts:word.name')} />
          {isNameTaken && <Banner isLine tone="warning" role="status" title={t('parts:fault.name.taken')} />}
          <KindField {...field('kind')} />
          <Checkbox
            name="access"
            label={t('access.read-only')}
            isSelected={entry.access === 'read-only'}
            onChange={(isReadOnly) => field('access').onChange(isReadOnly ? 'read-only' : 'read-write')}
          />
          <TextField
            {...field('baseUrl')}
            isCode
            inputMode="url"
            label={t('parts:word.baseUrl')}
            help={t('form.baseUrlHelp')}
          />
          <TextField
            {...clientId}
            isCode
            label={t('parts:word.clientId')}
            foot={<BlanksAround {...clientId} />}
          />
          <SecretField
            {...field('secret')}
            label={t('form.secret')}
            help={t(stored === null ? 'form.secretHelp' : 'form.secretStoredHelp')}
            foot={<BlanksAround {...field('secret')} />}
          />
          <KeepChoice value={entry.keep} onChange={field('keep').onChange} />
          {test.isPending && <p>{t('report.running')}</p>}
          <FailureNotice role="status" error={failure} />
          {test.data !== undefined && test.data !== null && !test.isPending && (
            <ReportView report={test.data} />
          )}
          <Row>
            <Button variant="primary" type="submit" isPending={isBusy}>
              {t('form.save')}
            </Button>
            <Button isPending={test.isPending} onPress={() => isReady() && test.mutate(entry)}>
              {t('list.test')}
            </Button>
            {failedTest !== null && !isBusy && <Button onPress={saveEntry}>{t('form.saveAnyway')}</Button>}
          </Row>
        </Stack>
      </form>
      <LeaveGuard isDirty={isDirty && !isDone} />
    </>
  );
}

type KindFieldProps = Pick<
  RadioGroupProps<Connection['kind']>,
  'name' | 'value' | 'onChange' | 'onBlur' | 'error'
>;

function KindField(props: KindFieldProps) {
  const { t } = useTranslation('connections');
  const { t: common } = useTranslation();
  return (
    <RadioGroup
      {...props}
      label={t('parts:field.kind')}
      choices={[
        { id: 'demonstration', label: common('kind.demonstration'), help: t('form.demonstrationHelp') },
        { id: 'test', label: common('kind.test'), help: t('form.testHelp') },
        { id: 'production', label: common('kind.production'), help: t('form.productionHelp') },
      ]}
    />
  );
}
