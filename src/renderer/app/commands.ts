import { pathTo, type Route } from '../routes.ts';

/** What a command may do to the window. */
export interface CommandTarget {
  readonly open: (
    route: Extract<
      Route,
      'audits' | 'clients' | 'users' | 'workPackages' | 'coupling' | 'newAudit' | 'connections' | 'settings'
    >,
  ) => void;
  readonly focusFilter: () => void;
  readonly moveRegion: (by: 1 | -1) => void;
  readonly showShortcuts: () => void;
}

interface Command {
  /** The one key that leads to it; Command stands in for Control on macOS. */
  readonly key?: { readonly key: string; readonly ctrl?: true; readonly shift?: true };
  readonly run: (target: CommandTarget) => void;
}

/** Every command of the frame: keys and the sheet of shortcuts share these entries. */
export const commands = {
  'new-audit': { key: { key: 'n', ctrl: true }, run: ({ open }) => open('newAudit') },
  filter: { key: { key: 'f', ctrl: true }, run: ({ focusFilter }) => focusFilter() },
  'go-audits': { key: { key: '1', ctrl: true }, run: ({ open }) => open('audits') },
  'go-clients': { key: { key: '3', ctrl: true }, run: ({ open }) => open('clients') },
  'go-users': { key: { key: '4', ctrl: true }, run: ({ open }) => open('users') },
  'go-work-packages': { key: { key: '5', ctrl: true }, run: ({ open }) => open('workPackages') },
  'go-coupling': { key: { key: '6', ctrl: true }, run: ({ open }) => open('coupling') },
  'go-connections': { key: { key: '2', ctrl: true }, run: ({ open }) => open('connections') },
  'go-settings': { key: { key: ',', ctrl: true }, run: ({ open }) => open('settings') },
  'next-region': { key: { key: 'F6' }, run: ({ moveRegion }) => moveRegion(1) },
  'previous-region': { key: { key: 'F6', shift: true }, run: ({ moveRegion }) => moveRegion(-1) },
  shortcuts: { key: { key: '/', ctrl: true }, run: ({ showShortcuts }) => showShortcuts() },
} as const satisfies Record<string, Command>;
export type CommandId = keyof typeof commands;
export const commandIds = Object.keys(commands) as readonly CommandId[]; // keys of a literal: exactly these

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The command that a key press means; null for every other. */
export function commandOf(press: KeyPress, isMac: boolean): CommandId | null {
  if (press.altKey || (isMac ? press.ctrlKey : press.metaKey)) return null;
  const held = isMac ? press.metaKey : press.ctrlKey;
  const found = commandIds.find((id) => {
    const { key, ctrl, shift } = keyOf(id);
    // Where `/` is typed with Shift, as on many European keyboards, Shift belongs to the character.
    const shiftFits = key === '/' || press.shiftKey === shift;
    return press.key.toLowerCase() === key.toLowerCase() && held === ctrl && shiftFits;
  });
  return found ?? null;
}

/** The keys of a command, as the sheet of shortcuts and `aria-keyshortcuts` spell them. */
export function shortcutOf(id: CommandId, isMac: boolean): string {
  const { key, ctrl, shift } = keyOf(id);
  return [
    ...(ctrl ? [isMac ? '⌘' : 'Ctrl'] : []),
    ...(shift ? [isMac ? '⇧' : 'Shift'] : []),
    key.toUpperCase(),
  ].join(isMac ? '' : '+');
}

function keyOf(id: CommandId) {
  const { key }: Required<Command> = commands[id];
  return { key: key.key, ctrl: key.ctrl === true, shift: key.shift === true };
}

/** The address that a command opens: a new audit starts as a single one. */
export function addressOf(route: Parameters<CommandTarget['open']>[0]): string {
  return route === 'newAudit' ? `${pathTo('newAudit')}?type=single` : pathTo(route);
}
