import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import { statusLook } from '../../parts/status-look.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './component-tree.module.css';
import type { TreeLine } from './rows.ts';

interface LineView {
  readonly columns: readonly Column<TreeLine>[];
  readonly textOf: (line: TreeLine) => string;
  readonly labelOf: (line: TreeLine) => string;
  readonly hintOf: (line: TreeLine) => string | undefined;
}

/**
 * The columns of the tree, and each line in words: its name, then scope, relation and status (ux T4). Only a tree with changes has
 * a column for them; only after all components are read it says that an entity has none.
 */
export function useLineView(hasChanges: boolean, isRead: boolean): LineView {
  const { t } = useTranslation('component-tree');
  const words = useAuditWords();
  return useMemo(() => {
    const textOf = ({ entity, item, id }: TreeLine) => entity?.name ?? item?.name ?? id;
    const coverage = ({ entity, item, below, coveredBy }: TreeLine): string | null => {
      if (entity === null || item !== null) return null;
      if (below > 0) return t('coverage.several', { count: below });
      const [first] = coveredBy;
      if (first !== undefined) return t('coverage.part', { name: first.name });
      return t(isRead ? 'coverage.none' : 'coverage.unread');
    };
    const nameOf = (line: TreeLine) => {
      const { entity, item } = line;
      const country = entity?.country;
      const more = item === null ? 0 : item.entityIds.length - 1;
      return [
        textOf(line),
        ...(country ? [` (${country})`] : []),
        ...(more > 0 ? [` +${more}`] : []),
        ...(entity !== null && item !== null && item.entityIds.length === 1 && item.name !== entity.name
          ? [` · ${item.name}`]
          : []),
        ...(entity !== null && item !== null && more > 0 ? [` · ${item.name}`] : []),
      ].join('');
    };
    const statusOf = ({ item }: TreeLine) =>
      item?.component === null || item === null ? '' : words.status(item.component.status);
    const columns: readonly Column<TreeLine>[] = [
      {
        id: 'name',
        title: t('column.name'),
        min: 188,
        share: 5,
        render: (line) => nameOf(line),
      },
      {
        id: 'relation',
        title: t('column.relation'),
        min: 120,
        share: 1,
        render: ({ item }) => (item === null ? '' : relationWord(t, item.relation)),
      },
      {
        id: 'scope',
        title: t('column.scope'),
        min: 136,
        share: 1.2,
        render: (line) => {
          const gap = coverage(line);
          if (gap === null) return line.item === null ? '' : scopeWord(t, line.item.component);
          return line.coveredBy.length > 0 || line.below > 0 || !isRead ? (
            <span className={styles.muted} title={gap}>
              {gap}
            </span>
          ) : (
            <span className={styles.gap}>
              <TriangleAlert aria-hidden />
              {gap}
            </span>
          );
        },
      },
      {
        id: 'status',
        title: t('column.status'),
        min: 96,
        share: 1,
        render: ({ item }) =>
          item === null || item.component === null ? (
            ''
          ) : (
            <StatusMark look={statusLook(item.component.status)} word={words.status(item.component.status)} />
          ),
      },
      {
        id: 'coupled',
        title: t('column.coupled'),
        min: 80,
        share: 1,
        render: ({ item }) => item?.component?.coupled_entity_audit_id ?? '',
      },
    ];
    const changing: Column<TreeLine> = {
      id: 'doing',
      title: t('column.doing'),
      min: 152,
      share: 1.2,
      render: ({ item }) =>
        item?.doing == null ? (
          ''
        ) : (
          <span className={styles[item.doing.state]} title={saidBy(item.doing.error)}>
            {t(`doing.${item.doing.kind}.${item.doing.state}`)}
          </span>
        ),
    };
    return {
      columns: hasChanges ? [...columns, changing] : columns,
      textOf,
      labelOf: (line) =>
        [
          nameOf(line),
          coverage(line) ?? (line.item === null ? '' : scopeWord(t, line.item.component)),
          line.item === null ? '' : relationWord(t, line.item.relation),
          statusOf(line),
          line.item?.component?.coupled_entity_audit_id == null
            ? ''
            : t('coupledTo', { id: line.item.component.coupled_entity_audit_id }),
          line.item?.doing == null ? '' : t(`doing.${line.item.doing.kind}.${line.item.doing.state}`),
        ]
          .filter((part) => part !== '')
          .join(', '),
      hintOf: ({ item }) => saidBy(item?.doing?.error ?? null),
    };
  }, [t, words, hasChanges, isRead]);
}

function saidBy(error: { readonly detail?: string | undefined } | null): string | undefined {
  return error?.detail;
}
