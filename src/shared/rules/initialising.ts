import {
  type ComparedValues,
  type CouplingComponent,
  comparedFields,
  valuesOf,
} from './coupling-component.ts';

/** How many ancestors a legal entity of a client has in its tree; null where the tree is not known. */
export type Ancestors = (clientId: string, legalEntityId: string) => number | null;

/** Which component initialises the coupling, as far as it is certain. */
export interface Initialising {
  /** The components that may be the initialising one: several where they are equals, or where the tree is not known. */
  readonly candidates: readonly CouplingComponent[];
  readonly certain: boolean;
  /** The values of all candidates, null where they differ or there are none. */
  readonly values: ComparedValues | null;
}

/** The component whose group's legal entity has the fewest ancestors, whatever the order of the list. */
export function initialisingOf(single: readonly CouplingComponent[], ancestors: Ancestors): Initialising {
  if (single.length <= 1) return among(single, true);
  const depths = single.map(({ engagement, groupLegalEntityIds: [group = ''] }) =>
    ancestors(engagement.client_organisation_id, group),
  );
  const known = depths.filter((depth) => depth !== null);
  if (known.length < depths.length) return among(single, false);
  const least = Math.min(...known);
  return among(
    single.filter((_, index) => depths[index] === least),
    true,
  );
}

function among(candidates: readonly CouplingComponent[], certain: boolean): Initialising {
  const [values = null, ...others] = candidates.map(valuesOf);
  const alike = others.every((other) => comparedFields.every((name) => other[name] === values?.[name]));
  return { candidates, certain, values: alike ? values : null };
}

/** Where components could not be read, one of those may be the initialising one. */
export function unjudged(candidates: readonly CouplingComponent[]): Initialising {
  return { candidates, certain: false, values: null };
}
