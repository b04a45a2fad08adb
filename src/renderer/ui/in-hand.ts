import type { RowAction } from './grid/actions.ts';
import type { TableColumn } from './grid/columns.ts';
import { announce } from './live-region.tsx';

/** What can be done with the rows that one part of the screen has in hand: its selection, or its active row. */
export interface InHand {
  /** The name of the row where it is one. */
  readonly name: string | null;
  readonly count: number;
  readonly actions: readonly RowAction[];
  /** The rows as they are copied; of a grid. */
  readonly table?: (() => RowsInHand) | undefined;
}

export interface RowsInHand {
  readonly grid: HTMLElement | null;
  readonly columns: readonly TableColumn<unknown>[];
  readonly rows: readonly unknown[];
}

const holders: (() => InHand | null)[] = [];

/** Has the palette and commands ask a part of the screen what it has in hand; answers what ends that. */
export function hold(holder: () => InHand | null): () => void {
  holders.push(holder);
  return () => void holders.splice(holders.indexOf(holder), 1);
}

/** What the screen has in hand now. */
export function inHand(): readonly InHand[] {
  return holders.flatMap((holder) => holder() ?? []);
}

/** What can be done with it, in all parts. */
export function actionsInHand(): readonly RowAction[] {
  return inHand().flatMap(({ actions }) => actions);
}

/** What can still be done of what was offered for something that was in hand; undefined where nothing of that is left. */
export function actionStill({ name }: Pick<InHand, 'name'>, id: string): RowAction | undefined {
  const left = inHand().filter((now) => name === null || now.name === name);
  return left.flatMap(({ actions }) => actions).find((action) => action.id === id);
}

/** Does it, or says why that cannot be. */
export function act({ reason, onAction }: RowAction): void {
  if (reason === undefined) onAction();
  else announce(reason);
}
