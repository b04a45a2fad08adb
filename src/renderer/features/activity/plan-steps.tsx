import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { PlanProgress, StepProgress, Task } from '../../../shared/plan.ts';
import { isWaiting, screenOfTask } from '../../../shared/rules/plans/plan.ts';
import { useActiveConnection } from '../../data/connections.ts';
import { type StepsWanted, usePlanSteps } from '../../data/plan-steps.ts';
import { resolveStep } from '../../data/plans.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment, formatNumber, momentsInEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { taskWords } from '../../messages/task-words.ts';
import { stepLooks } from '../../parts/status-look.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import type { TableColumn } from '../../ui/grid/columns.ts';
import { Stack } from '../../ui/layout.tsx';
import { Toolbar } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DetailCard, OpenableTable, useEntryActions } from './list-parts.tsx';
import { type StepFilter, stepFilterNames, stepFilters, totalsOf } from './plan-status.ts';
import { stepFilterWords, usePlanRefusal, useReasonWords } from './plan-words.ts';

export type StepChoice = StepFilter | 'all' | 'differ';

interface PlanStepsProps {
  readonly plan: PlanProgress;
  /** How many are done, but not as they were sent. */
  readonly differing: number;
  readonly shown: StepChoice;
  readonly onShow: (shown: StepChoice) => void;
}

/** The steps of a plan: all, or those that stand in some way; one of them at length. */
export function PlanSteps({ plan, differing, shown, onShow }: PlanStepsProps) {
  const { t, i18n } = useTranslation('activity');
  const { t: differences } = useTranslation('differences');
  const list = usePlanSteps(plan, wantedBy(shown));
  const { entries } = list;
  const results = new Map(entries.map(({ key, result }) => [key, result]));
  const resultOf = (key: string) => results.get(key) ?? null;
  const columns = useStepColumns();
  const actions = useEntryActions();
  const countOf = (filter: StepFilter) =>
    stepFilters[filter].reduce((sum, state) => sum + plan.counts[state], 0);
  const labelOf = (id: StepFilter | 'all', count: number) =>
    `${t(stepFilterWords[id])} (${formatNumber(count, i18n.language)})`;
  return (
    <>
      <Toolbar label={t('parts:word.filters')}>
        <Select<StepChoice>
          isCompact
          label={t('parts:word.show')}
          options={[
            { id: 'all', label: labelOf('all', totalsOf(plan).count) },
            ...stepFilterNames
              .filter((id) => countOf(id) > 0 || id === shown)
              .map((id) => ({ id, label: labelOf(id, countOf(id)) })),
            ...(differing > 0 || shown === 'differ'
              ? [{ id: 'differ' as const, label: differences('filter', { count: differing }) }]
              : []),
          ]}
          value={shown}
          onChange={onShow}
        />
      </Toolbar>
      <OpenableTable
        id="plan-steps"
        list={list}
        label={t('parts:field.steps')}
        columns={columns}
        rowId={({ key }) => key}
        actionsOf={({ result }) => actions(null, result)}
        renderDetail={(step, onClose) => (
          <StepDetail plan={plan} step={step} resultOf={resultOf} onClose={onClose} />
        )}
        empty={t('steps.none')}
      />
    </>
  );
}

function wantedBy(shown: StepChoice): StepsWanted {
  if (shown === 'all') return {};
  return shown === 'differ' ? { differ: true } : { states: stepFilters[shown] };
}

