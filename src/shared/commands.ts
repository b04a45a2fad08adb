import type { Chord } from './chord.ts';
import { type ScreenName, screenNames, screenRow, type screens } from './screens.ts';
import { largestZoom, smallestZoom } from './zoom.ts';

/** The menus of the app, which are the headings of the palette and of the sheet of shortcuts too. */
export const commandGroups = ['file', 'edit', 'view', 'go', 'help'] as const;
export type CommandGroup = (typeof commandGroups)[number];

export interface WindowState {
  readonly hasConnection: boolean;
  readonly isReadOnly: boolean;
  readonly hasList: boolean;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  readonly hasOtherAudit: boolean;
  /** What can be done with what the screen has in hand, by the ids of the actions: with its selection, its active row, or the audit that is open. */
  readonly actions: ReadonlySet<string>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly zoom: number;
}

/** What commands do to a window; `renderer/app/use-commands.ts` does it. */
export interface CommandTarget {
  readonly open: (screen: ScreensWithoutId, search?: Readonly<Record<string, string>>) => void;
  /** Goes through the screens that were open: -1 to the one before, 1 to the one after it. */
  readonly travel: (by: 1 | -1) => void;
  readonly openWindow: () => void;
  readonly openAuditBefore: () => void;
  /** Does one of the actions that the screen has in hand. */
  readonly act: (action: string) => void;
  readonly showPalette: () => void;
  readonly focusFilter: () => void;
  /** Takes back what was staged last, or stages it again. */
  readonly undo: () => void;
  readonly redo: () => void;
  readonly moveRegion: (by: 1 | -1) => void;
  readonly toggle: (setting: 'sidebarCollapsed') => void;
  /** Larger, smaller, or the own size. */
  readonly zoom: (by: 1 | -1 | 0) => void;
  readonly showHelp: () => void;
  readonly showShortcuts: () => void;
  readonly showTour: () => void;
}
type ScreensWithoutId = {
  [Name in ScreenName]: (typeof screens)[Name]['path'] extends `${string}:${string}` ? never : Name;
}[ScreenName];

/** Why a command is not available. Its words are at `commands:reason.…`. */
export type Reason =
  | 'noConnection'
  | 'readOnly'
  | 'noList'
  | 'noScreen'
  | 'noAudit'
  | 'noOtherAudit'
  | 'noChange'
  | 'noSize';

interface CommandRow {
  readonly group: CommandGroup;
  /** Commands of a group stand together by part, with a line between the parts. */
  readonly part: number;
  /** The keys that lead to it unless a person chose others, the one that is shown first; none is allowed. */
  readonly keys: readonly Chord[];
  /** The keys on macOS, where they are others than Command for Control. */
  readonly macKeys?: readonly Chord[];
  /** Why it is not available; null where it is. Without this, it is available everywhere. */
  readonly against?: (window: WindowState) => Reason | null;
  /** Whether an open dialog leaves it available: how large everything is shown is no way out of a dialog. */
  readonly isForDialogs?: true;
  /** Whether its keys are a text's own while a text has the focus. */
  readonly leavesTexts?: true;
  readonly run: (target: CommandTarget) => void;
}

const needsConnection = ({ hasConnection }: WindowState) => (hasConnection ? null : 'noConnection');

/** Does what can be done with the audits that the screen has in hand. */
function acting(action: string) {
  return {
    against: ({ actions }: WindowState) => (actions.has(action) ? null : 'noAudit'),
    run: ({ act }: CommandTarget) => act(action),
  } as const;
}

/** Opens the import for a table of a kind (`importKinds`). */
function importing(of: string) {
  return {
    group: 'file',
    part: 2,
    keys: [],
    against: needsConnection,
    run: ({ open }) => open('import', { of }),
  } as const satisfies CommandRow;
}

