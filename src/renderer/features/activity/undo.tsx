import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Plan, PlanProgress } from '../../../shared/plan.ts';
import type { Inverse } from '../../../shared/rules/plans/inverse.ts';
import { onlyRemoves } from '../../../shared/rules/plans/plan.ts';
import { errorOf } from '../../data/call.ts';
import { submitPlan } from '../../data/plans.ts';
import { unchangedInversesQuery, undoPlan } from '../../data/undo.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { taskWords } from '../../messages/task-words.ts';
import { useSend } from '../../parts/use-send.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Bullets } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { usePlanRefusal } from './plan-words.ts';

/** What would be done, in a sentence. */
function useInverseWords(): (inverse: Inverse) => string {
  const { t } = useTranslation('activity');
  const roleWords = useRoleWords();
  return (inverse) => {
    const { subject } = inverse.step;
    if (inverse.kind === 'none') return t(`undo.reason.${inverse.reason}`);
    const task = inverse.steps[0]?.task;
    if (task?.kind === 'assignUser' || task?.kind === 'changeUser')
      return `${t(taskWords[task.kind])}: ${subject} → ${roleWords(task.assignment.role)}`;
    const kind = removals.find((each) => each === task?.kind) ?? 'deleteAudit';
    return `${t(taskWords[kind])}: ${subject}`;
  };
}

const removals = ['removeUser', 'createComponent', 'deleteComponent'] as const;

/** Undoes a plan: shows for each of its steps that are done what undoes it, and sends that as a plan. */
export function UndoAction({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const { state } = useLocation(); // whoever comes to undo the plan says so
  const [isOpen, setOpen] = useState(state?.undo === true);
  const refusal = usePlanRefusal(plan);
  if (plan.state === 'running' || plan.counts.done === 0) return null;
  return (
    <>
      <Button icon={<Undo2 aria-hidden />} reason={refusal} onPress={() => setOpen(true)}>
        {t('undo.action')}
      </Button>
      {isOpen && <UndoDialog plan={plan} refusal={refusal} onClose={() => setOpen(false)} />}
    </>
  );
}

interface UndoDialogProps {
  readonly plan: PlanProgress;
  readonly refusal: string | undefined;
  readonly onClose: () => void;
}

function UndoDialog({ plan, refusal, onClose }: UndoDialogProps) {
  const { t } = useTranslation('activity');
  const describe = useErrorWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { send, isSending, notice } = useSend();
  const { data, error } = useQuery(unchangedInversesQuery(client, plan));
  const [id] = useState(() => crypto.randomUUID()); // a second press sends the same plan
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const possible = (data ?? []).filter(({ kind }) => kind !== 'none');
  const others = (data ?? []).filter(({ kind }) => kind === 'none');
  const chosen = possible.filter(({ step }) => !leftOut.has(step.key));
  const undo = undoPlan({ id, connection: plan.connection, title: plan.title }, chosen);
  const unread = error === null ? t('undo.reading') : describe(errorOf(error)).happened;
  const none = possible.length === 0 ? t('undo.nothing') : t('undo.allLeftOut');
  const reason = refusal ?? (data === undefined ? unread : chosen.length === 0 ? none : undefined);
  const submit = () =>
    send(
      () => submitPlan(undo),
      () => {},
      () => void navigate(pathTo('plan', { planId: id })),
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('undo.title')}
      onSubmit={() => reason === undefined && void submit()}
      actions={
        <FormActions
          submit={t('undo.send', { count: chosen.length })}
          variant={deletes(undo) ? 'danger' : 'primary'}
          isPending={isSending}
          reason={reason}
        />
      }
    >
      {notice}
      {error !== null && <ErrorNotice {...describe(errorOf(error))} />}
      {data === undefined && error === null && (
        <SkeletonRows count={4} widths={['70%', '50%']} label={t('undo.reading')} />
      )}
      <Inverses
        list={possible}
        leftOut={leftOut}
        onChange={(key, isChosen) =>
          setLeftOut(new Set(isChosen ? [...leftOut].filter((one) => one !== key) : [...leftOut, key]))
        }
      />
      <Impossible list={others} />
      {deletes(undo) && (
        <Banner tone="warning" title={t('undo.deletes')}>
          {onlyRemoves(undo.steps) && t('undo.wait')}
        </Banner>
      )}
    </Dialog>
  );
}

const mostNamed = 50;

const deletes = ({ steps }: Pick<Plan, 'steps'>) =>
  steps.some(({ task: { kind } }) => kind === 'deleteAudit' || kind === 'deleteComponent');

interface InversesProps {
  readonly list: readonly Inverse[];
  readonly leftOut: ReadonlySet<string>;
  readonly onChange: (key: string, isChosen: boolean) => void;
}

/** What undoes each step, of which a person leaves out what stays. */
function Inverses({ list, leftOut, onChange }: InversesProps) {
  const { t } = useTranslation('activity');
  const wordsOf = useInverseWords();
  if (list.length === 0) return null;
  return (
    <>
      <p>{t('undo.text')}</p>
      <Stack as="ul" gap="1">
        {list.slice(0, mostNamed).map((one) => (
          <li key={one.step.key}>
            <Checkbox
              label={<bdi>{wordsOf(one)}</bdi>}
              isSelected={!leftOut.has(one.step.key)}
              onChange={(isChosen) => onChange(one.step.key, isChosen)}
            />
          </li>
        ))}
        {list.length > mostNamed && <li>{t('parts:count.more', { count: list.length - mostNamed })}</li>}
      </Stack>
    </>
  );
}

/** What nothing undoes, each with its reason. */
function Impossible({ list }: { readonly list: readonly Inverse[] }) {
  const { t } = useTranslation('activity');
  const wordsOf = useInverseWords();
  if (list.length === 0) return null;
  return (
    <>
      <p>{t('undo.impossible', { count: list.length })}</p>
      <Bullets>
        {list.slice(0, mostNamed).map((one) => (
          <li key={one.step.key}>
            <bdi>{`${one.step.subject}: ${wordsOf(one)}`}</bdi>
          </li>
        ))}
        {list.length > mostNamed && <li>{t('parts:count.more', { count: list.length - mostNamed })}</li>}
      </Bullets>
    </>
  );
}
