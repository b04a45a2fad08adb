import { type ReactNode, useState } from 'react';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useCellEditing } from '../ui/grid/cell-editing.tsx';
import type { Column, ColumnChoice, Sort } from '../ui/grid/columns.ts';
import { LayoutsProvider } from '../ui/grid/layouts.tsx';
import { Matrix } from '../ui/matrix.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { StatusMark } from '../ui/status-mark.tsx';
import { TreeGrid } from '../ui/tree-grid.tsx';
import type { TreeGridNode } from '../ui/tree-rows.ts';
import styles from './gallery.module.css';
import { longName, Sample, Section } from './sample.tsx';

interface Entity {
  readonly id: string;
  readonly name: string;
  readonly client: string;
  readonly status: (typeof statuses)[number];
  readonly hours: number;
}

const statuses = ['Open', 'Archived', 'Outcome unknown'] as const;
const looks = { Open: 'good', Archived: 'closed', 'Outcome unknown': 'unknown' } as const;

const columns: readonly Column<Entity>[] = [
  {
    id: 'name',
    title: 'Legal entity',
    sort: 'value',
    width: { least: 240, grows: 2, wants: 320 },
    value: ({ name }) => name,
  },
  {
    id: 'client',
    title: 'Client',
    isName: true,
    width: { least: 140, grows: 1 },
    value: ({ client }) => client,
  },
  {
    id: 'status',
    title: 'Status',
    hasIcon: true,
    width: { least: statuses, givesWay: 1 },
    cell: ({ status }) => <StatusMark look={looks[status]} word={status} />,
  },
  {
    id: 'hours',
    title: 'Hours',
    align: 'end',
    width: { least: ['100,000'] },
    value: ({ hours }) => hours.toLocaleString('en-US'),
  },
  { id: 'id', title: 'Id', isOnDemand: true, width: { least: 100 }, value: ({ id }) => id },
];

const names = [
  longName,
  'شركة فالكنهورست القابضة للمضخات والصمامات الدولية المحدودة',
  'Ελληνική Ναυτιλία Α.Ε.',
];
const entity = (index: number): Entity => ({
  id: `entity-${index}`,
  name: names[index - 1] ?? `Valkenhorst Participaties Nederland ${index} B.V.`,
  client: index % 4 === 1 ? longName : 'Valkenhorst Groep N.V.',
  status: statuses[index % 3] ?? 'Open',
  hours: index,
});
const few = Array.from({ length: 6 }, (_, index) => entity(index));
const many = Array.from({ length: 100_000 }, (_, index) => entity(index));
const chain = (depth: number): readonly TreeGridNode<Entity>[] =>
  few.slice(depth, depth + 2).map((row, place) => ({
    id: row.id + String(depth),
    row,
    children: place === 0 && depth < 4 ? chain(depth + 1) : [],
  }));
const nodes = chain(0);
const nameOf = ({ name }: Entity) => name;
const idOf = ({ id }: Entity) => id;

/** Lists and trees with columns. */
export function Grids() {
  return (
    <Section title="Grids">
      <Flat id="gallery-flat" of="sorted, with long names and names of other scripts" rows={few} />
      <Flat id="gallery-selected" of="a range is selected" rows={few} selected={few.slice(1, 4).map(idOf)} />
      <Flat
        id="gallery-columns"
        of="a person has made a column wide, hidden one and shown another"
        rows={few}
        choice={{ widths: { client: 320 }, shown: { hours: false, id: true } }}
      />
      <Edited />
      <Flat id="gallery-narrow" of="columns have given way" rows={few} width={520} />
      <Flat id="gallery-long" of="100,000 rows" rows={many} />
      <Flat id="gallery-empty" of="empty" rows={[]} />
      <Flat id="gallery-reading" of="more is being read" rows={few.slice(0, 2)} isBusy />
      <Sample of="nothing is read yet" isWide>
        <SkeletonRows count={3} widths={['40%', '30%', '20%']} label="Reading" />
      </Sample>
      <Nodes id="gallery-tree" of="tree" />
      <Nodes id="gallery-choice" of="tree, one row is chosen" chosen="entity-00" />
      <Sample of="matrix" isWide>
        <div className={styles.grid}>
          <Matrix
            label="Roles by audit"
            corner="User"
            rows={few.map(({ id, name }) => ({ id, label: name }))}
            columns={few.map(({ id, name }) => ({ id, label: name, note: '31 Dec 2026' }))}
            cell={(row, column) => (row === column ? 'Auditor' : '')}
            nothing="no role"
            actionsOf={() => []}
            onOpen={() => {}}
          />
        </div>
      </Sample>
    </Section>
  );
}

