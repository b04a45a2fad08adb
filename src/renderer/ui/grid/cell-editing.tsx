import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { fold } from '../../../shared/rules/texts/fold.ts';
import { cx } from '../class-names.ts';
import fieldStyles from '../field.module.css';
import { announce } from '../live-region.tsx';
import { Beside, Name, Sought } from '../name.tsx';
import { matchingOptions, type Option } from '../option.tsx';
import { useUiWords } from '../words.tsx';
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
  /** What a cell may have, offered in a list; the id of the one that is taken is the text. Nothing where it is only typed. */
  readonly choicesIn?: (row: Row, column: string) => readonly Option[];
  /** Whether choices are suggestions: what is typed is kept unless a person has marked one of them. */
  readonly isFreeText?: boolean;
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
 * Where a cell has choices, typing filters them and marks the first, arrow keys mark others, and what is kept is the one that is marked.
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
        choices={on.choicesIn?.(row, column) ?? noChoices}
        isFreeText={on.isFreeText === true}
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
  readonly choices: readonly Option[];
  readonly isFreeText: boolean;
  readonly faultOf: (text: string) => string | null;
  readonly readingOf: (text: string) => string | null;
  readonly askedOf: (text: string) => string | null;
  readonly onEnd: (how: 'keep' | 'leave' | 'next' | 'before' | 'away' | 'refused', text: string) => void;
}

const noChoices: readonly Option[] = [];

function CellEditor({ label, start, choices, isFreeText, faultOf, readingOf, askedOf, onEnd }: EditorProps) {
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
  const list = useChoices(choices, { ...start, typed: text, isFreeText });
  const end = (how: Parameters<EditorProps['onEnd']>[0], taken = text) => {
    if (hasEnded.current) return;
    const wrong = how === 'leave' ? null : faultOf(taken);
    if (wrong !== null) {
      announce(wrong);
      setRefused(wrong);
      if (how !== 'away') return;
    }
    const question =
      how === 'leave' || how === 'away' || wrong !== null || asked?.text === taken ? null : askedOf(taken);
    if (question !== null) {
      announce(question);
      setAsked({ text: taken, question });
      return;
    }
    hasEnded.current = true;
    onEnd(wrong === null ? how : 'refused', taken);
  };
  return (
    <>
      <input
        ref={field}
        type="text"
        className={styles.editor}
        aria-label={label}
        {...list.ofField(id)}
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
          const how = endOf(event);
          if (how === null && !list.onKey(event)) return;
          event.preventDefault();
          event.stopPropagation();
          if (how !== null) end(how, list.marked?.id);
        }}
      />
      <ChoiceList id={id} label={label} {...list} onTake={(choice) => end('keep', choice)} />
      {said !== null && (
        <Said id={id} isFault={fault !== null}>
          {said}
        </Said>
      )}
    </>
  );
}

function endOf({ key, shiftKey }: KeyboardEvent): 'keep' | 'leave' | 'next' | 'before' | null {
  if (key === 'Enter') return 'keep';
  if (key === 'Escape') return 'leave';
  return key === 'Tab' ? (shiftKey ? 'before' : 'next') : null;
}

const mostListed = 100; // choices: more are found by typing

/** What is typed as a whole comes first, then what begins so: “nl” is in “Finland”, too. */
function rankOf(text: string, sought: string): number {
  const [folded, key] = [fold(text), fold(sought)];
  return folded === key ? 0 : folded.startsWith(key) ? 1 : 2;
}

/** The choices that show while a cell is edited, and the one that is marked. */
function useChoices(
  choices: readonly Option[],
  { text, isWhole, typed, isFreeText }: Typed & { readonly typed: string; readonly isFreeText: boolean },
) {
  const isUntouched = isWhole && typed === text; // all of them show, and none is taken by keeping what is there
  const sought = isUntouched ? '' : typed;
  const [moved, setMoved] = useState<{ readonly typed: string; readonly to: number } | null>(null);
  const matching = useMemo(() => matchingOptions(choices, sought), [choices, sought]);
  const listed = useMemo(() => {
    const rank = ({ id, label }: Option) => Math.min(rankOf(id, sought), rankOf(label, sought));
    return matching.toSorted((one, other) => rank(one) - rank(other)).slice(0, mostListed);
  }, [matching, sought]);
  const at = moved?.typed === typed ? moved.to : isFreeText || sought.trim() === '' ? -1 : 0;
  const marked = listed[at];
  return {
    listed,
    at,
    marked,
    sought,
    isOffered: choices.length > 0 && (listed.length > 0 || !isFreeText),
    more: matching.length - listed.length,
    ofField: (id: string) =>
      choices.length === 0
        ? {}
        : {
            role: 'combobox',
            'aria-autocomplete': 'list' as const,
            'aria-expanded': listed.length > 0,
            ...(listed.length > 0 && { 'aria-controls': `${id}-choices` }),
            ...(marked !== undefined && { 'aria-activedescendant': `${id}-${at}` }),
          },
    onKey: ({ key }: KeyboardEvent): boolean => {
      if ((key !== 'ArrowDown' && key !== 'ArrowUp') || listed.length === 0) return false;
      const to = key === 'ArrowDown' ? at + 1 : at < 0 ? listed.length - 1 : at - 1;
      setMoved({ typed, to: (to + listed.length) % listed.length });
      return true;
    },
  };
}

function showAbove(list: HTMLElement | null): void {
  list?.showPopover();
}

interface ChoiceListProps extends ReturnType<typeof useChoices> {
  readonly id: string;
  readonly label: string;
  readonly onTake: (id: string) => void;
}

/** Above all else, beside the field: below it, or above where there is no room. */
function ChoiceList({ id, label, isOffered, listed, at, sought, more, onTake }: ChoiceListProps) {
  const words = useUiWords();
  const labels = useMemo(() => listed.map((choice) => choice.label), [listed]);
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  if (!isOffered) return null;
  return (
    <div
      ref={showAbove}
      popover="manual"
      className={cx(fieldStyles.popover, styles.choices)}
      onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
      onClick={(event) => event.stopPropagation()}
    >
      {listed.length > 0 && (
        <Sought value={sought}>
          <Beside value={labels}>
            <div role="listbox" id={`${id}-choices`} aria-label={label} className={fieldStyles.list}>
              {listed.map((choice, place) => (
                <div
                  key={choice.id}
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === at}
                  data-focused={place === at || undefined}
                  className={fieldStyles.option}
                  onClick={() => onTake(choice.id)}
                >
                  <span className={fieldStyles.optionText}>
                    <Name text={choice.label} />
                  </span>
                  <span className={fieldStyles.optionDetail}>{choice.detail}</span>
                </div>
              ))}
            </div>
          </Beside>
        </Sought>
      )}
      {listed.length === 0 && <div className={fieldStyles.note}>{words.noMatch}</div>}
      {more > 0 && (
        <div className={fieldStyles.note}>{words.moreMatches.replace('{{count}}', String(more))}</div>
      )}
    </div>
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
