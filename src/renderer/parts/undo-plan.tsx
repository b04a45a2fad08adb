import { Undo2 } from 'lucide-react';
import type { PlanProgress } from '../../shared/plan.ts';
import { cancelPlan } from '../data/plans.ts';
import { useSeconds } from '../data/seconds.ts';
import { formatDuration } from '../messages/format.ts';
import { useTranslation } from '../messages/language.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** Says when a plan that only deletes starts, and undoes it until then; nothing for other plans, and once it has started. */
export function UndoPlan({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation();
  const { startsAt } = plan;
  const now = useSeconds(startsAt !== undefined);
  if (startsAt === undefined) return null;
  const left = Math.max(1, Math.floor(Date.parse(startsAt) / 1_000) - now);
  return (
    <Banner
      tone="warning"
      title={t('plans.undo.title', { title: plan.title, time: formatDuration(left * 1_000, t) })}
      actions={
        <Button icon={<Undo2 aria-hidden />} onPress={() => void cancelPlan(plan.id)}>
          {t('plans.undo.action')}
        </Button>
      }
    >
      {t('plans.undo.text')}
    </Banner>
  );
}
