import { drawOf } from '../faults.ts';
import { audits } from './audits.ts';
import { clients, legalEntities } from './clients.ts';
import { components } from './components.ts';
import type { Dialect } from './dialect.ts';
import { errors } from './errors.ts';
import { lists } from './lists.ts';
import { roles } from './roles.ts';
import { users } from './users.ts';
import { workPackages } from './work-packages.ts';

/** THE table of dialects. Of one noun, those that stand first come first. */
export const dialects: readonly Dialect[] = [
  ...users,
  ...components,
  ...audits,
  ...workPackages,
  ...clients,
  ...legalEntities,
  ...roles,
  ...lists,
  ...errors,
];

const byName = new Map(dialects.map((dialect) => [dialect.name, dialect]));
const mixture = /^mixture:(\d{1,9})$/;
const share = 1 / 3;

/** The names of a mixture: about a third of the facets, with one dialect each. A seed always gives the same. */
export function mixtureOf(seed: number): readonly string[] {
  const facets = [...Map.groupBy(dialects, ({ noun, facet }) => `${noun} ${facet}`).values()];
  return facets.flatMap((choices, at) => {
    if (drawOf(seed, 2 * at) >= share) return [];
    return choices[Math.floor(drawOf(seed, 2 * at + 1) * choices.length)]?.name ?? [];
  });
}

/** Whether a name is that of a dialect, or `mixture:SEED`. */
export function isDialect(name: string): boolean {
  return byName.has(name) || mixture.test(name);
}

export const unknownDialect = 'no such dialect; docs/sandbox-dialects.md lists them';

/** The dialects of names, in the order of the table. Of two with one facet, that of the last name counts. */
export function dialectsNamed(names: readonly string[]): readonly Dialect[] {
  const wanted = names.flatMap((name) => {
    const seed = mixture.exec(name)?.[1];
    return seed === undefined ? [name] : mixtureOf(Number(seed));
  });
  const chosen = new Map<string, Dialect>();
  for (const name of wanted) {
    const dialect = byName.get(name);
    if (dialect === undefined) throw new Error(`${name}: ${unknownDialect}`);
    chosen.set(`${dialect.noun} ${dialect.facet}`, dialect);
  }
  const spoken = new Set(chosen.values());
  return dialects.filter((dialect) => spoken.has(dialect));
}
