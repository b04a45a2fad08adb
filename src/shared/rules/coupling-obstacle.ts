import { type CouplingNetwork, type CouplingViolation, couplingVerdict } from './coupling.ts';

/**
 * Tells for a component what keeps it from being coupled together with a selection (ux P1): the first rule that it breaks by
 * itself, or that the selection breaks with it and not without it. Undefined where nothing does, as far as is known here. The
 * answers are the coupling rules' own, kept for as long as the function is.
 */
export function obstacleFinder(
  network: CouplingNetwork,
  selected: readonly string[],
): (id: string) => CouplingViolation | undefined {
  const found = new Map<string, CouplingViolation | undefined>();
  const brokenWith = (ids: readonly string[]) =>
    couplingVerdict({ ids, values: {} }, network).rules.filter(({ answer }) => answer === 'broken');
  const without = new Map<string, ReadonlySet<number>>();
  const rulesBroken = (ids: readonly string[]): ReadonlySet<number> => {
    const key = JSON.stringify(ids);
    const known = without.get(key) ?? new Set(brokenWith(ids).map(({ rule }) => rule));
    without.set(key, known);
    return known;
  };
  const look = (id: string): CouplingViolation | undefined => {
    const alone = brokenWith([id])[0]?.violations[0];
    const others = selected.filter((one) => one !== id);
    if (alone !== undefined || others.length === 0) return alone;
    const before = rulesBroken(others);
    return brokenWith([...others, id]).find(({ rule }) => !before.has(rule))?.violations[0];
  };
  return (id) => {
    if (!found.has(id)) found.set(id, look(id));
    return found.get(id);
  };
}
