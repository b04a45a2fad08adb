import { type CouplingNetwork, type CouplingViolation, couplingVerdict } from './coupling.ts';
import { type ComparedValues, comparedFields, valuesOf } from './coupling-component.ts';
import { obstacleFinder } from './coupling-obstacle.ts';
import type { KnownNetwork } from './known-network.ts';

/** Component audits that one audit can serve, with the values that it must have. */
export interface SharedAudit {
  /** Those that were asked for come first. */
  readonly ids: readonly string[];
  readonly values: ComparedValues;
}

export interface SharedAudits {
  readonly audits: readonly SharedAudit[];
  /** Those that no audit can be coupled to, with what keeps them. */
  readonly leftOut: readonly { readonly id: string; readonly obstacle: CouplingViolation }[];
}

type Network = KnownNetwork & CouplingNetwork;

/**
 * What an audit for these component audits is to be coupled to, as it is coupled at its creation or never: these, and every other one in scope that
 * breaks no coupling rule together with them, as far as is known. Where these break one by themselves, there is no other.
 */
export function coupledTogether(
  ids: readonly string[],
  network: Network,
  taken: ReadonlySet<string> = new Set(),
): readonly string[] {
  const [first = ''] = ids;
  const asked = network.candidate(first);
  if (asked === undefined) return ids;
  const chosen = new Set(ids);
  const near = withValues(valuesOf(asked.seen), network).filter((id) => !chosen.has(id) && !taken.has(id));
  const all = [...ids];
  for (const alike of Map.groupBy(near, (id) => network.alike(id) ?? id).values())
    if (commonValues([...all, ...alike], network) !== null) all.push(...alike);
  return all;
}

/** What an audit with these values is to be coupled to; empty where that is nothing, or components of several networks. */
export function coupledByValues(values: ComparedValues, network: Network): readonly string[] {
  const obstacleOf = obstacleFinder(network, []);
  const free = withValues(values, network).filter((id) => obstacleOf(id) === undefined);
  const together = coupledTogether(free.slice(0, 1), network);
  return together.length === free.length ? together : [];
}

/** The components in scope to which an audit with these values could be coupled. */
function withValues(values: ComparedValues, { candidates }: Network): readonly string[] {
  return candidates
    .filter(({ component, seen }) => {
      const own = valuesOf(seen);
      return component.in_scope !== false && comparedFields.every((field) => own[field] === values[field]);
    })
    .map(({ component }) => component.id);
}

/** The fewest audits that serve all these component audits, each coupled to all that it can be; those out of scope come last. */
export function sharedAudits(ids: readonly string[], network: Network): SharedAudits {
  const obstacleOf = obstacleFinder(network, []);
  const leftOut = ids.flatMap((id) => {
    const obstacle = obstacleOf(id);
    return obstacle === undefined ? [] : [{ id, obstacle }];
  });
  const isOut = (id: string) => Number(network.candidate(id)?.component.in_scope === false);
  const taken = new Set(leftOut.map(({ id }) => id));
  const audits: SharedAudit[] = [];
  for (const id of ids.toSorted((left, right) => isOut(left) - isOut(right))) {
    if (taken.has(id)) continue;
    const together = coupledTogether([id], network, taken);
    const values = commonValues(together, network);
    if (values !== null) audits.push({ ids: together, values });
    for (const one of together) taken.add(one);
  }
  return { audits, leftOut };
}

/** The values that an audit for these must have; null where a rule is broken or seems so, or it is not certain. */
function commonValues(ids: readonly string[], network: Network): ComparedValues | null {
  const { rules, values } = couplingVerdict({ ids, values: {} }, network);
  return rules.some(({ violations }) => violations.length > 0) ? null : values;
}
