import { CircleHelp, FileText, Network, Puzzle } from 'lucide-react';
import type { PlaceKind } from './rows.ts';

export function KindIcon({ kind }: { readonly kind: PlaceKind }) {
  switch (kind) {
    case 'group':
      return <Network aria-hidden />;
    case 'single':
      return <FileText aria-hidden />;
    case 'component':
      return <Puzzle aria-hidden />;
    case 'unread':
      return <CircleHelp aria-hidden />;
  }
}
