import { type ChosenKeys, type CommandId, commandIds, keysOf } from '../../shared/commands.ts';
import { chordsOf, type KeyPress } from '../data/key-press.ts';
import { pathTo, type Route } from '../routes.ts';

type OpenRoute = Extract<
  Route,
  | 'audits'
  | 'clients'
  | 'users'
  | 'workPackages'
  | 'coupling'
  | 'newAudit'
  | 'activity'
  | 'limits'
  | 'network'
  | 'connections'
  | 'settings'
>;

/** What a command may do to the window. */
export interface CommandTarget {
  readonly open: (route: OpenRoute) => void;
  /** Goes through the screens that were open: -1 to the one before, 1 to the one after it. */
  readonly travel: (by: 1 | -1) => void;
  /** One more window, at the screen of this one. */
  readonly openWindow: () => void;
  readonly openAuditBefore: () => void;
  readonly showPalette: () => void;
  readonly focusFilter: () => void;
  readonly moveRegion: (by: 1 | -1) => void;
  readonly toggleSidebar: () => void;
  /** Larger, smaller, or the own size. */
  readonly zoom: (by: 1 | -1 | 0) => void;
  readonly showHelp: () => void;
  readonly showShortcuts: () => void;
}

/** What each command does. */
export const actions: Readonly<Record<CommandId, (target: CommandTarget) => void>> = {
  'new-audit': ({ open }) => open('newAudit'),
  'new-window': ({ openWindow }) => openWindow(),
  filter: ({ focusFilter }) => focusFilter(),
  palette: ({ showPalette }) => showPalette(),
  'toggle-sidebar': ({ toggleSidebar }) => toggleSidebar(),
  'next-region': ({ moveRegion }) => moveRegion(1),
  'previous-region': ({ moveRegion }) => moveRegion(-1),
  'zoom-in': ({ zoom }) => zoom(1),
  'zoom-out': ({ zoom }) => zoom(-1),
  'zoom-reset': ({ zoom }) => zoom(0),
  back: ({ travel }) => travel(-1),
  forward: ({ travel }) => travel(1),
  'recent-audit': ({ openAuditBefore }) => openAuditBefore(),
  'go-audits': ({ open }) => open('audits'),
  'go-clients': ({ open }) => open('clients'),
  'go-network': ({ open }) => open('network'),
  'go-users': ({ open }) => open('users'),
  'go-work-packages': ({ open }) => open('workPackages'),
  'go-coupling': ({ open }) => open('coupling'),
  'go-activity': ({ open }) => open('activity'),
  'go-limits': ({ open }) => open('limits'),
  'go-connections': ({ open }) => open('connections'),
  'go-settings': ({ open }) => open('settings'),
  help: ({ showHelp }) => showHelp(),
  shortcuts: ({ showShortcuts }) => showShortcuts(),
};

/** The command that a key press means; null for every other. */
export function commandOf(press: KeyPress, chosen: ChosenKeys, isMac: boolean): CommandId | null {
  for (const chord of chordsOf(press, isMac)) {
    const found = commandIds.find((id) => keysOf(id, chosen, isMac).includes(chord));
    if (found !== undefined) return found;
  }
  return null;
}

/** The address that a command opens: a new audit starts as a single one. */
export function addressOf(route: OpenRoute): string {
  return route === 'newAudit' ? `${pathTo('newAudit')}?type=single` : pathTo(route);
}
