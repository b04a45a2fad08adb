import { HelpDialog } from './help-dialog.tsx';
import { OfflineDialog } from './offline-dialog.tsx';
import { ProductionDialog } from './production-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

interface Props {
  readonly helpTopic: string | null;
  readonly onHideHelp: () => void;
  readonly showsShortcuts: boolean;
  readonly onHideShortcuts: () => void;
}

/** The dialogs that may stand over every screen. */
export function Dialogs({ helpTopic, onHideHelp, showsShortcuts, onHideShortcuts }: Props) {
  return (
    <>
      <HelpDialog topic={helpTopic} onClose={onHideHelp} />
      <OfflineDialog />
      <ProductionDialog />
      <ShortcutsDialog isOpen={showsShortcuts} onClose={onHideShortcuts} />
    </>
  );
}
