import { keptView } from '../../data/kept-view.ts';

/** Whether networks are shown as a picture or as a list, kept for as long as the window. */
export const useNetworkView = keptView<{ readonly kind: 'picture' | 'list' }>({ kind: 'picture' });
