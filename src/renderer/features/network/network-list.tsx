import { Route } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRowActions } from '../../parts/actions.tsx';
import { statusLook } from '../../parts/status-look.ts';
import { pathTo } from '../../routes.ts';
import type { FileField, TableColumn } from '../../ui/grid/columns.ts';
import { Row } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
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
  const columns = useNetworkColumns(state);
  const labelOf = useRowLabel(state.way);
  return (
    <TreeGrid
      id="network"
      sought={state.search}
      label={label}
      columns={columns}
      nodes={state.nodes}
      expanded={state.expanded}
      onExpand={state.onExpand}
      textOf={nameOf}
      labelOf={labelOf}
      goTo={state.target}
      onActive={state.setActive}
      actionsOf={([{ id }]) => rowActions(pathTo('audit', { auditId: id }), id)}
      onOpen={({ id }) => void navigate(pathTo('audit', { auditId: id }))}
    />
  );
}

function nameOf({ name }: NetworkRow): string {
  return name;
}

/** The columns of a network; that for audits that are coupled to several components only where there is one. */
export function useNetworkColumns({ way, rows }: NetworkState): readonly TableColumn<NetworkRow>[] {
  const { t } = useTranslation('network');
  const words = useAuditWords();
  const hasSeveral = [...rows.values()].some((row) => row.alsoBelow.length > 0);
  const above: FileField<NetworkRow> = { key: 'above_ids', value: ({ place }) => place.above };
  return [
    { key: 'audit_id', value: ({ id }) => id },
    {
      id: 'name',
      title: t('column.name'),
      width: { least: 280, grows: 5, wants: 520 },
      value: nameOf,
      cell: (row) => (
        <Row as="span" isLine>
          <KindIcon kind={row.kind} />
          <Name text={row.name} twin={row.id} />
          {way.has(row.id) && (
            <Row as="span" isLine gap="1" className={styles.onWay} title={t('onWay')}>
              <Route aria-hidden />
            </Row>
          )}
        </Row>
      ),
      file: [{ key: 'audit_name', value: ({ kind, name }) => (kind === 'unread' ? null : name) }],
    },
    {
      id: 'kind',
      title: t('parts:field.kind'),
      width: { least: Object.values(t('kind', { returnObjects: true })) },
      isOnDemand: true, // the icon before the name says it
      value: ({ kindWord }) => kindWord,
      file: [{ key: 'kind', value: ({ kind }) => kind, words: ({ kindWord }) => kindWord }],
    },
    { key: 'tier', value: ({ place }) => place.level + 1 },
    {
      id: 'scope',
      title: t('parts:field.scope'),
      width: { least: [t('parts:scope.in'), t('parts:scope.out')], givesWay: 2 },
      hasIcon: true,
      cell: ({ scope, scopeWord }) => (scope === null ? '' : <StatusMark look={scope} word={scopeWord} />),
      file: [
        {
          key: 'scope',
          value: ({ scope }) => (scope === null ? null : scope === 'in' ? 'in_scope' : 'out_of_scope'),
          words: ({ scopeWord }) => scopeWord,
        },
      ],
    },
    {
      id: 'status',
      title: t('parts:field.status'),
      width: { least: words.all.statuses, givesWay: 1 },
      hasIcon: true,
      cell: ({ status, statusWord }) =>
        status === null ? '' : <StatusMark look={statusLook(status)} word={statusWord} />,
      file: [{ key: 'status', value: ({ status }) => status, words: ({ statusWord }) => statusWord }],
    },
    { key: 'legal_entity_names', value: ({ entities }) => entities },
    hasSeveral
      ? {
          id: 'also',
          title: t('column.also'),
          width: { least: 120, grows: 1.4 },
          value: ({ alsoBelow }) => alsoBelow.join(', '),
          file: [above],
        }
      : above,
  ];
}
