import type { MenuEntry } from '../floating.tsx';
import { MenuAt, type MenuPlace } from '../menu-at.tsx';
import { useUiWords } from '../words.tsx';
import {
  type AnyColumn,
  type ColumnChoice,
  inOrder,
  type Measured,
  type PlacedColumn,
  rowHeaderOf,
  type Sort,
  withMoved,
} from './columns.ts';

// Loaded when it is first asked for, as all that floats.

export type OpenMenu = { readonly at: MenuPlace; readonly column: Measured<AnyColumn> | null };
type HeaderAction = 'sortUp' | 'sortDown' | 'wider' | 'narrower' | 'moveLeft' | 'moveRight' | 'hideColumn';

const step = 48; // pixels

export interface HeaderProps {
  readonly columns: readonly Measured<AnyColumn>[];
  readonly placed: readonly PlacedColumn<Measured<AnyColumn>>[];
  readonly choice: ColumnChoice;
  /** What a person is about to make of the columns; `isKept` when it is done. */
  readonly onChoice: (choice: ColumnChoice, isKept: boolean) => void;
  /** How many of the first columns stay first, and in sight. */
  readonly pinned: number;
  readonly sort: Sort | null | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  /** Leaves the header for the rows. */
  readonly onDown: () => void;
}

interface HeaderMenuProps extends HeaderProps {
  readonly menu: OpenMenu;
  readonly onResize: (column: Measured<AnyColumn>, width: number) => void;
  readonly onClose: () => void;
}

/** What can be done with one column; or, of no column, which columns show. */
export function HeaderMenu({ menu, onClose, ...props }: HeaderMenuProps) {
  const { columns, placed, choice, onChoice, pinned, onSort, onResize } = props;
  const words = useUiWords();
  const { at, column } = menu;
  const isIn = (id: string) => placed.some((one) => one.column.id === id);
  if (column === null) {
    const choosable = inOrder(columns, choice).filter((one) => one.isTitleHidden !== true);
    return (
      <MenuAt
        label={words.columns}
        at={at}
        onClose={onClose}
        entries={[
          ...choosable.map((one) => ({ id: one.id, label: one.title, isDisabled: isFixed(columns, one) })),
          { id: 'reset columns', label: words.resetColumns },
        ]}
        checked={choosable.map(({ id }) => id).filter(isIn)}
        onAction={(id) => {
          if (id === 'reset columns') return onChoice({}, true);
          const one = choosable.find((any) => any.id === id);
          if (one !== undefined) onChoice({ ...choice, shown: { ...choice.shown, [id]: !isIn(id) } }, true);
        }}
      />
    );
  }
  const index = placed.findIndex((one) => one.column.id === column.id);
  const width = placed[index]?.width ?? column.min;
  const entry = (id: HeaderAction, isDisabled = false): MenuEntry<HeaderAction> => ({
    id,
    label: words[id],
    isDisabled,
  });
  const move = (by: -1 | 1) =>
    withMoved(columns, choice, {
      id: column.id,
      by,
      pinned,
      isIn,
    });
  const act = (id: HeaderAction) => {
    switch (id) {
      case 'sortUp':
        return onSort?.({ column: column.id, direction: 'ascending' });
      case 'sortDown':
        return onSort?.({ column: column.id, direction: 'descending' });
      case 'wider':
        return onResize(column, width + step);
      case 'narrower':
        return onResize(column, width - step);
      case 'moveLeft':
        return onChoice(move(-1), true);
      case 'moveRight':
        return onChoice(move(1), true);
      case 'hideColumn':
        return onChoice({ ...choice, shown: { ...choice.shown, [column.id]: false } }, true);
    }
  };
  return (
    <MenuAt
      label={column.title}
      at={at}
      onClose={onClose}
      onAction={act}
      entries={[
        ...(column.sort !== undefined ? [entry('sortUp'), entry('sortDown')] : []),
        entry('wider'),
        entry('narrower', width <= column.min),
        entry('moveLeft', index <= pinned),
        entry('moveRight', index < pinned || index === placed.length - 1),
        entry('hideColumn', isFixed(columns, column)),
      ]}
    />
  );
}

/** The column of the names stays: a row without one is nothing. */
function isFixed(columns: readonly AnyColumn[], { id }: AnyColumn): boolean {
  return id === rowHeaderOf(columns);
}
