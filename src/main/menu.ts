import { Menu, type MenuItemConstructorOptions } from 'electron';
import { type Chord, partsOf } from '../shared/chord.ts';
import {
  type ChosenKeys,
  type CommandGroup,
  type CommandId,
  commandIds,
  keysOf,
  placeOf,
} from '../shared/commands.ts';
import type { AuditLanguage } from '../shared/model/audit.ts';
import type { Preferences } from '../shared/model/preferences.ts';
import { withAccessKeys } from './access-keys.ts';
import { commandWords, languageOf, type MenuLabels, menuLabels } from './words.ts';

export interface MenuSettings {
  readonly language: AuditLanguage;
  readonly keys: ChosenKeys;
  readonly packaged: boolean;
  readonly mac: boolean;
  /** Carries out a command that is chosen in the menu. */
  readonly run: (id: CommandId) => void;
}

type Item = MenuItemConstructorOptions;

const line: Item = { type: 'separator' };

/** Sets the application menu: the commands of the registry, and between them what the system does by itself. */
export function setMenu(settings: MenuSettings): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate([...menuTemplate(settings)]));
}

interface Surroundings {
  /** The language of the system, BCP 47. */
  readonly locale: () => string;
  readonly packaged: boolean;
  readonly run: (id: CommandId) => void;
}

/** Shows the application menu in the language and with the keys of a person. */
export function showMenu(
  { language, shortcuts }: Pick<Preferences, 'language' | 'shortcuts'>,
  { locale, packaged, run }: Surroundings,
): void {
  const mac = process.platform === 'darwin';
  setMenu({ language: languageOf(language, locale()), keys: shortcuts, packaged, mac, run });
}

function menuTemplate(settings: MenuSettings): readonly Item[] {
  const { language, packaged, mac } = settings;
  const [labels, words] = [menuLabels[language], commandWords[language]];
  const commands = (group: CommandGroup): readonly Item[] => commandItems(group, settings);
  const menu = (label: string, ...parts: readonly (readonly Item[])[]): Item => ({
    label,
    submenu: [...(mac ? joined(parts) : lettered(joined(parts)))],
  });
  const menus = [
    menu(
      words.groups.file,
      commands('file'),
      mac ? [role('close', labels.close)] : [role('close', labels.close), role('quit', labels.quit)],
    ),
    menu(
      words.groups.edit,
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
      words.groups.view,
      commands('view'),
      [role('togglefullscreen', labels.fullScreen)],
      packaged ? [] : [{ role: 'toggleDevTools' }],
    ),
    menu(words.groups.go, commands('go')),
    menu(
      labels.window,
      [role('minimize', labels.minimize), ...(mac ? [role('zoom', labels.zoomWindow)] : [])],
      mac ? [role('front', labels.front)] : [],
    ),
    menu(words.groups.help, commands('help')),
  ];
  return mac ? [appMenu(labels), ...menus] : lettered(menus);
}

/** The menu of the app itself, which macOS has first; Electron's own labels for it are English only. */
function appMenu(labels: MenuLabels): Item {
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
  const ids = commandIds.filter((id) => placeOf(id).group === group);
  const parts = Map.groupBy(ids, (id) => placeOf(id).part);
  const item = (id: CommandId): Item => {
    const [accelerator] = keysOf(id, keys, mac).flatMap((chord) => acceleratorOf(chord) ?? []);
    return {
      id,
      label: commandWords[language].titles[id],
      click: () => run(id),
      // The page acts on its keys itself: a menu that did so too would do everything twice.
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
