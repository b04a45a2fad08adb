import { knownNetwork } from '../service/known-network.ts';
import { coupledTogether } from '../service/shared-audits.ts';
import { servesAnother } from './completion.ts';
import type { RolledAudit, RolledEntry, RollForwardDecisions } from './model.ts';
import { networkOf } from './network.ts';

interface Around extends Pick<RollForwardDecisions, 'uncoupled'> {
  readonly ancestors: Parameters<typeof coupledTogether>[1]['ancestors'];
}

/**
 * The network with every audit that is coupled to components coupled to all others in scope that it can be coupled to together with these: coupling
 * is possible at its creation only, so what last year left out would be left out again. None of them is coupled to another audit, and none hangs
 * from the audit. What a person leaves out stays free for no other. Each entry stands behind all that it hangs from.
 */
export function coupledToAll(
  entries: readonly RolledEntry[],
  { uncoupled, ancestors }: Around,
): readonly RolledEntry[] {
  const rolled = entries.filter(({ isRolled }) => isRolled);
  const coupled = rolled.flatMap((entry) =>
    entry.kind === 'audit' && entry.there === null && entry.couple.length > 0 ? [entry] : [],
  );
  if (coupled.length === 0) return entries;
  const network = { ...uncoupledNetwork(rolled), ancestors };
  const groups = new Map(
    rolled.flatMap((entry) =>
      entry.kind === 'component' ? [[entry.before.id, entry.group.id] as const] : [],
    ),
  );
  const names = new Map(rolled.map(({ before, name }) => [before.id, name === '' ? before.id : name]));
  const nameOf = (id: string): string => `${names.get(id)} (${names.get(groups.get(id) ?? '')})`;
  const couples = new Map(coupled.map(({ before, couple }) => [before.id, couple]));
  const hangsFrom = (id: string, audit: string): boolean =>
    id === audit || (couples.get(id) ?? []).some((one) => hangsFrom(groups.get(one) ?? '', audit));
  const taken = new Set([
    ...coupled.flatMap(({ couple }) => couple),
    ...rolled.filter(servesAnother).map(({ before }) => before.id),
  ]);
  const changed = new Map<string, RolledAudit>();
  for (const entry of coupled) {
    const { id } = entry.before;
    const below = [...groups].flatMap(([component, group]) => (hangsFrom(group, id) ? [component] : []));
    const possible = coupledTogether(entry.couple, network, new Set([...taken, ...below]));
    const more = possible.slice(entry.couple.length);
    if (more.length === 0) continue;
    for (const one of more) taken.add(one);
    const isLeft = (one: string): boolean => uncoupled.has(one);
    const couple = [...entry.couple, ...more.filter((one) => !isLeft(one))];
    const remarks = (['coupled-too', 'uncoupled'] as const).flatMap((code) => {
      const told = more.filter((one) => isLeft(one) === (code === 'uncoupled'));
      return told.length === 0 ? [] : [{ code, subject: told.map(nameOf).join(' · ') }];
    });
    couples.set(id, couple);
    changed.set(id, { ...entry, couple, more, remarks: [...entry.remarks, ...remarks] });
  }
  if (changed.size === 0) return entries;
  const depths = new Map<string, number>();
  const depthOf = (id: string): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const group = groups.get(id);
    const above = group === undefined ? (couples.get(id) ?? []) : [group];
    const depth = Math.max(0, ...above.map((one) => depthOf(one) + 1));
    depths.set(id, depth);
    return depth;
  };
  return entries
    .map((entry) => changed.get(entry.before.id) ?? entry)
    .toSorted((one, other) => depthOf(one.before.id) - depthOf(other.before.id));
}

/** The network as if none of its audits were coupled yet; what hangs together hangs together all the same. */
function uncoupledNetwork(rolled: readonly RolledEntry[]) {
  const { componentsOf, ...network } = networkOf(rolled);
  const free = [...componentsOf].map(
    ([group, components]) =>
      [group, components.map((one) => ({ ...one, coupled_entity_audit_id: null }))] as const,
  );
  return knownNetwork({ ...network, componentsOf: new Map(free) });
}
