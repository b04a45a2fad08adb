import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AppError } from '../../../shared/error.ts';
import type { AuditCreation } from '../../../shared/model/audit.ts';
import type { PlanProgress } from '../../../shared/plan.ts';
import { freeId } from '../../../shared/rules/texts/free-id.ts';
import { auditCreated, auditPlan, createAudit, findReplaced } from '../../data/audits.ts';
import type { Autosave } from '../../data/autosave.ts';
import { componentsChanged } from '../../data/components.ts';
import { useIsUnreachable } from '../../data/connection-state.ts';
import { removeDraft } from '../../data/drafts.ts';
import { cancelPlan, pausePlan, useIsQueued, usePlan, waitForService } from '../../data/plans.ts';
import { useWait } from '../../data/waits.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { NewTokenButton } from '../../parts/credentials-remedy.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { creationOf } from './creation.ts';
import { copiedInto, idsOf } from './proposal.ts';
import styles from './wizard.module.css';
import { useWizard, useWizardContext } from './wizard-context.ts';

interface Failure {
  readonly error: AppError;
  readonly id: string;
}

export interface Submission {
  readonly isSending: boolean;
  readonly failure: Failure | null;
  /** Null before the plan is submitted. */
  readonly progress: PlanProgress | null;
  /** Creates the audit if it has no problem. A second call meanwhile does nothing (ux W10). */
  readonly submit: () => void;
  readonly dismiss: () => void;
}

// After these the service has certainly created nothing, so name and id can be proposed again.
const certainlyNothing = ['validation', 'no-credits', 'forbidden'] as const;

/** Sends the audit. The answer leads to the result, to a field, or to a notice. */
export function useSubmission(
  draftId: string,
  autosave: Pick<Autosave<never>, 'flush' | 'stop'>,
): Submission {
  const { connection, store, workPackage, problems, candidates, known } = useWizardContext();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [planId, setPlanId] = useState<string | null>(null);
  const isSending = useRef(false); // a second press may come before the first is drawn
  const { mutate, reset, data, variables, isPending } = useMutation({
    mutationFn: async (creation: AuditCreation) => {
      await autosave.flush(); // so that the draft has the id that is sent
      const { replaces } = store.getState().content;
      const replaced = replaces === null ? null : await findReplaced(connection, replaces);
      if (replaced?.ok === false) return replaced;
      const copies = copiedInto(store.getState().content, known);
      const plan = auditPlan(connection, draftId, creation, { replaced: replaced?.value, ...copies });
      const reply = await createAudit(plan, setPlanId);
      if (!reply.ok) return reply;
      autosave.stop();
      await removeDraft(client, connection, draftId);
      await auditCreated(client, connection, reply.value);
      const { coupled_component_audit_ids: coupled = [] } = creation;
      componentsChanged(
        client,
        connection,
        coupled.flatMap((id) => candidates.network.candidate(id)?.group.id ?? []),
      );
      return reply;
    },
    onSettled: (reply) => {
      isSending.current = reply?.ok === true; // the result is about to be shown
    },
  });

  // A person who comes back to the review starts again, except after an unknown outcome.
  const isOver = data?.ok === false && data.error.code !== 'unknown-outcome';
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (isOver && now.content.step === 'review' && before.content.step !== 'review') reset();
      }),
    [store, isOver, reset],
  );

  const fail = (error: AppError) => {
    const wizard = store.getState();
    if (certainlyNothing.some((code) => code === error.code)) wizard.thaw();
    if (error.fields !== undefined) wizard.refuse(error.fields);
    else if (error.code === 'differs') wizard.open('naming');
  };

  const submit = () => {
    if (isSending.current || !store.getState().confirm(problems)) return;
    isSending.current = true;
    store.getState().freeze();
    mutate(creationOf(store.getState().content, workPackage), {
      // Not called for a person who has left the wizard: the answer must not bring them back.
      onSuccess: (reply) => {
        if (reply.ok) void navigate(pathTo('auditCreated', { auditId: reply.value }), { replace: true });
        else fail(reply.error);
      },
    });
  };

  return {
    isSending: isPending || data?.ok === true,
    failure: data?.ok === false && variables !== undefined ? { error: data.error, id: variables.id } : null,
    progress: usePlan(planId),
    submit,
    dismiss: reset,
  };
}

