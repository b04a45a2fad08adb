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

/** What a plan that only removes is about to do: “Removing R. Leader”. */
export function usePlanDoing(): (plan: Named) => string {
  const { t, i18n } = useTranslation('plans');
  const nameOf = usePlanName();
  const said = t('doing', { returnObjects: true });
  return (plan) => {
    const act = planAct(plan);
    const { verb } = act;
    return isIn(said, verb) ? t(`doing.${verb}.${formOf(act)}`, valuesOf(act, i18n.language)) : nameOf(plan);
  };
}

/** What a plan has done: “Role changed”; of what has no such sentence that it is done: “Done: Change 6 users”. */
export function usePlanDone(): (plan: Named) => string {
  const { t, i18n } = useTranslation('plans');
  const nameOf = usePlanName();
  const said = t('done', { returnObjects: true });
  return (plan) => {
    const act = planAct(plan);
    const { verb } = act;
    return isIn(said, verb)
      ? t(`done.${verb}.${formOf(act)}`, valuesOf(act, i18n.language))
      : `${t('parts:state.done')}: ${nameOf(plan)}`;
  };
}

function isIn<Verb extends string>(said: Readonly<Record<Verb, unknown>>, verb: string): verb is Verb {
  return Object.hasOwn(said, verb);
}

function formOf({ count }: PlanAct): 'one' | 'many' {
  return count === 1 ? 'one' : 'many';
}

function valuesOf({ count, name }: PlanAct, language: string) {
  return { name: name ?? '', number: formatNumber(count, language) };
}
