/**
 * The audits that one is linked to directly: its group and its components, the components that it is coupled to, the
 * audit that is coupled to it. Null where that cannot be known here.
 */
export type Neighbours = (auditId: string) => readonly string[] | null;

/**
 * Sorts audits by the audit network that they belong to: everything connected over links of group and component, and
 * of component and coupled audit (decisions.md §9, "Terms"). `certain` is false where links that are not known could
 * still join all of the networks to one.
 */
export function networksOf(
  ids: readonly string[],
  neighbours: Neighbours,
): { readonly networks: readonly (readonly string[])[]; readonly certain: boolean } {
  const networks = ids.reduce<readonly Reached[]>((found, id) => {
    if (found.some(({ audits }) => audits.has(id))) return found;
    const reached = reachable(id, neighbours);
    // Where a link is known from one end only, what is found later joins what was found before.
    const [joined, apart] = [true, false].map((joins) =>
      found.filter(({ audits }) => overlap(audits, reached.audits) === joins),
    );
    return [...(apart ?? []), (joined ?? []).reduce(merged, reached)];
  }, []);
  return {
    networks: networks
      .map(({ audits }) => ids.filter((id) => audits.has(id)))
      .toSorted(([left = ''], [right = '']) => ids.indexOf(left) - ids.indexOf(right)),
    // A network that is known completely is joined to no other.
    certain: networks.length <= 1 || networks.some(({ complete }) => complete),
  };
}

interface Reached {
  readonly audits: ReadonlySet<string>;
  readonly complete: boolean;
}

function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return [...left].some((audit) => right.has(audit));
}

function merged(left: Reached, right: Reached): Reached {
  return {
    audits: new Set([...left.audits, ...right.audits]),
    complete: left.complete && right.complete,
  };
}

function reachable(from: string, neighbours: Neighbours): Reached {
  const audits = new Set([from]);
  let complete = true;
  for (const id of audits) {
    const next = neighbours(id);
    if (next === null) complete = false;
    for (const neighbour of next ?? []) audits.add(neighbour); // a set also visits what is added on the way
  }
  return { audits, complete };
}
