import { Menu, type MenuItemConstructorOptions } from 'electron';
import { type Chord, partsOf } from '../../shared/chord.ts';
import {
  type ChosenKeys,
  type CommandGroup,
  type CommandId,
  calledBy,
  commandIds,
  commands as commandRows,
  keysOf,
} from '../../shared/commands.ts';
import { commandWords, desktopWords } from './words.ts';

export interface MenuSettings {
  readonly language: string;
  readonly keys: ChosenKeys;
  readonly packaged: boolean;
  readonly mac: boolean;
  readonly run: (id: CommandId) => void;
}

type Item = MenuItemConstructorOptions;

const line: Item = { type: 'separator' };

/** Sets the application menu: the commands of the registry, and between them what the system does by itself. */
export function setMenu(settings: MenuSettings): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate([...menuTemplate(settings)]));
}

function menuTemplate(settings: MenuSettings): readonly Item[] {
  const { language, packaged, mac } = settings;
  const [labels, { groups }] = [desktopWords(language).menu, commandWords(language)];
  const commands = (group: CommandGroup): readonly Item[] => commandItems(group, settings);
  const menu = (label: string, ...parts: readonly (readonly Item[])[]): Item => ({
    label,
    submenu: [...(mac ? joined(parts) : lettered(joined(parts)))],
  });
  const menus = [
    menu(
      groups.file,
      commands('file'),
      mac ? [role('close', labels.close)] : [role('close', labels.close), role('quit', labels.quit)],
    ),
    menu(
      groups.edit,
      [role('undo', labels.undo), role('redo', labels.redo)],
      [
        role('cut', labels.cut),
        role('copy', labels.copy),
        role('paste', labels.paste),
        role('selectAll', labels.selectAll),
      ],
      commands('edit'),
    ),
    menu(
      groups.view,
      commands('view'),
      [role('togglefullscreen', labels.fullScreen)],
      packaged ? [] : [{ role: 'toggleDevTools' }],
    ),
    menu(groups.go, commands('go')),
    menu(
      labels.window,
      [role('minimize', labels.minimize), ...(mac ? [role('zoom', labels.zoomWindow)] : [])],
      mac ? [role('front', labels.front)] : [],
    ),
    menu(groups.help, commands('help')),
  ];
  return mac ? [appMenu(labels), ...menus] : lettered(menus);
}

/** The menu of the app itself, which macOS has first; Electron's own labels for it are English only. */
function appMenu(labels: ReturnType<typeof desktopWords>['menu']): Item {
  const parts = [
    [role('about', labels.about)],
    [role('services', labels.services)],
    [role('hide', labels.hide), role('hideOthers', labels.hideOthers), role('unhide', labels.showAll)],
    [role('quit', labels.quitApp)],
  ];
  return { label: 'Audit Desk', submenu: [...joined(parts)] };
}

function role(name: NonNullable<Item['role']>, label: string): Item {
  return { role: name, label };
}

function commandItems(group: CommandGroup, { language, keys, mac, run }: MenuSettings): readonly Item[] {
  const words = commandWords(language);
  const titleOf = (id: CommandId): string => {
    const called = calledBy(id);
    return 'title' in called ? words.titles[called.title] : words.screens[called.screen];
  };
  const ids = commandIds.filter((id) => commandRows[id].group === group);
  const parts = Map.groupBy(ids, (id) => commandRows[id].part);
  const item = (id: CommandId): Item => {
    const [accelerator] = keysOf(id, keys, mac).flatMap((chord) => acceleratorOf(chord) ?? []);
    return {
      id,
      label: titleOf(id),
      click: () => run(id),
      // The page handles its keys itself; a menu that did so too would do everything twice.
      ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    };
  };
  return joined([...parts.values()].map((part) => part.map(item)));
}

/** The parts of a menu with a line between them; an empty part leaves none. */
function joined(parts: readonly (readonly Item[])[]): readonly Item[] {
  return parts.filter((part) => part.length > 0).flatMap((part, at) => (at === 0 ? part : [line, ...part]));
}

function lettered(items: readonly Item[]): readonly Item[] {
  const labels = withAccessKeys(items.map(({ label = '' }) => label));
  return items.map((item, at) => (item.label === undefined ? item : { ...item, label: labels[at] ?? '' }));
}

const electronNames: Readonly<Record<string, string>> = {
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
};

/** A chord as Electron writes it; null for a key that its menus cannot show. */
export function acceleratorOf(chord: Chord): string | null {
  const parts = partsOf(chord);
  if (parts === null || (parts.key.length === 1 && !/[!-~]/.test(parts.key))) return null;
  const { mod, ctrl, alt, shift, key } = parts;
  const held = [mod && 'CommandOrControl', ctrl && 'Control', alt && 'Alt', shift && 'Shift'];
  return [...held.filter((name) => name !== false), electronNames[key] ?? key].join('+');
}

/**
 * The labels of a menu with `&` before the letter for Alt, each letter once; first letters of words are preferred. A label
 * whose letters are all taken gets one whose label has another that is free.
 */
export function withAccessKeys(labels: readonly string[]): readonly string[] {
  const choices = labels.map((label) => {
    const letters = [...label.matchAll(/[a-z0-9]/gi)].map(({ index: at }) => at);
    const initials = letters.filter((at) => at === 0 || label[at - 1] === ' ');
    return [...initials, ...letters].map((at) => ({ at, letter: label.charAt(at).toLowerCase() }));
  });
  const owners = new Map<string, number>(); // the place of the label that has a letter
  const give = (label: number, tried: ReadonlySet<string> = new Set()): boolean => {
    const open = (choices[label] ?? []).map(({ letter }) => letter).filter((letter) => !tried.has(letter));
    const seen = new Set([...tried, ...open]);
    const found =
      open.find((letter) => !owners.has(letter)) ??
      open.find((letter) => give(owners.get(letter) ?? label, seen));
    if (found !== undefined) owners.set(found, label);
    return found !== undefined;
  };
  for (const place of labels.keys()) give(place);
  return labels.map((label, place) => {
    const found = choices[place]?.find(({ letter }) => owners.get(letter) === place);
    const escaped = (text: string): string => text.replaceAll('&', '&&');
    return found === undefined
      ? escaped(label)
      : `${escaped(label.slice(0, found.at))}&${escaped(label.slice(found.at))}`;
  });
}
