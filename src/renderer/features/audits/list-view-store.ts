import { keptView } from '../../data/kept-view.ts';
import { wholeList } from './list-view.ts';

/** What the list of audits of a connection looks like, and how to change it. */
export const useListView = keptView(wholeList);
