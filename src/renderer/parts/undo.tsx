import { Undo2 } from 'lucide-react';
import type { PlanProgress } from '../../shared/plan.ts';
import { cancelPlan } from '../data/plans.ts';
import { undoRemoval, useRemovals } from '../data/removals.ts';
import { useSeconds } from '../data/seconds.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { formatDuration } from '../messages/format.ts';
import { useTranslation } from '../messages/language.ts';
import { usePlanDoing } from '../messages/plan-words.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';

/** Says when a plan that only deletes starts, and undoes it until then; nothing for other plans, and once it has started. */
export function UndoPlan({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation();
  const planDoing = usePlanDoing();
  const { startsAt } = plan;
  const left = useTimeLeft(startsAt === undefined ? null : Date.parse(startsAt));
  if (left === null) return null;
  return (
    <Undo
      title={t('plans.undo.title', { doing: planDoing(plan), time: left })}
      text={t('plans.undo.text')}
      onUndo={() => void cancelPlan(plan.id)}
    />
  );
}

/** The same for what is deleted from this computer: whose keys begin so. */
export function UndoRemovals({ of }: { readonly of: string }) {
  const describe = useErrorWords();
  const { pending, failure } = useRemovals();
  return (
    <>
      {failure !== null && <ErrorNotice {...describe(failure)} role="status" />}
      {Object.entries(pending)
        .filter(([key]) => key.startsWith(of))
        .map(([key, { title, at }]) => (
          <UndoRemoval key={key} title={title} at={at} onUndo={() => undoRemoval(key)} />
        ))}
    </>
  );
}

interface UndoRemovalProps {
  readonly title: string;
  readonly at: number;
  readonly onUndo: () => void;
}

function UndoRemoval({ title, at, onUndo }: UndoRemovalProps) {
  const { t } = useTranslation('activity');
  const time = useTimeLeft(at);
  return <Undo title={t('removal.title', { title, time })} text={t('removal.text')} onUndo={onUndo} />;
}

interface UndoProps {
  readonly title: string;
  readonly text: string;
  readonly onUndo: () => void;
}

function Undo({ title, text, onUndo }: UndoProps) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="warning"
      title={title}
      actions={
        <Button icon={<Undo2 aria-hidden />} onPress={onUndo}>
          {t('plans.undo.action')}
        </Button>
      }
    >
      {text}
    </Banner>
  );
}

/** How long it is until a moment, in words; null without one. */
function useTimeLeft(at: number | null): string | null {
  const { t } = useTranslation();
  const now = useSeconds(at !== null);
  return at === null ? null : formatDuration(Math.max(1, Math.floor(at / 1_000) - now) * 1_000, t);
}
