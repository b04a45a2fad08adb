import { createContext, type ReactNode, useContext, useState } from 'react';
import type { ColumnChoice } from './columns.ts';

/** Where the columns of each grid are kept as a person has set them, by the grid's id. */
interface Layouts {
  readonly choices: Readonly<Record<string, ColumnChoice>>;
  readonly keep: (grid: string, choice: ColumnChoice) => void;
}

const LayoutsContext = createContext<Layouts | null>(null);

export function LayoutsProvider({
  layouts,
  children,
}: {
  readonly layouts: Layouts;
  readonly children: ReactNode;
}) {
  return <LayoutsContext value={layouts}>{children}</LayoutsContext>;
}

const asItComes: ColumnChoice = {};

/** What a person has made of a grid's columns; without a provider it lasts as long as the grid. */
export function useColumnChoice(grid: string): readonly [ColumnChoice, (choice: ColumnChoice) => void] {
  const layouts = useContext(LayoutsContext);
  const [own, setOwn] = useState(asItComes);
  if (layouts === null) return [own, setOwn];
  return [layouts.choices[grid] ?? asItComes, (choice) => layouts.keep(grid, choice)];
}

/** The columns that a grid shows now, by their ids; none where it is not in the document. */
export function shownColumns(grid: string): readonly string[] {
  const heads = document.querySelectorAll(`[data-grid="${CSS.escape(grid)}"] [data-column]`);
  return Array.from(heads, (head) => head.getAttribute('data-column') ?? '');
}
