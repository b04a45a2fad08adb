import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Grid, type GridProps } from './grid/grid.tsx';
import { useRowWindow } from './row-window.ts';
import {
  type LastActive,
  openRows,
  placeInTree,
  sidewaysAt,
  type TreeGridNode,
  type TreeGridRow,
} from './tree-rows.ts';

export interface TreeGridProps<Row> extends GridProps<Row> {
  readonly nodes: readonly TreeGridNode<Row>[];
  readonly expanded: ReadonlySet<string>;
  readonly onExpand: (expanded: ReadonlySet<string>) => void;
  readonly textOf: (row: Row) => string;
  /** By Enter or a double click; by a click, too, where that is said or a row can be chosen, which Space does as well. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly opensBy?: 'click' | undefined;
  /** Called with the id of the active row whenever that is another one; null without rows. */
  readonly onActive?: ((id: string | null) => void) | undefined;
  /** The id of the row that is active first, as soon as it is there; the first row unless given. */
  readonly startAt?: string | undefined;
  /** A row to make the active one and to bring into sight, once for each new object; it waits until the row shows. */
  readonly goTo?: { readonly id: string } | null | undefined;
}

/**
 * A tree in columns, of any size: a grid whose first column has the names, indented. Right opens a row and then goes in, Left
 * closes it and then goes out; a click makes a row the active one.
 */
export function TreeGrid<Row>(props: TreeGridProps<Row>) {
  const { nodes, expanded, onExpand } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => openRows(nodes, expanded), [nodes, expanded]);
  const [last, setLast] = useState<LastActive | null>(() =>
    props.startAt === undefined ? null : { id: props.startAt, position: 1, above: [] },
  );
  const active = placeInTree(rows, last);
  const view = useRowWindow(scroller, rows.length);
  const { reveal } = view;
  useGoals(props, { rows, activeId: rows[active]?.id ?? null, activate: setLast, reveal });

  const go = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setLast(row);
    reveal(index);
  };
  const toggle = (id: string) => {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    onExpand(next);
  };
  return (
    <Grid
      {...props}
      items={rows}
      idOf={idOf}
      rowOf={rowOf}
      factsOf={factsOf}
      scroller={scroller}
      view={view}
      active={active}
      onMove={go}
      onSideways={(key) => {
        const row = rows[active];
        const sideways = sidewaysAt(rows, active, key);
        if (sideways?.kind === 'toggle' && row !== undefined) toggle(row.id);
        if (sideways?.kind === 'go') go(sideways.index);
      }}
      onToggle={({ id }) => toggle(id)}
      opensBy={props.opensBy ?? (props.chosen === undefined ? 'double-click' : 'click')}
      opensAside={false}
      rowCount={rows.length + 1}
    />
  );
}

function idOf({ id }: TreeGridRow<unknown>): string {
  return id;
}

function rowOf<Row>({ row }: TreeGridRow<Row>): Row {
  return row;
}

function factsOf({ level, position, setSize, isExpanded }: TreeGridRow<unknown>) {
  return { level, position, setSize, isExpanded };
}

interface Goals<Row> {
  readonly rows: readonly TreeGridRow<Row>[];
  readonly activeId: string | null;
  readonly activate: (row: LastActive | null) => void;
  readonly reveal: (index: number) => void;
}

/** Tells of the active row, and brings the row into sight that is active first, and whichever is to be gone to. */
function useGoals<Row>(
  { goTo, startAt, onActive }: Pick<TreeGridProps<Row>, 'goTo' | 'startAt' | 'onActive'>,
  { rows, activeId, activate, reveal }: Goals<Row>,
): void {
  useEffect(() => {
    onActive?.(activeId);
  }, [onActive, activeId]);

  const wentTo = useRef<typeof goTo>(null);
  useLayoutEffect(() => {
    const index = goTo == null || wentTo.current === goTo ? -1 : rows.findIndex(({ id }) => id === goTo.id);
    if (index < 0) return;
    wentTo.current = goTo;
    activate(rows[index] ?? null);
    reveal(index);
  }, [goTo, rows, activate, reveal]);

  const sought = useRef(startAt);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === sought.current);
    if (index < 0) return;
    sought.current = undefined;
    reveal(index);
  }, [rows, reveal]);
}
