import { useState } from 'react';
import { openSentences } from '../../../shared/rules/roll-forward/open-words.ts';
import type { NetworkRoll } from '../../../shared/rules/roll-forward/rolls.ts';
import { useTranslation } from '../../messages/language.ts';
import { useLossWords } from '../../messages/loss-words.ts';
import { useAsideActions, useCopyAction } from '../../parts/actions.tsx';
import { pathTo } from '../../routes.ts';
import type { ActionsOf } from '../../ui/grid/actions.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { useOpenNodes } from '../../ui/open-nodes.ts';
import { WithPanel } from '../../ui/page.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import type { TreeGridNode } from '../../ui/tree-rows.ts';
import { EntryPanel } from './entry-panel.tsx';
import type { RollState } from './roll-state.ts';
import { type RollRow, rollNodes, rowIdOf, scopeOf } from './rows.ts';

interface RollTreeProps {
  readonly state: RollState;
  readonly name: string;
  /** A row to make the active one. */
  readonly goal: { readonly id: string } | null;
}

/** The networks of the next period as a tree, with what is decided of the active row beside it. */
export function RollTree({ state, name, goal }: RollTreeProps) {
  const { t } = useTranslation('roll-forward');
  const rowOf = useRowOf();
  const { rolls } = state;
  const nodes = rolls.flatMap((roll) => rollNodes(roll, rowOf(roll)));
  const ids = new Set(rolls.flatMap(({ proposal }) => [...proposal.graph.places.keys()]));
  const { expanded, onExpand } = useOpenNodes(ids);
  const [active, setActive] = useState<string | null>(null);
  const actionsOf = useActions();
  const row = active === null ? null : rowIn(nodes, active);
  return (
    <WithPanel>
      <TreeGrid
        id="roll-forward"
        label={t('grid', { name })}
        columns={useColumns()}
        nodes={nodes}
        expanded={expanded}
        onExpand={onExpand}
        textOf={({ name: text }) => text}
        labelOf={useLabelOf()}
        onActive={setActive}
        goTo={goal}
        actionsOf={actionsOf}
      />
      {row !== null && <EntryPanel key={row.id} state={state} row={row} />}
    </WithPanel>
  );
}

/** The menu of a row: the audit of last year, or the id of the legal entity that is added. */
function useActions(): ActionsOf<RollRow> {
  const aside = useAsideActions();
  const copy = useCopyAction();
  return ([{ item }]) =>
    item.kind === 'addition'
      ? [copy(item.entity.id)]
      : aside(pathTo('audit', { auditId: item.before.id }), item.before.id);
}

function rowIn(nodes: readonly TreeGridNode<RollRow>[], id: string): RollRow | null {
  for (const node of nodes) {
    const found = node.id === id ? node.row : rowIn(node.children, id);
    if (found !== null) return found;
  }
  return null;
}

function useLabelOf(): (row: RollRow) => string {
  const { t } = useTranslation('roll-forward');
  return ({ name, entity, scope, remarks }) =>
    [name, entity, scope === null ? '' : t(`parts:scope.${scope}`), remarks]
      .filter((part) => part !== '')
      .join(', ');
}

function useRowOf(): (roll: NetworkRoll) => (item: RollRow['item']) => RollRow {
  const { t } = useTranslation('roll-forward');
  const lossWords = useLossWords();
  return (roll) => {
    const names = new Map(roll.known.entities.map(({ id, name }) => [id, name]));
    const sentencesOf = openSentences(roll.proposal, {
      open: (code, subject) => t(`open.${code}`, { subject }),
      coupling: (rule, broken) => t(`coupling.${rule}`, { names: broken }),
    });
    return (item) => {
      const isAddition = item.kind === 'addition';
      const open = item.open.filter(({ code }) => code !== 'scope' && (isAddition || item.isRolled));
      const remarks = [
        ...sentencesOf(open).map(({ sentence }) => sentence),
        ...(isAddition ? [] : item.remarks).map(({ code, subject }) => t(`remark.${code}`, { subject })),
        ...(item.kind === 'audit' ? item.losses : []).map(lossWords),
      ];
      return {
        id: rowIdOf(roll, item),
        item,
        roll,
        name: isAddition ? (item.creation.name ?? item.entity.name) : item.name,
        entity: (isAddition ? [item.entity.id] : item.entities).map((id) => names.get(id) ?? id).join(' & '),
        scope: item.isRolled || item.kind !== 'audit' ? scopeOf(item) : null,
        remarks: remarks.join(' '),
      };
    };
  };
}

function useColumns(): readonly Column<RollRow>[] {
  const { t } = useTranslation('roll-forward');
  return [
    {
      id: 'name',
      title: t('column.name'),
      width: { least: 240, grows: 4, wants: 400 },
      value: ({ name }) => name,
      twin: ({ item }) => (item.kind === 'addition' ? item.entity.id : item.before.id),
    },
    {
      id: 'id',
      title: t('column.id'),
      width: { least: 132, grows: 1 },
      value: ({ item }) => (item.kind === 'audit' ? item.creation.id : ''),
    },
    {
      id: 'entity',
      title: t('parts:field.legal_entity_name'),
      isName: true,
      width: { least: 120, grows: 2, from: 880 }, // in a window of 1280 px the names need the room
      value: ({ entity }) => entity,
    },
    {
      id: 'scope',
      title: t('parts:field.scope'),
      width: { least: Object.values(t('parts:scope', { returnObjects: true })) },
      value: ({ scope }) => (scope === null ? '' : t(`parts:scope.${scope}`)),
    },
    {
      id: 'remarks',
      title: t('column.remarks'),
      width: { least: 144, grows: 2 },
      value: ({ remarks }) => remarks,
    },
  ];
}
