import type { CouplingRule } from '../../../shared/rules/coupling.ts';
import { comparedFields } from '../../../shared/rules/coupling-component.ts';

/** What the service said about a coupling, sorted by the rule that it names (ux P5). */
export interface Refusal {
  readonly byRule: ReadonlyMap<CouplingRule, readonly string[]>;
  /** Messages in which no rule is recognised: shown as they are. */
  readonly others: readonly string[];
}

// What the specification's sentences of the rules have that the others have not; the first that fits. Messages are free
// (decisions.md §2), so one in which nothing is recognised is no rule's.
const signs: readonly (readonly [CouplingRule, RegExp])[] = [
  [7, /initiali[sz]ing|ambiguous|highest/i],
  [2, /duplicate|more than once|twice|unique/i],
  [4, /archived|deleting|already (been )?coupled/i],
  [3, /network/i],
  [6, /exactly one|one legal entity|single legal entity/i],
  [5, /share|same (work|scoping|period|legal)|differ/i],
  [1, /component|does not (exist|refer)/i],
];

/** Sorts the messages of a `400` by coupling rule. What is said about a field that the coupling has filled is rule 7's. */
export function refusalOf(fields: Readonly<Record<string, readonly string[]>>): Refusal {
  const messages = fields.coupled_component_audit_ids ?? [];
  const said = [
    ...messages.map((message) => ({
      rule: signs.find(([, sign]) => sign.test(message))?.[0] ?? null,
      message,
    })),
    ...comparedFields.flatMap((field) =>
      (fields[field] ?? []).map((message) => ({ rule: 7 as const, message: `${field}: ${message}` })),
    ),
  ];
  const byRule = Map.groupBy(
    said.filter((one): one is { rule: CouplingRule; message: string } => one.rule !== null),
    ({ rule }) => rule,
  );
  return {
    byRule: new Map([...byRule].map(([rule, ones]) => [rule, ones.map(({ message }) => message)])),
    others: said.filter(({ rule }) => rule === null).map(({ message }) => message),
  };
}
