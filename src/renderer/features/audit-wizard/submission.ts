import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AppError } from '../../../shared/error.ts';
import type { PlanProgress } from '../../../shared/plan.ts';
import { auditCreated, auditPlan, createAudit } from '../../data/audits.ts';
import { componentsChanged } from '../../data/coupling-candidates.ts';
import { removeDraft } from '../../data/drafts.ts';
import { cancelPlan, pausePlan, usePlan } from '../../data/plans.ts';
import { pathTo } from '../../routes.ts';
import { creationOf } from './creation.ts';
import type { WizardRoom } from './wizard-context.ts';

/** How a submission failed, and the id that it was sent with. */
export interface Failure {
  readonly error: AppError;
  readonly id: string;
}

export interface Submission {
  readonly isSending: boolean;
  readonly failure: Failure | null;
  /** How the plan that creates it stands; null before it is submitted. */
  readonly progress: PlanProgress | null;
  /** Sends nothing more; what is on its way is brought to its end. */
  readonly stop: () => void;
  /** Sends nothing and keeps the draft, where it waits for a service that cannot be reached. */
  readonly keep: () => void;
  /** Creates the audit if nothing is wrong with it; while it is under way, another call does nothing (ux W10). */
  readonly submit: () => void;
  readonly dismiss: () => void;
}

interface Needs extends Pick<WizardRoom, 'connection' | 'store' | 'workPackage' | 'problems' | 'candidates'> {
  readonly draftId: string;
  /** Keeps the draft first, so that the id it is sent with outlives everything. */
  readonly flush: () => Promise<boolean>;
  /** The draft has become an audit: nothing more of it is kept. */
  readonly finish: () => void;
}

// After these the service has created nothing: name and id may follow the other fields again.
const certainlyNothing = ['validation', 'no-credits', 'forbidden'] as const;

/** Sends the audit, and takes its answer to where it belongs: the result, a field, or a sentence. */
export function useSubmission(needs: Needs): Submission {
  const { connection, store, workPackage, problems, candidates, draftId, flush, finish } = needs;
  const client = useQueryClient();
  const navigate = useNavigate();
  const underway = useRef(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false; // whoever has left the wizard is not brought back by its answer
    };
  }, []);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [planId, setPlanId] = useState<string | null>(null);
  const progress = usePlan(planId);

  // Who comes back to the review with changes begins anew; only a creation whose outcome is not known stays open.
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.content.step !== 'review' || before.content.step === 'review') return;
        setFailure((last) => (last?.error.code === 'unknown-outcome' ? last : null));
      }),
    [store],
  );

  const send = async () => {
    store.getState().freeze();
    const creation = creationOf(store.getState().content, workPackage);
    await flush();
    const plan = await auditPlan(connection, draftId, creation);
    setPlanId(plan.id);
    const reply = await createAudit(draftId, plan);
    if (reply.ok) {
      finish();
      await removeDraft(client, connection, draftId);
      await auditCreated(client, connection, reply.value);
      const coupled = creation.coupled_component_audit_ids ?? [];
      componentsChanged(
        client,
        connection,
        coupled.flatMap((id) => candidates.network.candidate(id)?.group.id ?? []),
      );
      if (isOpen.current) await navigate(pathTo('auditCreated', { auditId: reply.value }), { replace: true });
      return;
    }
    setFailure({ error: reply.error, id: creation.id });
    if (certainlyNothing.some((code) => code === reply.error.code)) store.getState().thaw();
    if (reply.error.fields !== undefined) store.getState().refuse(reply.error.fields);
    else if (reply.error.code === 'differs') store.getState().open('naming');
  };

  const submit = () => {
    if (underway.current || !store.getState().confirm(problems)) return;
    underway.current = true;
    setSending(true);
    setFailure(null);
    void send().finally(() => {
      underway.current = false;
      setSending(false);
    });
  };

  const stop = () => {
    if (planId !== null) void pausePlan(planId);
  };

  const keep = () => {
    if (planId !== null) void cancelPlan(planId);
  };

  return {
    isSending,
    failure,
    progress,
    stop,
    keep,
    submit,
    dismiss: useCallback(() => setFailure(null), []),
  };
}
