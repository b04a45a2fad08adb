import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanProgress, StepProgress } from '../../../shared/plan.ts';
import { settleStep } from '../../data/plans.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Settlement, settlementOf } from './settlement.ts';

interface Props {
  readonly plan: PlanProgress;
  readonly step: StepProgress;
  readonly onClose: () => void;
}

/** A person says what became of a step of which nobody else can tell: which object it made, or that it is to be done again. */
export function SettleDialog({ plan, step, onClose }: Props) {
  const { t } = useTranslation('activity');
  const describe = useErrorWords();
  const { candidates, task } = step;
  const isNew = task.kind === 'createComponent'; // the service chose its id
  const [choice, setChoice] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [isAttempted, setAttempted] = useState(false);
  const settlement = settlementOf(step, choice, typed);
  const settle = useMutation({
    mutationFn: (said: Settlement) => settleStep(plan, said),
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
      actions={
        <>
          <Button onPress={onClose}>{t('settle.cancel')}</Button>
          <Button variant="primary" type="submit" isPending={settle.isPending}>
            {t('settle.confirm')}
          </Button>
        </>
      }
    >
      <Stack>
        {failure !== null && <ErrorNotice {...describe(failure)} role="status" />}
        <p>{t('settle.known', { task: t(`task.${task.kind}`), count: step.attempts })}</p>
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
                  {t('settle.isThis')} <code>{id}</code>
                </>
              ),
            })),
            ...(candidates.length === 0
              ? [{ id: 'done', label: t('settle.done'), help: t('settle.doneHelp') }]
              : []),
            {
              id: 'again',
              label: t('settle.again'),
              help: t(isNew ? 'settle.againNew' : 'settle.againSame'),
            },
          ]}
        />
        {isNew && choice === 'done' && (
          <TextField
            isCode
            name="object"
            label={t('settle.object')}
            help={t('settle.objectHelp')}
            value={typed}
            onChange={setTyped}
            error={isAttempted && typed.trim() === '' ? t('settle.objectMissing') : undefined}
          />
        )}
      </Stack>
    </Dialog>
  );
}
