import { describe, expect, it } from 'vitest';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { comparable, packageTree } from './package-tree.ts';

const packages = [
  ['rev-9', 'Review', '9.9'],
  ['stat-9', 'Statutory', '2025.9'],
  ['rev-10', 'Review', '10.0'],
  ['stat-10', 'Statutory', '2025.10'],
  ['stat-old', 'Statutory', '2024.10'],
].map(([id, name, version]) => WorkPackage.parse({ id, name, version }));

const drawn = (search: string) =>
  packageTree(packages, search).map(
    ({ row, children }) =>
      `${row.workPackage.name}: ${children.map((child) => `${child.row.workPackage.version} ${child.row.kind}`).join(', ')}`,
  );

describe('decisions §5.5: the browser of work packages', () => {
  it.each([
    ['', ['Review: 10.0 newest, 9.9 older', 'Statutory: 2025.10 newest, 2025.9 older, 2024.10 older']],
    ['stat 2025', ['Statutory: 2025.10 newest, 2025.9 older']],
    ['rev-9', ['Review: 9.9 older']],
    ['nothing', []],
  ])('searched for %j', (search, expected) => {
    expect(drawn(search)).toEqual(expected);
  });

  it('opens the newest version of a package, also where the search has found an older one alone', () => {
    expect(packageTree(packages, 'rev-9')[0]?.row.workPackage.id).toBe('rev-10');
  });
});

describe('what a version is compared with', () => {
  it.each([
    ['stat-10', 'stat-9', ['stat-9', 'stat-old']],
    ['stat-9', 'stat-old', ['stat-10', 'stat-old']],
    ['stat-old', null, ['stat-10', 'stat-9']],
  ])('%s: first of all %s', (id, previous, others) => {
    const workPackage = packages.find((one) => one.id === id) ?? WorkPackage.parse({ id });
    const found = comparable(packages, workPackage);
    expect(found.previous?.id ?? null).toBe(previous);
    expect(found.isNewest).toBe(id === 'stat-10');
    expect(found.others.map((other) => other.id)).toEqual(others);
  });

  it('nothing, where it is the only version', () => {
    expect(comparable([], WorkPackage.parse({ id: 'x' }))).toMatchObject({ others: [], previous: null });
  });
});
