import type { TFunction } from 'i18next';
import { openRows, type TreeGridNode } from '../../ui/tree-rows.ts';
import type { NetworkRow } from './rows.ts';

interface Shown {
  readonly nodes: readonly TreeGridNode<NetworkRow>[];
  readonly rows: ReadonlyMap<string, NetworkRow>;
}

/** Every place of a network as a table of texts, the titles first; a name has a dash for each level that it stands below the top. */
export function networkTable(
  { nodes, rows }: Shown,
  t: TFunction<'network'>,
): readonly (readonly string[])[] {
  const titles = [
    t('column.name'),
    t('column.level'),
    t('fact.id'),
    t('column.kind'),
    t('column.scope'),
    t('column.status'),
    t('column.entities'),
    t('column.also'),
  ];
  const every = openRows(nodes, new Set(rows.keys()));
  return [
    titles,
    ...every.map(({ row, level }) => [
      `${'– '.repeat(level - 1)}${row.name}`,
      String(level),
      row.id,
      row.kindWord,
      row.scopeWord,
      row.statusWord,
      row.entities.join('\n'),
      row.alsoBelow.join('\n'),
    ]),
  ];
}
