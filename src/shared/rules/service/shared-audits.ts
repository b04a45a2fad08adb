import { type CouplingViolation, couplingVerdict } from './coupling.ts';
import { type ComparedValues, valuesOf } from './coupling-component.ts';
import { type ObstacleNetwork, obstacleFinder } from './coupling-obstacle.ts';

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

/**
 * The fewest audits that serve all these component audits: those share one that break no coupling rule together, as far as is known.
 * Each takes in whatever fits among the `others`, as an audit is coupled at its creation or never.
 */
export function sharedAudits(
  ids: readonly string[],
  others: readonly string[],
  network: ObstacleNetwork,
): SharedAudits {
  const obstacleOf = obstacleFinder(network, []);
  const leftOut = ids.flatMap((id) => {
    const obstacle = obstacleOf(id);
    return obstacle === undefined ? [] : [{ id, obstacle }];
  });
  const kept = new Set(leftOut.map(({ id }) => id));
  const kindOf = (id: string): string => {
    const component = network.component(id);
    return component ? JSON.stringify(valuesOf(component)) : '';
  };
  const near = Map.groupBy(
    others.filter((id) => obstacleOf(id) === undefined),
    kindOf,
  );
  const audits = new Map<string, string[][]>();
  for (const id of ids.filter((one) => !kept.has(one))) {
    const alike = audits.get(kindOf(id)) ?? [];
    audits.set(kindOf(id), alike);
    const shared = alike.find((one) => commonValues([...one, id], network) !== null);
    if (shared === undefined) alike.push([id]);
    else shared.push(id);
  }
  return {
    leftOut,
    audits: [...audits].flatMap(([kind, sets]) => {
      const free = new Set(near.get(kind));
      return sets.flatMap((set) => {
        for (const id of free) {
          if (commonValues([...set, id], network) === null) continue;
          set.push(id);
          free.delete(id);
        }
        const values = commonValues(set, network);
        return values === null ? [] : [{ ids: set, values }];
      });
    }),
  };
}

/** The values that an audit for these must have; null where a rule is broken or seems so, or it is not certain. */
function commonValues(ids: readonly string[], network: ObstacleNetwork): ComparedValues | null {
  const { rules, values } = couplingVerdict({ ids, values: {} }, network);
  return rules.some(({ violations }) => violations.length > 0) ? null : values;
}