/** The columns of the steps of a plan; moments in a file are ISO 8601 in UTC (ux B8). */
export function useStepColumns(): readonly TableColumn<StepProgress>[] {
  const { t, i18n } = useTranslation('activity');
  const reasonOf = useReasonWords();
  return [
    {
      id: 'subject',
      title: t('parts:field.subject'),
      isRowHeader: true,
      width: { least: 240, grows: 3.4 },
      value: ({ subject, key }) => (subject === '' ? key : subject),
      file: [{ key: 'subject', value: ({ subject }) => subject }],
    },
    {
      id: 'task',
      title: t('parts:field.action'),
      width: { least: Object.values(taskWords).map((key) => t(key)) },
      value: ({ task }) => t(taskWords[task.kind]),
      file: [{ key: 'action', value: ({ task }) => task.kind, words: ({ task }) => t(taskWords[task.kind]) }],
    },
    {
      id: 'state',
      title: t('parts:field.status'),
      hasIcon: true,
      width: { least: Object.values(t('parts:state', { returnObjects: true })) },
      cell: ({ state }) => <StatusMark look={stepLooks[state]} word={t(`parts:state.${state}`)} />,
      file: [{ key: 'state', value: ({ state }) => state, words: ({ state }) => t(`parts:state.${state}`) }],
    },
    {
      id: 'reason',
      title: t('parts:field.reason'),
      width: { least: 180, grows: 2 },
      value: reasonOf,
      file: [{ key: 'reason', value: (step) => reasonOf(step) || null }],
    },
    {
      id: 'object',
      title: t('parts:word.id'),
      width: { least: 110, grows: 0.9, givesWay: 1 },
      value: ({ result }) => result ?? '',
      file: [{ key: 'object_id', value: ({ result }) => result }],
    },
    {
      id: 'changed',
      title: t('parts:word.changed'),
      width: { least: momentsInEveryMonth(formatMoment, i18n.language), givesWay: 2 },
      value: ({ changedAt }) => formatMoment(changedAt, i18n.language),
      file: [{ key: 'changed_at', value: ({ changedAt }) => changedAt }],
    },
    { key: 'attempts', value: ({ attempts }) => attempts },
    { key: 'error_code', value: ({ error }) => error?.code ?? null },
    { key: 'request_id', value: ({ error }) => error?.requestId ?? null },
  ];
}

interface StepDetailProps {
  readonly plan: PlanProgress;
  readonly step: StepProgress;
  /** The id of what another step of the same plan has made, as far as it was read. */
  readonly resultOf: (key: string) => string | null;
  readonly onClose: () => void;
}

