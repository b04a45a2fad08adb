import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../class-names.ts';
import { announce } from '../live-region.tsx';
import styles from './grid.module.css';

/** A row of a grid with what is around it. */
export interface CellPlace<Row> {
  readonly row: Row;
  /** The ids of the columns in sight, in their order. */
  readonly columns: readonly string[];
  readonly before: Row | null;
  readonly next: Row | null;
  /** Makes the row so many places further on the active one. */
  readonly move: (by: -1 | 1) => void;
  /** Gives the focus to the grid. */
  readonly focus: () => void;
}

/** The active cell of a grid whose cells are edited in place. */
export interface CellCursor<Row> {
  readonly columnIn: (place: CellPlace<Row>) => string | null;
  /** The active cell of a row in words: the row, which is what a screen reader is led to, says it. */
  readonly wordsIn: (place: CellPlace<Row>) => string | undefined;
  /** What stands in the active cell of a row while it is edited; null while it is not. */
  readonly editorIn: (place: CellPlace<Row>) => ReactNode;
  /** Does what a key stands for; answers whether it stands for anything. */
  readonly onKey: (event: KeyboardEvent, place: CellPlace<Row>) => boolean;
  /** Answers whether the cell is one that is edited: pressing it does nothing else then. */
  readonly onPress: (place: CellPlace<Row>, column: string, isTwice: boolean) => boolean;
}

export interface CellEditing<Row> {
  /** What a row is known by while its cells change. */
  readonly rowId: (row: Row) => string;
  /** The text of a cell; null where it cannot be edited. */
  readonly textIn: (row: Row, column: string) => string | null;
  /** Whether a cell cannot stay so: of a row that is come to, the first such is active. */
  readonly isInvalid: (row: Row, column: string) => boolean;
  readonly labelOf: (row: Row, column: string) => string;
  readonly onChange: (row: Row, column: string, text: string) => void;
  /** Why a text cannot be kept, in a sentence; null where it can. Without it every text can. */
  readonly faultIn?: (row: Row, column: string, text: string) => string | null;
  /** What a text is read as, said while it is typed; null where that is plain. */
  readonly readingIn?: (row: Row, column: string, text: string) => string | null;
  /** What is asked before a text is kept, which a second Enter or Tab answers; null where nothing is. */
  readonly askedOf?: (row: Row, column: string, text: string) => string | null;
  /** The characters that begin a text when they are typed; the others find rows by their names. All begin one unless given. */
  readonly begins?: RegExp;
}

interface Typed {
  readonly id: string;
  readonly column: string;
  /** What the cell begins with. */
  readonly text: string;
  /** Whether it is what stood there, which is then selected. */
  readonly isWhole: boolean;
}

/**
 * Cells that are edited in place. Enter, F2, a second click or typing begins, Enter keeps, Escape leaves the cell as it was, Tab
 * keeps and goes on to the next cell; what is left otherwise is kept. A text that cannot be kept is not left by keys, and is gone if it is left otherwise.
 */
export function useCellEditing<Row>(on: CellEditing<Row>): {
  readonly cells: CellCursor<Row>;
  /** Edits the active cell of a row that is the active one. */
  readonly begin: (row: Row, columns: readonly string[]) => void;
} {
  const [chosen, setChosen] = useState<{ readonly id: string; readonly column: string } | null>(null);
  const [typed, setTyped] = useState<Typed | null>(null);

  const editable = ({ row, columns }: Pick<CellPlace<Row>, 'row' | 'columns'>) =>
    columns.filter((column) => on.textIn(row, column) !== null);
  const columnIn = (place: Pick<CellPlace<Row>, 'row' | 'columns'>): string | null => {
    const id = on.rowId(place.row);
    const columns = editable(place);
    const kept = columns.find((column) => column === chosen?.column);
    if (chosen?.id === id && kept !== undefined) return kept;
    return columns.find((column) => on.isInvalid(place.row, column)) ?? kept ?? columns[0] ?? null;
  };
  const wordsOf = (row: Row, column: string) => `${on.labelOf(row, column)}: ${on.textIn(row, column) ?? ''}`;
  const edit = (row: Row, column: string | null, text?: string) => {
    if (column === null) return;
    const id = on.rowId(row);
    setChosen({ id, column });
    setTyped({ id, column, text: text ?? on.textIn(row, column) ?? '', isWhole: text === undefined });
  };
  const goOn = (place: CellPlace<Row>, column: string, by: -1 | 1) => {
    const columns = editable(place);
    const to = columns[columns.indexOf(column) + by];
    const row = by > 0 ? place.next : place.before;
    if (to !== undefined) return edit(place.row, to);
    if (row === null) return place.focus();
    place.move(by);
    edit(row, editable({ row, columns: place.columns }).at(by > 0 ? 0 : -1) ?? null);
  };

  const editorIn = (place: CellPlace<Row>): ReactNode => {
    const { row } = place;
    if (typed === null || typed.id !== on.rowId(row) || typed.column !== columnIn(place)) return null;
    const { column } = typed;
    return (
      <CellEditor
        key={`${typed.id} ${column}`}
        label={on.labelOf(row, column)}
        start={typed}
        faultOf={(text) => on.faultIn?.(row, column, text) ?? null}
        readingOf={(text) => on.readingIn?.(row, column, text) ?? null}
        askedOf={(text) => on.askedOf?.(row, column, text) ?? null}
        onEnd={(how, text) => {
          setTyped(null);
          const isKept = how !== 'leave' && how !== 'refused';
          if (isKept && text !== on.textIn(row, column)) on.onChange(row, column, text);
          if (how === 'keep' || how === 'leave') place.focus();
          if (how === 'next') goOn(place, column, 1);
          if (how === 'before') goOn(place, column, -1);
        }}
      />
    );
  };

  const onKey = (event: KeyboardEvent, place: CellPlace<Row>): boolean => {
    const column = columnIn(place);
    if (column === null || event.ctrlKey || event.metaKey) return false;
    const { key } = event;
    if (key === 'Enter' || key === 'F2') edit(place.row, column);
    else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const columns = editable(place);
      const to = columns[columns.indexOf(column) + (key === 'ArrowLeft' ? -1 : 1)];
      if (to !== undefined) {
        setChosen({ id: on.rowId(place.row), column: to });
        announce(wordsOf(place.row, to)); // the active row stays the same
      }
    } else if (key === 'Backspace' || key === 'Delete') edit(place.row, column, '');
    else if (Array.from(key).length === 1 && key !== ' ' && on.begins?.test(key) !== false)
      edit(place.row, column, key);
    else return false;
    return true;
  };

  return {
    cells: {
      columnIn,
      wordsIn: (place) => {
        const column = columnIn(place);
        return column === null ? undefined : wordsOf(place.row, column);
      },
      editorIn,
      onKey,
      onPress: ({ row }, column, isTwice) => {
        if (on.textIn(row, column) === null) return false;
        if (isTwice) edit(row, column);
        else setChosen({ id: on.rowId(row), column });
        return true;
      },
    },
    begin: (row, columns) => edit(row, columnIn({ row, columns })),
  };
}

