import { keptView } from '../../data/kept-view.ts';
import type { Sort } from '../../ui/data-table.tsx';
import type { Column } from './client-row.ts';

interface ClientView {
  readonly search: string;
  readonly sort: Sort<Column>;
  /** The client that was opened last. */
  readonly opened: string | null;
}

const allByName: ClientView = { search: '', sort: { column: 'name', direction: 'ascending' }, opened: null };

/** What the list of clients of a connection looks like, and how to change it. */
export const useClientView = keptView(allByName);
