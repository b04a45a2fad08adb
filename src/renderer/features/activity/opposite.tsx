import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PlanProgress, TaskKind } from '../../../shared/plan.ts';
import type { Opposite } from '../../../shared/rules/plans/opposite.ts';
import { onlyRemoves } from '../../../shared/rules/plans/plan.ts';
import { errorOf } from '../../data/call.ts';
import { removeDraft } from '../../data/drafts.ts';
import {
  oppositePlan,
  sendOpposite,
  stageOpposites,
  unchangedOppositesQuery,
  unstage,
  useStagedOpposite,
} from '../../data/opposites.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { useSend } from '../../parts/use-send.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { AlertDialog, Dialog, FormActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Bullets } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { usePlanRefusal } from './plan-words.ts';

/** What would be done, in a sentence. */
function useOppositeWords(): (opposite: Opposite) => string {
  const { t } = useTranslation('activity');
  const roleWords = useRoleWords();
  return (opposite) => {
    const { subject } = opposite.step;
    if (opposite.kind === 'none') return t(`opposite.reason.${opposite.reason}`);
    const task = opposite.steps[0]?.task;
    if (task?.kind === 'assignUser' || task?.kind === 'changeUser')
      return t(`opposite.change.${task.kind}`, { subject, role: roleWords(task.assignment.role) });
    const kind = removals.find((each) => each === task?.kind) ?? 'deleteAudit';
    return t(`opposite.change.${kind}`, { subject });
  };
}

const removals = ['removeUser', 'createComponent', 'deleteComponent'] as const;

/** Stages what undoes the steps of a plan that are done, after a look at what that is; nothing is sent by it. */
export function OppositeAction({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const { state } = useLocation(); // whoever comes to undo the plan says so
  const [isOpen, setOpen] = useState(state?.undo === true);
  const refusal = usePlanRefusal(plan);
  const isStaged = useStagedOpposite(plan) !== null;
  if (plan.state === 'running' || plan.counts.done === 0) return null;
  return (
    <>
      <Button
        icon={<Undo2 aria-hidden />}
        reason={refusal ?? (isStaged ? t('opposite.isStaged') : undefined)}
        onPress={() => setOpen(true)}
      >
        {t('opposite.action')}
      </Button>
      {isOpen && <OppositeDialog plan={plan} onClose={() => setOpen(false)} />}
    </>
  );
}

interface OppositeDialogProps {
  readonly plan: PlanProgress;
  readonly onClose: () => void;
}

const mostNamed = 50;

function OppositeDialog({ plan, onClose }: OppositeDialogProps) {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const wordsOf = useOppositeWords();
  const client = useQueryClient();
  const { send, isSending, notice } = useSend();
  const { data, error } = useQuery(unchangedOppositesQuery(client, plan));
  const possible = (data ?? []).filter(({ kind }) => kind !== 'none');
  const others = (data ?? []).filter(({ kind }) => kind === 'none');
  const stage = () =>
    send(
      () => stageOpposites(client, plan, possible),
      () => {
        announce(t('opposite.staged', { count: possible.length }));
        onClose();
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('opposite.title')}
      onSubmit={() => possible.length > 0 && void stage()}
      actions={
        <FormActions
          cancel={common('action.cancel')}
          submit={t('opposite.stage', { count: possible.length })}
          isPending={isSending}
          reason={possible.length === 0 ? t('opposite.nothing') : undefined}
        />
      }
    >
      {notice}
      {error !== null && <ErrorNotice {...describe(errorOf(error))} />}
      {data === undefined && error === null && (
        <SkeletonRows count={4} widths={['70%', '50%']} label={t('opposite.reading')} />
      )}
      {possible.length > 0 && (
        <>
          <p>{t('opposite.text')}</p>
          <Named list={possible} words={wordsOf} />
        </>
      )}
      {others.length > 0 && (
        <>
          <p>{t('opposite.impossible', { count: others.length })}</p>
          <Named list={others} words={(one) => `${one.step.subject}: ${wordsOf(one)}`} />
        </>
      )}
    </Dialog>
  );
}

interface NamedProps {
  readonly list: readonly Opposite[];
  readonly words: (opposite: Opposite) => string;
}

function Named({ list, words }: NamedProps) {
  const { t } = useTranslation('activity');
  return (
    <Bullets>
      {list.slice(0, mostNamed).map((one) => (
        <li key={one.step.key}>
          <bdi>{words(one)}</bdi>
        </li>
      ))}
      {list.length > mostNamed && <li>{t('stop.more', { count: list.length - mostNamed })}</li>}
    </Bullets>
  );
}

/** What is staged to undo a plan: a person looks through it, takes changes out and sends the rest. */
export function StagedOpposite({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const wordsOf = useOppositeWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const refusal = usePlanRefusal(plan);
  const staged = useStagedOpposite(plan);
  const { send, isSending, notice } = useSend();
  const [isAsking, setAsking] = useState(false);
  if (staged === null) return null;
  const { draft, opposites } = staged;
  const ofKind = (kind: TaskKind) => opposites.filter(({ steps }) => steps[0]?.task.kind === kind);
  const [audits, components] = [ofKind('deleteAudit'), ofKind('deleteComponent')];
  const deleted = [...audits, ...components];
  const question =
    components.length === 0 ? 'confirm' : audits.length === 0 ? 'confirmComponents' : 'confirmBoth';
  const apply = () => {
    setAsking(false);
    void send(
      () => sendOpposite(client, oppositePlan(staged, t('opposite.plan', { title: plan.title }))),
      ({ id }) => void navigate(pathTo('plan', { planId: id })),
    );
  };
  return (
    <Banner
      tone="info"
      title={t('opposite.stagedTitle', { count: opposites.length })}
      actions={
        <>
          <Button
            variant="primary"
            reason={refusal ?? (opposites.length === 0 ? t('opposite.nothing') : undefined)}
            isPending={isSending}
            onPress={() => (deleted.length > 0 ? setAsking(true) : apply())}
          >
            {t('opposite.send', { count: opposites.length })}
          </Button>
          <Button
            onPress={() =>
              void send(
                () => removeDraft(client, draft.connection, draft.id),
                () => {},
              )
            }
          >
            {t('opposite.discard')}
          </Button>
        </>
      }
    >
      {notice}
      <Bullets>
        {opposites.slice(0, mostNamed).map((one) => (
          <li key={one.step.key}>
            <bdi>{wordsOf(one)}</bdi>
            <IconButton
              label={t('opposite.remove', { subject: one.step.subject })}
              icon={<X aria-hidden />}
              onPress={() =>
                void send(
                  () => unstage(client, staged, one.step.key),
                  () => {},
                )
              }
            />
          </li>
        ))}
        {opposites.length > mostNamed && <li>{t('stop.more', { count: opposites.length - mostNamed })}</li>}
      </Bullets>
      <AlertDialog
        isOpen={isAsking}
        isDestructive
        title={t(`opposite.${question}`, { count: deleted.length })}
        confirm={t('opposite.send', { count: opposites.length })}
        cancel={common('action.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={apply}
      >
        <p>{t('opposite.confirmText')}</p>
        {onlyRemoves(opposites.flatMap(({ steps }) => steps)) && <p>{t('opposite.confirmWait')}</p>}
        <Named list={deleted} words={({ step }) => step.subject} />
      </AlertDialog>
    </Banner>
  );
}