interface EditorProps {
  readonly label: string;
  readonly start: Typed;
  readonly faultOf: (text: string) => string | null;
  readonly readingOf: (text: string) => string | null;
  readonly askedOf: (text: string) => string | null;
  readonly onEnd: (how: 'keep' | 'leave' | 'next' | 'before' | 'away' | 'refused', text: string) => void;
}

function CellEditor({ label, start, faultOf, readingOf, askedOf, onEnd }: EditorProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const hasEnded = useRef(false); // leaving the field by a key blurs it, too
  const [text, setText] = useState(start.text);
  const [refused, setRefused] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ readonly text: string; readonly question: string } | null>(null);
  const fault = refused === null ? null : faultOf(text); // said once it was left, then as it is typed
  const said = fault ?? (asked?.text === text ? asked.question : readingOf(text));
  useEffect(() => {
    field.current?.focus();
    if (start.isWhole) field.current?.select();
  }, [start]);
  const end = (how: Parameters<EditorProps['onEnd']>[0]) => {
    if (hasEnded.current) return;
    const wrong = how === 'leave' ? null : faultOf(text);
    if (wrong !== null) {
      announce(wrong);
      setRefused(wrong);
      if (how !== 'away') return;
    }
    const question =
      how === 'leave' || how === 'away' || wrong !== null || asked?.text === text ? null : askedOf(text);
    if (question !== null) {
      announce(question);
      setAsked({ text, question });
      return;
    }
    hasEnded.current = true;
    onEnd(wrong === null ? how : 'refused', text);
  };
  return (
    <>
      <input
        ref={field}
        type="text"
        className={styles.editor}
        aria-label={label}
        aria-invalid={fault === null ? undefined : true}
        aria-describedby={said === null ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => end('away')}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          const how =
            event.key === 'Enter'
              ? 'keep'
              : event.key === 'Escape'
                ? 'leave'
                : event.key === 'Tab'
                  ? event.shiftKey
                    ? 'before'
                    : 'next'
                  : null;
          if (how === null) return;
          event.preventDefault();
          event.stopPropagation();
          end(how);
        }}
      />
      {said !== null && (
        <Said id={id} isFault={fault !== null}>
          {said}
        </Said>
      )}
    </>
  );
}

interface SaidProps {
  readonly id: string;
  readonly isFault: boolean;
  readonly children: string;
}

/** Below the field; where the grid ends before it does, so far to the start that all of it is in sight. */
function Said({ id, isFault, children }: SaidProps) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const own = box.current;
    const grid = own?.closest('[role="grid"], [role="treegrid"]');
    if (own == null || grid == null) return;
    own.style.insetInlineStart = '0';
    const { left, right } = grid.getBoundingClientRect();
    const place = own.getBoundingClientRect();
    const [before, after] = [left + room - place.left, right - room - place.right];
    own.style.insetInlineStart = `${Math.max(Math.min(after, 0), before)}px`;
  });
  return (
    <span ref={box} id={id} className={cx(styles.fault, !isFault && styles.said)}>
      {children}
    </span>
  );
}
const room = 4; // pixels beside it