/** What the creation waits for, or why it failed. */
export function SubmissionNotice({ submission }: { readonly submission: Submission }) {
  const { t } = useTranslation('audit-wizard');
  const { t: common } = useTranslation();
  const { connection } = useWizardContext();
  const id = useWizard(({ content }) => content.fields.id);
  const wait = useWait(connection, 'lifecycle');
  const isAway = useIsUnreachable(connection);
  if (submission.isSending && wait !== null)
    return (
      <Banner
        tone="info"
        title={common(`wait.title.${wait.reason}`)}
        actions={<Button onPress={wait.stop}>{t('common:wait.stop')}</Button>}
      >
        {t('parts:word.sendsIn', { seconds: wait.seconds })}
      </Banner>
    );
  const { progress, failure } = submission;
  if (submission.isSending && progress !== null && progress.counts.resolving > 0)
    return (
      <Banner
        tone="info"
        title={t('resolving.title')}
        actions={<Button onPress={() => void pausePlan(progress.id)}>{t('resolving.stop')}</Button>}
      >
        {t('resolving.text', { id })}
      </Banner>
    );
  if (submission.isSending && isAway && progress !== null) return <Queued plan={progress} />;
  if (submission.isSending) return <Banner tone="info">{t('creatingText')}</Banner>;
  if (failure === null) return null;
  const isOver = failure.error.code === 'differs' && failure.id !== id; // another id was chosen
  return isOver ? null : (
    <InSight>
      <FailureNotice failure={failure} submission={submission} />
    </InSight>
  );
}

/** Asks whether the creation waits for a service that cannot be reached. */
function Queued({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('offline');
  const isQueued = useIsQueued(plan.connection);
  return (
    <Banner
      tone="info"
      role="status"
      title={t(isQueued ? 'queued.title' : 'title')}
      actions={
        <>
          <Button onPress={() => void cancelPlan(plan.id)}>{t('write.keep.draft')}</Button>
          {!isQueued && (
            <Button variant="primary" onPress={() => void waitForService(plan.connection)}>
              {t('write.queue')}
            </Button>
          )}
        </>
      }
    >
      {t(isQueued ? 'queued.text' : 'queued.awayText')}
    </Banner>
  );
}

/** Scrolls to its content when it appears. */
function InSight({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer a promise, which is no clean-up.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className={styles.inSight}>
      {children}
    </div>
  );
}

// Failures with words of their own in the wizard.
const ownFailures = ['forbidden', 'unknown-outcome', 'cancelled'] as const;

interface FailureNoticeProps {
  readonly failure: Failure;
  readonly submission: Submission;
}

function FailureNotice({ failure: { error, id }, submission }: FailureNoticeProps) {
  const { t } = useTranslation('audit-wizard');
  const { connection } = useWizardContext();
  const words = useErrorWords();
  const general = words(error);
  const { code } = error;
  const own = error.reason === undefined ? ownFailures.find((each) => each === code) : undefined;
  return (
    <ErrorNotice
      {...general}
      {...(own === undefined
        ? {}
        : {
            happened: t(`failure.${own}.title`),
            meaning: t(`failure.${own}.text`, { id }),
            remedy: t(`failure.${own}.remedy`),
          })}
      role="status"
      tone={code === 'unknown-outcome' || code === 'cancelled' ? 'warning' : 'danger'}
      action={
        code === 'differs' ? (
          <UseFreeId id={id} onDone={submission.dismiss} />
        ) : code === 'forbidden' ? (
          <NewTokenButton connection={connection} onNew={submission.submit} />
        ) : code === 'validation' ? undefined : (
          <Button onPress={submission.submit}>
            {t(code === 'unknown-outcome' ? 'parts:word.checkAgain' : 'parts:word.retry')}
          </Button>
        )
      }
    />
  );
}

function UseFreeId({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { t } = useTranslation('audit-wizard');
  const { known } = useWizardContext();
  const change = useWizard((state) => state.change);
  const open = useWizard((state) => state.open);
  const free = freeId(id, new Set([...idsOf(known.audits), id]));
  return (
    <Button
      onPress={() => {
        change('id', free);
        open('review');
        onDone();
      }}
    >
      {t('parts:word.useNamed', { name: free })}
    </Button>
  );
}
