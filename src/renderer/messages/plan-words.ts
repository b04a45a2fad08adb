import type { PlanProgress } from '../../shared/plan.ts';
import { type PlanAct, planAct } from '../../shared/rules/plans/plan.ts';
import { formatNumber } from './format.ts';
import { useTranslation } from './language.ts';

type Named = Pick<PlanProgress, 'title' | 'deeds'>;

/** What a plan does, in the language in use: “Set 10 components out of scope · Hold Co 2026”. */
export function usePlanName(): (plan: Named) => string {
  const { t, i18n } = useTranslation('plans');
  return (plan) => {
    const act = planAct(plan);
    const words = t(`verb.${act.verb}.${formOf(act)}`, valuesOf(act, i18n.language));
    return act.at === null ? words : `${words} · ${act.at}`;
  };
}

/** What a plan has done: “Done: Change role of R. Leader”. */
export function usePlanDone(): (plan: Named) => string {
  const { t } = useTranslation();
  const nameOf = usePlanName();
  return (plan) => `${t('parts:state.done')}: ${nameOf(plan)}`;
}

function formOf({ count }: PlanAct): 'one' | 'many' {
  return count === 1 ? 'one' : 'many';
}

function valuesOf({ count, name }: PlanAct, language: string) {
  return { name: name ?? '', number: formatNumber(count, language) };
}
