import type { Chord } from './chord.ts';

/** The menus of the app, which are the headings of the palette and of the sheet of shortcuts too. */
export const commandGroups = ['file', 'edit', 'view', 'go', 'help'] as const;
export type CommandGroup = (typeof commandGroups)[number];

interface CommandRow {
  readonly group: CommandGroup;
  /** Commands of a group stand together by part, with a line between the parts. */
  readonly part: number;
  /** The keys that lead to it unless a person chose others, the one that is shown first; none is allowed. */
  readonly keys: readonly Chord[];
  /** The keys on macOS, where they are others than Command for Control. */
  readonly macKeys?: readonly Chord[];
}

/**
 * Every command, once, in the order in which menus, palette and sheet have them. What each is called is in
 * `command-words`, what it does in `renderer/app/commands.ts`.
 */
export const commands = {
  'new-audit': { group: 'file', part: 1, keys: ['Mod+N'] },
  'new-window': { group: 'file', part: 2, keys: ['Mod+Shift+N'] },
  filter: { group: 'edit', part: 1, keys: ['Mod+F'] },
  palette: { group: 'view', part: 1, keys: ['Mod+K'] },
  'toggle-sidebar': { group: 'view', part: 1, keys: ['Mod+B'] },
  'next-region': { group: 'view', part: 2, keys: ['F6'] },
  'previous-region': { group: 'view', part: 2, keys: ['Shift+F6'] },
  'zoom-in': { group: 'view', part: 3, keys: ['Mod+=', 'Mod+Plus'] },
  'zoom-out': { group: 'view', part: 3, keys: ['Mod+-'] },
  'zoom-reset': { group: 'view', part: 3, keys: ['Mod+0'] },
  back: { group: 'go', part: 1, keys: ['Alt+ArrowLeft'], macKeys: ['Mod+['] },
  forward: { group: 'go', part: 1, keys: ['Alt+ArrowRight'], macKeys: ['Mod+]'] },
  'recent-audit': { group: 'go', part: 1, keys: ['Mod+Tab'], macKeys: ['Ctrl+Tab'] },
  'go-audits': { group: 'go', part: 2, keys: ['Mod+1'] },
  'go-clients': { group: 'go', part: 2, keys: ['Mod+3'] },
  'go-users': { group: 'go', part: 2, keys: ['Mod+4'] },
  'go-work-packages': { group: 'go', part: 2, keys: ['Mod+5'] },
  'go-coupling': { group: 'go', part: 2, keys: ['Mod+6'] },
  'go-activity': { group: 'go', part: 2, keys: ['Mod+7'] },
  'go-limits': { group: 'go', part: 2, keys: ['Mod+8'] },
  'go-network': { group: 'go', part: 2, keys: ['Mod+9'] },
  'go-connections': { group: 'go', part: 3, keys: ['Mod+2'] },
  'go-settings': { group: 'go', part: 3, keys: ['Mod+,'] },
  help: { group: 'help', part: 1, keys: ['F1'] },
  shortcuts: { group: 'help', part: 1, keys: ['Mod+/'] },
} as const satisfies Record<string, CommandRow>;

export type CommandId = keyof typeof commands;
export const commandIds = Object.keys(commands) as readonly CommandId[]; // keys of a literal: exactly these

/** Where a command stands: in which menu, and in which part of it. */
export function placeOf(id: CommandId): Pick<CommandRow, 'group' | 'part'> {
  return commands[id];
}

/** The keys that a person chose, by command; a command that is not named has its own. */
export type ChosenKeys = Readonly<Partial<Record<string, readonly Chord[]>>>;

/** The keys that lead to a command; the first is the one that is shown. */
export function keysOf(id: CommandId, chosen: ChosenKeys, isMac: boolean): readonly Chord[] {
  const row: CommandRow = commands[id];
  return chosen[id] ?? (isMac ? (row.macKeys ?? row.keys) : row.keys);
}

/** What commands and their groups are called in one language. */
export interface CommandWords {
  readonly groups: Readonly<Record<CommandGroup, string>>;
  readonly titles: Readonly<Record<CommandId, string>>;
}
