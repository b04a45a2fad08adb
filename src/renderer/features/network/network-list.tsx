import { Route } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRowActions } from '../../parts/row-actions.ts';
import { statusLook } from '../../parts/status-look.ts';
import { pathTo } from '../../routes.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { CutText } from '../../ui/grid/cut-text.tsx';
import { Row } from '../../ui/layout.tsx';
import { markWidth, StatusMark } from '../../ui/status-mark.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import { KindIcon } from './kind-icon.tsx';
import styles from './network.module.css';
import type { NetworkState } from './network-state.ts';
import { useRowLabel } from './network-state.ts';
import type { NetworkRow } from './rows.ts';

interface NetworkListProps {
  readonly label: string;
  readonly state: NetworkState;
}

/** A network as a treegrid: what the diagram shows, in rows, with the same actions. */
export function NetworkList({ label, state }: NetworkListProps) {
  const navigate = useNavigate();
  const rowActions = useRowActions();
  const hasSeveral = useMemo(
    () => [...state.rows.values()].some((row) => row.alsoBelow.length > 0),
    [state.rows],
  );
  const columns = useColumns(state.way, hasSeveral);
  const labelOf = useRowLabel(state.way);
  return (
    <TreeGrid
      id="network"
      label={label}
      columns={columns}
      nodes={state.nodes}
      expanded={state.expanded}
      onExpand={state.onExpand}
      textOf={nameOf}
      labelOf={labelOf}
      goTo={state.target}
      onActive={state.setActive}
      actionsOf={({ id }) => rowActions(pathTo('audit', { auditId: id }), id)}
      onOpen={({ id }) => void navigate(pathTo('audit', { auditId: id }))}
    />
  );
}

function nameOf({ name }: NetworkRow): string {
  return name;
}

/** `hasSeveral`: whether any audit is coupled to several components; only then the column for that shows. */
function useColumns(way: ReadonlySet<string>, hasSeveral: boolean): readonly Column<NetworkRow>[] {
  const { t } = useTranslation('network');
  const { t: components } = useTranslation('component-tree');
  const words = useAuditWords();
  const nameOrId = useCallback(
    (row: NetworkRow) => (
      <Row as="span" isLine>
        <KindIcon kind={row.kind} />
        <CutText text={row.name} />
        {way.has(row.id) && (
          <Row as="span" isLine gap="1" className={styles.onWay} title={t('onWay')}>
            <Route aria-hidden />
          </Row>
        )}
      </Row>
    ),
    [t, way],
  );
  return useMemo(
    () => [
      { id: 'name', title: t('column.name'), min: 280, wants: 520, share: 5, render: nameOrId },
      {
        id: 'kind',
        title: t('column.kind'),
        texts: Object.values(t('kind', { returnObjects: true })),
        from: Number.POSITIVE_INFINITY, // the icon before the name says it
        render: ({ kindWord }) => kindWord,
      },
      {
        id: 'scope',
        title: t('column.scope'),
        texts: [components('scope.in'), components('scope.out')],
        beside: markWidth,
        givesWay: 2,
        folded: 28,
        render: ({ scope, scopeWord }) =>
          scope === null ? '' : <StatusMark look={scope} word={scopeWord} />,
      },
      {
        id: 'status',
        title: t('column.status'),
        texts: words.all.statuses,
        beside: markWidth,
        givesWay: 1,
        folded: 28,
        render: ({ status, statusWord }) =>
          status === null ? '' : <StatusMark look={statusLook(status)} word={statusWord} />,
      },
      ...(hasSeveral
        ? [
            {
              id: 'also',
              title: t('column.also'),
              min: 120,
              share: 1.4,
              render: ({ alsoBelow }: NetworkRow) => alsoBelow.join(', '),
            },
          ]
        : []),
    ],
    [t, components, words, nameOrId, hasSeveral],
  );
}
