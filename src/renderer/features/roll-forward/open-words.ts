import type { OpenPoint, RollForwardProposal } from '../../../shared/rules/roll-forward-model.ts';
import { useTranslation } from '../../messages/language.ts';

type Code = NonNullable<OpenPoint['violation']>['code'];

/** The coupling rules that a network can break by what is decided of it; whatever else is said in general. */
const couplingWords = [
  'separate-network',
  'differing-values',
  'not-one-own-entity',
  'not-one-group-entity',
  'ambiguous-initialising',
] as const satisfies readonly Code[];

/** What stands open, as sentences: what there is, what that means, what to do. */
export function useOpenWords(): (
  open: readonly OpenPoint[],
  proposal: RollForwardProposal,
) => readonly string[] {
  const { t } = useTranslation('roll-forward');
  return (open, { entries }) => {
    const names = new Map(entries.map(({ before, name }) => [before.id, name === '' ? before.id : name]));
    const couplings = Map.groupBy(
      open.filter(({ code }) => code === 'coupling'),
      ({ violation }) => violation?.code ?? 'unknown',
    );
    return [
      ...open.flatMap(({ code, subject = '' }) =>
        code === 'coupling' ? [] : [t(`open.${code}`, { subject })],
      ),
      ...[...couplings].map(([code, points]) => {
        const ids = new Set(points.flatMap(({ violation }) => violation?.ids ?? []));
        const told = couplingWords.find((one) => one === code) ?? (code === 'unknown' ? code : 'other');
        return t(`coupling.${told}`, { names: [...ids].map((id) => names.get(id) ?? id).join(', ') });
      }),
    ];
  };
}
