import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf, type CommandTarget, commandOf, commands } from './commands.ts';
import { focusFilter, moveRegion } from './regions.ts';

const isMac = navigator.userAgent.includes('Macintosh');

/** Listens to the keys of all commands; answers whether the sheet of shortcuts is asked for. */
export function useCommands() {
  const navigate = useNavigate();
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  useEffect(() => {
    const target: CommandTarget = {
      open: (route) => void navigate(addressOf(route)),
      focusFilter,
      moveRegion,
      showShortcuts: () => setShowsShortcuts(true),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const id = commandOf(event, isMac);
      // A dialog is one task: nothing leads out of it but itself.
      if (id === null || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      event.preventDefault();
      commands[id].run(target);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [navigate]);
  return { showsShortcuts, hideShortcuts: () => setShowsShortcuts(false), isMac };
}
