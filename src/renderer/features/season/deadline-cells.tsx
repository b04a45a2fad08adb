import { type ClipboardEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { canMove } from '../../../shared/rules/plans/season-groups.ts';
import { type ImportColumn, importColumns } from '../../../shared/rules/tables/columns.ts';
import { seasonGroupOf } from '../../../shared/rules/tables/deadlines.ts';
import { escapeFormulas } from '../../../shared/rules/tables/formula.ts';
import { type Person, people } from '../../../shared/rules/tables/known.ts';
import { useKnownPeople } from '../../data/known-people.ts';
import { handFile } from '../../data/opened-tables.ts';
import { useTranslation } from '../../messages/language.ts';
import { importPath } from '../../routes.ts';
import { useDayWriting } from '../../ui/date-field.tsx';
import { type CellCursor, useCellEditing } from '../../ui/grid/cell-editing.tsx';
import type { DeadlineChanges } from './deadline-changes.tsx';
import { isPart, type Line } from './season-lines.tsx';
import type { SeasonRow } from './season-rows.ts';

interface Props {
  readonly connection: string;
  /** Those of the season. */
  readonly all: readonly SeasonRow[];
  /** Those that are shown, in their order. */
  readonly rows: readonly SeasonRow[];
  readonly changes: DeadlineChanges;
  /** This computer's day. */
  readonly today: string;
}

const longestName = 255;
const farAway = 10; // years
const answered = new Set<string>(); // the languages in which a person has said that days are meant as they are read

function isPerson(column: string): column is Person {
  return column === 'partner' || column === 'manager';
}

/** Deadlines that are typed in their cells. What is pasted is one of them, if nothing is asked about it, or else a table, which the import checks and shows first. */
export function useDeadlineCells({ connection, all, rows, changes, today }: Props): {
  readonly cells: CellCursor<Line>;
  readonly onPaste: (event: ClipboardEvent, activeId: string | null) => void;
} {
  const { t, i18n } = useTranslation('season');
  const navigate = useNavigate();
  const { written, read, faultOf, inWords, isTwofold } = useDayWriting();
  const usersOfAudits = useKnownPeople(connection);
  const wasAsked = useRef(false);
  const knownPeople = () => {
    const ofSeason = all.flatMap(({ entry }) => people.map((of) => entry?.[of] ?? ''));
    const ofAudits = usersOfAudits.map(({ id, name }) => name || id);
    return [...new Set([...ofSeason, ...ofAudits])]
      .filter((name) => name !== '')
      .toSorted((one, other) => one.localeCompare(other))
      .map((name) => ({ id: name, label: name }));
  };
  const askedOf = (text: string): string | null => {
    const day = read(text);
    if (day === null) return null;
    const years = Math.abs(Number(day.slice(0, 4)) - Number(today.slice(0, 4)));
    if (years > farAway) return t('cell.far', { day: inWords(day), count: years });
    if (!isTwofold(text) || answered.has(i18n.language)) return null;
    wasAsked.current = true;
    return t('cell.asked', { day: inWords(day) });
  };
  const { cells } = useCellEditing<Line>({
    rowId: ({ id }) => id,
    textIn: (row, column) => {
      if (isPart(row)) return null;
      if (isPerson(column)) return row.entry === null ? null : (row.entry[column] ?? '');
      if (column !== 'deadline' || !canMove(row)) return null;
      return row.scheduling.deadline === null ? '' : written(row.scheduling.deadline);
    },
    isInvalid: () => false,
    begins: /\d/,
    choicesIn: (_, column) => (isPerson(column) ? knownPeople() : []),
    isFreeText: true,
    labelOf: ({ name }, column) =>
      t('parts:side.of', {
        field: t(isPerson(column) ? `parts:field.${column}` : 'parts:field.deadline'),
        name,
      }),
    faultIn: (_, column, text) => (isPerson(column) ? null : faultOf(text)),
    readingIn: (_, column, text) => {
      const day = isPerson(column) ? null : read(text);
      return day === null ? null : inWords(day);
    },
    askedOf: (_, column, text) => (isPerson(column) ? null : askedOf(text)),
    onChange: (row, column, text) => {
      if (isPart(row)) return;
      if (isPerson(column))
        return changes.setPerson({ row, of: column, name: text.trim().slice(0, longestName) });
      if (wasAsked.current && isTwofold(text)) answered.add(i18n.language);
      changes.set({ row, day: read(text) });
    },
  });
  const onPaste = (event: ClipboardEvent, activeId: string | null) => {
    const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n').trimEnd();
    const place = rows.findIndex(({ id }) => id === activeId);
    const row = rows[place];
    const isTyping = event.target instanceof HTMLInputElement && !text.includes('\n');
    if (isTyping || row === undefined || text === '') return;
    event.preventDefault();
    const day = read(text);
    if (day !== null && canMove(row) && askedOf(text) === null) return changes.set({ row, day });
    const table = text.includes('\t') ? text : tableOf(text.split('\n'), rows.slice(place));
    handFile(connection, new File([table], `${t('pasted')}.csv`));
    void navigate(importPath('deadlines'));
  };
  return { cells, onPaste };
}

const naming = ['audit_id', 'successor_id', 'predecessor_id', 'audit_name', 'client_id'] as const;

/** A column of days as a table of deadlines, for the rows from the first on. */
function tableOf(days: readonly string[], rows: readonly SeasonRow[]): string {
  const line = (cells: readonly string[]): string =>
    cells.map((cell) => `"${escapeFormulas(cell).replaceAll('"', '""')}"`).join('\t');
  const cellOf = (column: ImportColumn, row: SeasonRow | undefined): string =>
    String((row && importColumns[column].ofGroup?.(seasonGroupOf(row), (id) => id)) ?? '');
  return [
    line([...naming, 'deadline']),
    ...days.map((day, place) => line([...naming.map((column) => cellOf(column, rows[place])), day])),
  ].join('\n');
}