interface FlatProps {
  readonly id: string;
  readonly of: string;
  readonly rows: readonly Entity[];
  readonly selected?: readonly string[];
  readonly choice?: ColumnChoice;
  /** In pixels; all there is unless given. */
  readonly width?: number;
  readonly isBusy?: boolean;
}

function Flat({ id, of, rows, selected, choice, width, isBusy = false }: FlatProps) {
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(selected));
  return (
    <Sample of={of} isWide>
      <Kept id={id} choice={choice}>
        <div className={styles.grid} style={width === undefined ? undefined : { width }}>
          <DataTable
            id={id}
            label={of}
            columns={columns}
            rows={rows}
            rowId={idOf}
            sort={sort}
            onSort={setSort}
            selection={selected === undefined ? undefined : { selected: chosen, onChange: setChosen }}
            onOpen={() => {}}
            isBusy={isBusy}
            empty={<EmptyState title="No legal entities">They show here once there are some.</EmptyState>}
          />
        </div>
      </Kept>
    </Sample>
  );
}

/** A grid with cells that are edited in place; letters in them are refused with a sentence. */
function Edited() {
  const [rows, setRows] = useState(few);
  const { cells } = useCellEditing<Entity>({
    rowId: idOf,
    textIn: ({ hours }, column) => (column === 'hours' ? String(hours) : null),
    isInvalid: () => false,
    labelOf: ({ name }) => `Hours of ${name}`,
    faultIn: (_, __, text) => (/^\d+$/.test(text) ? null : 'This is no number of hours. Type figures alone.'),
    onChange: ({ id }, _, text) =>
      setRows(rows.map((row) => (row.id === id ? { ...row, hours: Number(text) } : row))),
  });
  return (
    <Sample of="hours are edited in their cells" isWide>
      <div className={styles.grid}>
        <DataTable
          id="gallery-edited"
          label="Hours"
          columns={columns}
          rows={rows}
          rowId={idOf}
          cells={cells}
        />
      </div>
    </Sample>
  );
}

/** A grid whose columns are as a person has set them before. */
function Kept(props: {
  readonly id: string;
  readonly choice: ColumnChoice | undefined;
  readonly children: ReactNode;
}) {
  const { id, children } = props;
  const [choices, setChoices] = useState<Readonly<Record<string, ColumnChoice>>>({
    [id]: props.choice ?? {},
  });
  return (
    <LayoutsProvider layouts={{ choices, keep: (grid, next) => setChoices({ ...choices, [grid]: next }) }}>
      {children}
    </LayoutsProvider>
  );
}

function Nodes(props: { readonly id: string; readonly of: string; readonly chosen?: string }) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['entity-00', 'entity-11']));
  const [chosen, setChosen] = useState(props.chosen);
  return (
    <Sample of={props.of} isWide>
      <div className={styles.grid}>
        <TreeGrid
          id={props.id}
          label={props.of}
          columns={columns}
          nodes={nodes}
          expanded={expanded}
          onExpand={setExpanded}
          textOf={nameOf}
          labelOf={nameOf}
          chosen={chosen}
          onOpen={chosen === undefined ? undefined : ({ id }) => setChosen(`${id}0`)}
        />
      </div>
    </Sample>
  );
}