/** One step at length; where its outcome is unknown, it can be resolved from here. */
function StepDetail({ plan, step, resultOf, onClose }: StepDetailProps) {
  const { t, i18n } = useTranslation('activity');
  const describe = useErrorWords();
  const reasonOf = useReasonWords();
  const roleWords = useRoleWords();
  const refusal = usePlanRefusal(plan);
  const [isSettling, setSettling] = useState(false);
  const { task, state, result, error, candidates } = step;
  const active = useActiveConnection();
  const placeHere = (object: string) =>
    active?.id === plan.connection ? placeOf(task, object, resultOf) : null;
  const place = placeHere(candidates[0] ?? '');
  const resultPlace = placeHere(result ?? '');
  return (
    <DetailCard
      id={step.key}
      title={step.subject === '' ? t(taskWords[task.kind]) : step.subject}
      onClose={onClose}
    >
      <DefinitionList
        items={[
          { term: t('parts:field.action'), value: t(taskWords[task.kind]) },
          {
            term: t('parts:field.status'),
            value: <StatusMark look={stepLooks[state]} word={t(`parts:state.${state}`)} />,
          },
          ...(result === null
            ? []
            : [
                {
                  term: t('parts:word.id'),
                  value:
                    resultPlace === null ? (
                      <code>{result}</code>
                    ) : (
                      <Link to={resultPlace}>
                        <code>{result}</code>
                      </Link>
                    ),
                },
              ]),
          ...('assignment' in task
            ? [{ term: t('parts:field.role'), value: roleWords(task.assignment.role) }]
            : []),
          ...('before' in task && task.before !== undefined
            ? [{ term: t('steps.roleBefore'), value: roleWords(task.before) }]
            : []),
          { term: t('steps.attempts'), value: String(step.attempts) },
          {
            term: t('parts:word.changed'),
            value: formatMoment(step.changedAt, i18n.language),
          },
          ...(candidates.length === 0 || state !== 'unclear'
            ? []
            : [
                {
                  term: t('settle.candidates'),
                  value: (
                    <ul>
                      {candidates.map((id) => (
                        <li key={id}>
                          <Id value={id} isCopyable />
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]),
        ]}
      />
      {error === null ? (
        reasonOf(step) !== '' && <p>{reasonOf(step)}</p>
      ) : (
        <ErrorNotice {...describe(error)} tone={state === 'failed' ? 'danger' : 'warning'} />
      )}
      {state === 'unclear' && (
        <>
          {place !== null && (
            <p>
              <Link to={place}>{t('settle.look')}</Link>
            </p>
          )}
          <Button variant="primary" reason={refusal} onPress={() => setSettling(true)}>
            {t('settle.open')}
          </Button>
          {isSettling && <ResolveDialog plan={plan} step={step} onClose={() => setSettling(false)} />}
        </>
      )}
    </DetailCard>
  );
}

/** The address of the screen that shows the object of a task; null where there is none, as for what was deleted. */
export function placeOf(task: Task, object: string, resultOf: StepDetailProps['resultOf']): string | null {
  const place = screenOfTask(task);
  if (place === null) return null;
  if (place.screen === 'client') return pathTo('client', { clientId: object });
  if (place.screen === 'audit') return pathTo('audit', { auditId: object });
  const auditId = typeof place.of === 'string' || place.of === null ? place.of : resultOf(place.of.fromStep);
  return auditId === null ? null : pathTo(place.screen, { auditId });
}

interface Props {
  readonly plan: PlanProgress;
  readonly step: StepProgress;
  readonly onClose: () => void;
}

/** Asks a person for the outcome of a step: which object it made, or that it is to be done again. */
function ResolveDialog({ plan, step, onClose }: Props) {
  const { t } = useTranslation('activity');
  const describe = useErrorWords();
  const { candidates, task } = step;
  const isNew = task.kind === 'createComponent'; // the service chose its id
  const isTwice = step.error?.code === 'made-twice';
  const isTwin = step.error?.code === 'made-meanwhile';
  const isWait = isWaiting(task);
  const reason =
    step.error !== null && (isTwice || isTwin || isWait || step.error.code === 'accepted-unseen')
      ? describe(step.error)
      : null;
  const [choice, setChoice] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [isAttempted, setAttempted] = useState(false);
  const settlement = resolutionOf(step, choice, typed);
  const settle = useMutation({
    mutationFn: (said: Resolution) => resolveStep(plan, said),
    onSuccess: (reply) => {
      if (reply.ok) onClose();
    },
  });
  const submit = () => {
    setAttempted(true);
    if (settlement === null) focusField(choice === 'done' ? 'object' : 'settlement');
    else settle.mutate(settlement);
  };
  const failure =
    settle.data?.ok === false && settle.data.error.code !== 'confirmation-needed' ? settle.data.error : null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      onSubmit={submit}
      title={t('settle.title', { subject: step.subject })}
      actions={<FormActions submit={t('settle.confirm')} isPending={settle.isPending} />}
    >
      <Stack gap="4">
        {failure !== null && <ErrorNotice {...describe(failure)} role="status" />}
        <p>
          {isWait && reason?.happened}{' '}
          {reason?.meaning ??
            t(step.attempts === 0 ? 'settle.unsent' : 'settle.known', {
              task: t(taskWords[task.kind]),
              count: step.attempts,
            })}
        </p>
        <RadioGroup<string>
          name="settlement"
          label={t('settle.question')}
          value={choice}
          onChange={setChoice}
          error={isAttempted && choice === null ? t('settle.missing') : undefined}
          choices={[
            ...candidates.map((id) => ({
              id: `object:${id}`,
              label: (
                <>
                  {t(isTwin ? 'settle.twin' : 'settle.isThis')} <code>{id}</code>
                </>
              ),
            })),
            ...(candidates.length === 0 ? [{ id: 'done', label: t(doneWord(task)) }] : []),
            ...(isTwice
              ? []
              : [
                  {
                    id: 'again',
                    label: t(isTwin ? 'settle.againTwin' : isWait ? 'settle.notYet' : 'settle.again'),
                    help: isWait
                      ? undefined
                      : t(isTwin ? 'settle.againTwinHelp' : isNew ? 'settle.againNew' : 'settle.againSame'),
                  },
                ]),
          ]}
        />
        {isNew && choice === 'done' && (
          <TextField
            isCode
            name="object"
            label={t('settle.object')}
            value={typed}
            onChange={setTyped}
            error={isAttempted && typed.trim() === '' ? t('settle.objectMissing') : undefined}
          />
        )}
      </Stack>
    </Dialog>
  );
}

/** What a person says who says that a task is done. */
function doneWord(task: Task) {
  if (!isWaiting(task)) return 'settle.done';
  return task.kind === 'awaitGone' ? 'settle.isGone' : 'settle.isOpen';
}

interface Resolution {
  readonly step: string;
  readonly as: 'done' | 'again';
  readonly object?: string;
}

/**
 * What a choice in the dialog means: `again`, `done`, or `object:` with the id of a candidate. Null while the choice is missing,
 * or the id of an object whose id the service chose.
 */
export function resolutionOf(
  { key, task }: Pick<StepProgress, 'key' | 'task'>,
  choice: string | null,
  typed: string,
): Resolution | null {
  if (choice === null) return null;
  if (choice === 'again') return { step: key, as: 'again' };
  if (choice.startsWith('object:')) return { step: key, as: 'done', object: choice.slice('object:'.length) };
  if (task.kind !== 'createComponent') return { step: key, as: 'done' };
  const object = typed.trim();
  return object === '' ? null : { step: key, as: 'done', object };
}