const before = {
  'new-audit': {
    group: 'file',
    part: 1,
    keys: ['Mod+N'],
    against: (window) => needsConnection(window) ?? (window.isReadOnly ? 'readOnly' : null),
    run: ({ open }) => open('newAudit', { type: 'single' }),
  },
  'import-audits': importing('audits'),
  'import-components': importing('components'),
  'import-clients': importing('clients'),
  'import-users': importing('users'),
  'roll-forward': {
    group: 'file',
    part: 1,
    keys: [],
    ...acting('roll-forward'),
  },
  templates: {
    group: 'file',
    part: 1,
    keys: [],
    against: needsConnection,
    run: ({ open }) => open('templates'),
  },
  'new-window': { group: 'file', part: 3, keys: ['Mod+Shift+N'], run: ({ openWindow }) => openWindow() },
  undo: {
    group: 'edit',
    part: 1,
    keys: ['Mod+Z'],
    against: ({ canUndo }) => (canUndo ? null : 'noChange'),
    leavesTexts: true,
    run: ({ undo }) => undo(),
  },
  redo: {
    group: 'edit',
    part: 1,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    macKeys: ['Mod+Shift+Z'],
    against: ({ canRedo }) => (canRedo ? null : 'noChange'),
    leavesTexts: true,
    run: ({ redo }) => redo(),
  },
  filter: {
    group: 'edit',
    part: 2,
    keys: ['Mod+F'],
    against: ({ hasList }) => (hasList ? null : 'noList'),
    run: ({ focusFilter }) => focusFilter(),
  },
  'star-audit': {
    group: 'edit',
    part: 3,
    keys: ['Mod+D'],
    ...acting('star-audit'),
  },
  'delete-audit': {
    group: 'edit',
    part: 3,
    keys: [],
    ...acting('delete-audit'),
  },
  palette: { group: 'view', part: 1, keys: ['Mod+K'], run: ({ showPalette }) => showPalette() },
  'toggle-sidebar': {
    group: 'view',
    part: 1,
    keys: ['Mod+B'],
    run: ({ toggle }) => toggle('sidebarCollapsed'),
  },
  'next-region': { group: 'view', part: 2, keys: ['F6'], run: ({ moveRegion }) => moveRegion(1) },
  'previous-region': { group: 'view', part: 2, keys: ['Shift+F6'], run: ({ moveRegion }) => moveRegion(-1) },
  'zoom-in': {
    group: 'view',
    part: 3,
    keys: ['Mod+=', 'Mod+Plus'],
    against: ({ zoom }) => (zoom < largestZoom ? null : 'noSize'),
    isForDialogs: true,
    run: ({ zoom }) => zoom(1),
  },
  'zoom-out': {
    group: 'view',
    part: 3,
    keys: ['Mod+-'],
    against: ({ zoom }) => (zoom > smallestZoom ? null : 'noSize'),
    isForDialogs: true,
    run: ({ zoom }) => zoom(-1),
  },
  'zoom-reset': { group: 'view', part: 3, keys: ['Mod+0'], isForDialogs: true, run: ({ zoom }) => zoom(0) },
  back: {
    group: 'go',
    part: 1,
    keys: ['Alt+ArrowLeft'],
    macKeys: ['Mod+['],
    against: ({ canGoBack }) => (canGoBack ? null : 'noScreen'),
    run: ({ travel }) => travel(-1),
  },
  forward: {
    group: 'go',
    part: 1,
    keys: ['Alt+ArrowRight'],
    macKeys: ['Mod+]'],
    against: ({ canGoForward }) => (canGoForward ? null : 'noScreen'),
    run: ({ travel }) => travel(1),
  },
  'recent-audit': {
    group: 'go',
    part: 1,
    keys: ['Mod+Tab'],
    macKeys: ['Ctrl+Tab'],
    against: ({ hasOtherAudit }) => (hasOtherAudit ? null : 'noOtherAudit'),
    run: ({ openAuditBefore }) => openAuditBefore(),
  },
} as const satisfies Record<string, CommandRow>;

const after = {
  help: { group: 'help', part: 1, keys: ['F1'], run: ({ showHelp }) => showHelp() },
  shortcuts: { group: 'help', part: 1, keys: ['Mod+/'], run: ({ showShortcuts }) => showShortcuts() },
  tour: { group: 'help', part: 1, keys: [], run: ({ showTour }) => showTour() },
} as const satisfies Record<string, CommandRow>;

type Dashed<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Dashed<Rest>}`
  : '';
type Goal = {
  [Name in ScreenName]: (typeof screens)[Name] extends { readonly go: object } ? Name : never;
}[ScreenName] &
  ScreensWithoutId;
type GoId = `go-${Dashed<Goal>}`;

/** `go-work-packages` for `workPackages`: the commands of screens. */
const goRows = screenNames.flatMap((name): readonly (readonly [string, CommandRow, Goal])[] => {
  const { go, needsConnection: needs } = screenRow(name);
  if (go === undefined) return [];
  const id = `go-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const goal = name as Goal; // it has `go`; no such screen has an id in its path
  const run = ({ open }: CommandTarget) => open(goal);
  return [[id, { group: 'go', ...go, run, ...(needs === true ? { against: needsConnection } : {}) }, goal]];
});

type OwnId = keyof typeof before | keyof typeof after;
export type CommandId = OwnId | GoId;

/**
 * Every command, once, in the order in which menu, palette, sheet of shortcuts and settings have them. What each is called is
 * in `src/words/<language>/start/commands.json`.
 */
export const commands: Readonly<Record<CommandId, CommandRow>> = {
  ...before,
  ...(Object.fromEntries(goRows.map(([id, row]) => [id, row])) as Record<GoId, CommandRow>), // `GoId` says by type what `goRows` makes
  ...after,
};
export const commandIds = Object.keys(commands) as readonly CommandId[]; // exactly these

const goals: ReadonlyMap<string, Goal> = new Map(goRows.map(([id, , goal]) => [id, goal]));

/** What a command is called by: the screen that it goes to, or else a title of its own. */
export function calledBy(id: CommandId): { readonly screen: Goal } | { readonly title: OwnId } {
  const screen = goals.get(id);
  return screen === undefined ? { title: id as OwnId } : { screen }; // all others are commands of screens
}

export function reasonAgainst(id: CommandId, window: WindowState): Reason | null {
  return commands[id].against?.(window) ?? null;
}

/** The keys that a person chose, by command; a command that is not named has its own. */
export type ChosenKeys = Readonly<Partial<Record<string, readonly Chord[]>>>;

/** The keys that lead to a command; the first is the one that is shown. */
export function keysOf(id: CommandId, chosen: ChosenKeys, isMac: boolean): readonly Chord[] {
  const { keys, macKeys = keys } = commands[id];
  return chosen[id] ?? (isMac ? macKeys : keys);
}
