import type { OpenCode, OpenPoint, RollForwardProposal } from './model.ts';

/** The coupling rules that a network can break by what is decided of it; whatever else is said in general. */
const couplingWords = [
  'separate-network',
  'differing-values',
  'not-one-own-entity',
  'not-one-group-entity',
  'ambiguous-initialising',
] as const satisfies readonly NonNullable<OpenPoint['violation']>['code'][];

/** What a point, and a broken coupling rule, are called; each with what it is about. */
interface OpenWords {
  readonly open: (code: Exclude<OpenCode, 'coupling'>, subject: string) => string;
  readonly coupling: (rule: (typeof couplingWords)[number] | 'unknown' | 'other', names: string) => string;
}

/** What stands open, as sentences: what there is, what that means, what to do. */
export function openSentences(
  { entries }: RollForwardProposal,
  words: OpenWords,
): (open: readonly OpenPoint[]) => readonly { readonly code: OpenCode; readonly sentence: string }[] {
  const names = new Map(entries.map(({ before, name }) => [before.id, name === '' ? before.id : name]));
  return (open) => {
    const couplings = Map.groupBy(
      open.filter(({ code }) => code === 'coupling'),
      ({ violation }) => violation?.code ?? 'unknown',
    );
    return [
      ...open.flatMap(({ code, subject = '' }) =>
        code === 'coupling' ? [] : [{ code, sentence: words.open(code, subject) }],
      ),
      ...[...couplings].map(([rule, points]) => {
        const ids = new Set(points.flatMap(({ violation }) => violation?.ids ?? []));
        const told = couplingWords.find((one) => one === rule) ?? (rule === 'unknown' ? rule : 'other');
        const broken = [...ids].map((id) => names.get(id) ?? id).join(', ');
        return { code: 'coupling', sentence: words.coupling(told, broken) } as const;
      }),
    ];
  };
}
