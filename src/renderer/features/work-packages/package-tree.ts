import type { WorkPackage } from '../../../shared/model/work-package.ts';
import {
  lineOf,
  type WorkPackageLine,
  workPackageLines,
} from '../../../shared/rules/service/work-package.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import type { TreeGridNode } from '../../ui/tree-rows.ts';

export interface PackageRow {
  /** A package opens its newest version. */
  readonly workPackage: WorkPackage;
  readonly kind: 'package' | 'newest' | 'older';
  readonly versions: number;
}

/** Packages in alphabetical order, below each its versions from the newest down (decisions.md §5.5). */
export function packageTree(
  packages: readonly WorkPackage[],
  search: string,
): readonly TreeGridNode<PackageRow>[] {
  const { finds } = wordSearch(search);
  const holds = ({ name, version, id }: WorkPackage) => finds(fold(`${name}\n${version}\n${id}`));
  return workPackageLines(packages).flatMap((line) => {
    const all = [line.newest, ...line.older];
    const found = all.filter(holds);
    return found.length === 0 ? [] : [nodeOf(line, found, all.length)];
  });
}

function nodeOf(
  { name, newest }: WorkPackageLine,
  found: readonly WorkPackage[],
  versions: number,
): TreeGridNode<PackageRow> {
  return {
    id: `package ${name}`,
    row: { workPackage: newest, kind: 'package', versions },
    children: found.map((workPackage) => ({
      id: `version ${workPackage.id}`,
      row: { workPackage, kind: workPackage === newest ? 'newest' : 'older', versions },
      children: [],
    })),
  };
}

/** The other versions of a package, from the newest down, and the one before this one. */
export function comparable(
  packages: readonly WorkPackage[],
  workPackage: WorkPackage,
): {
  readonly others: readonly WorkPackage[];
  readonly previous: WorkPackage | null;
  readonly isNewest: boolean;
} {
  const line = lineOf(packages, workPackage.name);
  const all = line === undefined ? [] : [line.newest, ...line.older];
  const place = all.findIndex(({ id }) => id === workPackage.id);
  return {
    others: all.filter(({ id }) => id !== workPackage.id),
    previous: all[place + 1] ?? null,
    isNewest: place === 0,
  };
}
