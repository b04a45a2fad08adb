import { type CouplingNetwork, type CouplingViolation, couplingVerdict } from './coupling.ts';

/** What is known around components, and which of them are judged alike where that is known (`KnownNetwork.alike`). */
export interface ObstacleNetwork extends CouplingNetwork {
  readonly alike?: (id: string) => string | null;
}

/**
 * Tells for a component what keeps it from being coupled together with a selection (ux P1): the first rule that it breaks by
 * itself, or that the selection breaks with it and not without it. Undefined where nothing does, as far as is known here. The
 * answers are the coupling rules' own, kept for as long as the function is; of components that are judged alike one is judged.
 */
export function obstacleFinder(
  network: ObstacleNetwork,
  selected: readonly string[],
): (id: string) => CouplingViolation | undefined {
  const found = new Map<string, CouplingViolation | undefined>();
  const judged = new Map<string, { readonly id: string; readonly obstacle: CouplingViolation | undefined }>();
  const chosen = new Set(selected);
  const brokenWith = (ids: readonly string[]) =>
    couplingVerdict({ ids, values: {} }, network).rules.filter(({ violations }) => violations.length > 0);
  const without = new Map<string, ReadonlySet<number>>();
  const rulesBroken = (ids: readonly string[]): ReadonlySet<number> => {
    const key = JSON.stringify(ids);
    const known = without.get(key) ?? new Set(brokenWith(ids).map(({ rule }) => rule));
    without.set(key, known);
    return known;
  };
  const look = (id: string): CouplingViolation | undefined => {
    if (chosen.has(id) && rulesBroken(selected).size === 0) return undefined; // what all keep, it keeps by itself
    const alone = brokenWith([id])[0]?.violations[0];
    const others = selected.filter((one) => one !== id);
    if (alone !== undefined || others.length === 0) return alone;
    const before = rulesBroken(others);
    return brokenWith([...others, id]).find(({ rule }) => !before.has(rule))?.violations[0];
  };
  const lookAlike = (id: string): CouplingViolation | undefined => {
    const kind = chosen.has(id) ? null : (network.alike?.(id) ?? null);
    if (kind === null) return look(id);
    const known = judged.get(kind) ?? { id, obstacle: look(id) };
    judged.set(kind, known);
    return known.obstacle === undefined ? undefined : said(known.obstacle, known.id, id);
  };
  return (id) => {
    if (!found.has(id)) found.set(id, lookAlike(id));
    return found.get(id);
  };
}

/** The same violation of another component. */
function said(violation: CouplingViolation, of: string, id: string): CouplingViolation {
  if (of === id) return violation;
  return { ...violation, ids: violation.ids.map((one) => (one === of ? id : one)) };
}
