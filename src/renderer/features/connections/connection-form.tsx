import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type UseControllerReturn, useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Connection } from '../../../shared/model/connection.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { connectionsQuery, useSwitchConnection } from '../../data/connections.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../ui/choice.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { announce } from '../../ui/live-region.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { SecretField, TextField } from '../../ui/text-field.tsx';
import { type ConnectionEntry, draftOf, entryOf } from './connection-entry.ts';
import styles from './connections.module.css';
import { KeepChoice } from './keep-choice.tsx';
import { ReportView } from './report-view.tsx';
import { useEntryResolver } from './use-entry-resolver.ts';

interface Props {
  readonly stored: Connection | null;
  readonly title: string;
  readonly back: ReactNode;
}

/** Enters or changes a connection. Saving tests it first; a failed test can be overruled, but is always seen. */
export function ConnectionForm({ stored, title, back }: Props) {
  const { t } = useTranslation('connections');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const switchTo = useSwitchConnection();
  const describe = useErrorWords();
  const [attempt, setAttempt] = useState(0);
  const [isDone, setDone] = useState(false);
  const form = useForm<ConnectionEntry>({
    mode: 'onTouched',
    shouldFocusError: false, // the summary takes the focus
    defaultValues: entryOf(stored),
    resolver: useEntryResolver(stored),
  });
  const { control, formState, getValues, handleSubmit } = form;
  const { errors, isDirty } = formState;
  const name = bound(useController({ control, name: 'name' }));
  const kind = bound(useController({ control, name: 'kind' }));
  const access = bound(useController({ control, name: 'access' }));
  const baseUrl = bound(useController({ control, name: 'baseUrl' }));
  const clientId = bound(useController({ control, name: 'clientId' }));
  const secret = bound(useController({ control, name: 'secret' }));
  const keep = bound(useController({ control, name: 'keep' }));

  const test = useMutation({
    mutationFn: async (entry: ConnectionEntry) => {
      const draft = draftOf(entry, stored);
      return draft === null ? null : unwrap(call('connections.test', draft));
    },
    onMutate: () => announce(t('report.running')),
  });
  const save = useMutation({
    mutationFn: async (entry: ConnectionEntry) => {
      const draft = draftOf(entry, stored);
      return draft === null ? null : unwrap(call('connections.save', draft));
    },
    onSuccess: async (connection) => {
      if (connection === null) return;
      setDone(true);
      announce(t('form.saved', { name: connection.name }));
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      await client.invalidateQueries({ queryKey: [connection.id] });
      if (stored === null) await switchTo(connection.id);
      await navigate(pathTo(stored === null ? 'audits' : 'connections'));
    },
  });
  const refuse = () => {
    test.reset();
    setAttempt((before) => before + 1);
  };
  const testOnly = handleSubmit((entry) => test.mutate(entry), refuse);
  const testAndSave = handleSubmit(async (entry) => {
    if (test.isPending || save.isPending) return;
    const report = await test.mutateAsync(entry).catch(() => null);
    if (report !== null && report.failed === null) save.mutate(entry);
  }, refuse);

  const problems = Object.entries(errors).map(([field, error]) => ({ field, text: error.message ?? '' }));
  const isBusy = test.isPending || save.isPending;
  const failure = save.error ?? test.error;
  const failedTest = test.data?.failed ?? null;
  return (
    <>
      <PageHeader title={title} back={back} hasErrors={attempt > 0 && problems.length > 0} />
      <form className={styles.form} noValidate onSubmit={(event) => void testAndSave(event)}>
        {attempt > 0 && <ErrorSummary title={common('problem')} errors={problems} attempt={attempt} />}
        <TextField {...name} label={t('form.name')} help={t('form.nameHelp')} />
        <RadioGroup
          {...kind}
          label={t('form.kind')}
          help={t('form.kindHelp')}
          choices={[
            { id: 'demonstration', label: t('form.demonstration'), help: t('form.demonstrationHelp') },
            { id: 'test', label: t('form.test'), help: t('form.testHelp') },
            { id: 'production', label: t('form.production'), help: t('form.productionHelp') },
          ]}
        />
        <Checkbox
          name={access.name}
          label={t('form.readOnly')}
          help={t('form.readOnlyHelp')}
          isSelected={access.value === 'read-only'}
          onChange={(isReadOnly) => access.onChange(isReadOnly ? 'read-only' : 'read-write')}
        />
        <TextField
          {...baseUrl}
          isCode
          inputMode="url"
          label={t('form.baseUrl')}
          help={t('form.baseUrlHelp')}
        />
        <TextField {...clientId} isCode label={t('form.clientId')} help={t('form.clientIdHelp')} />
        <SecretField
          {...secret}
          label={t('form.secret')}
          help={t(stored === null ? 'form.secretHelp' : 'form.secretStoredHelp')}
        />
        <KeepChoice value={keep.value} onChange={keep.onChange} />
        {test.isPending && <p>{t('report.running')}</p>}
        {failure !== null && <ErrorNotice role="status" {...describe(errorOf(failure))} />}
        {test.data !== undefined && test.data !== null && !test.isPending && (
          <ReportView report={test.data} />
        )}
        <div className={styles.buttons}>
          <Button variant="primary" type="submit" isPending={isBusy}>
            {t('form.save')}
          </Button>
          <Button isPending={test.isPending} onPress={() => void testOnly()}>
            {t('form.testAction')}
          </Button>
          {failedTest !== null && !isBusy && (
            <Button onPress={() => save.mutate(getValues())}>{t('form.saveAnyway')}</Button>
          )}
        </div>
      </form>
      <LeaveGuard isDirty={isDirty && !isDone} />
    </>
  );
}

/** What a field of ours takes from the form. */
function bound<Name extends keyof ConnectionEntry>({
  field,
  fieldState,
}: UseControllerReturn<ConnectionEntry, Name>) {
  const { name, value, onChange, onBlur } = field;
  return { name, value, onChange, onBlur, error: fieldState.error?.message };
}
