import { describe, expect, test, vi } from 'vitest';
import { commandIds } from '../../shared/commands.ts';
import { languages } from '../../words/languages.ts';
import type { MenuSettings } from './menu.ts';

const { setApplicationMenu } = vi.hoisted(() => ({ setApplicationMenu: vi.fn() }));
vi.mock('electron', () => ({
  Menu: { setApplicationMenu, buildFromTemplate: (template: unknown) => template },
}));
const { acceleratorOf, setMenu, withAccessKeys } = await import('./menu.ts');

interface Item {
  readonly id?: string;
  readonly role?: string;
  readonly type?: string;
  readonly label?: string;
  readonly accelerator?: string;
  readonly submenu?: readonly Item[];
  readonly click?: () => void;
}

function menusOf(changed: Partial<MenuSettings> = {}): readonly Item[] {
  const own = { language: 'nl', keys: {}, packaged: true, mac: false } as const;
  setMenu({ ...own, run: () => undefined, ...changed });
  return setApplicationMenu.mock.lastCall?.[0];
}

function itemsOf(changed: Partial<MenuSettings> = {}): readonly Item[] {
  return menusOf(changed).flatMap((menu) => [menu, ...(menu.submenu ?? [])]);
}

test('security 30: no developer tools in the menu of a packaged app', () => {
  expect(itemsOf().map(({ role }) => role)).not.toContain('toggleDevTools');
  expect(itemsOf({ packaged: false }).map(({ role }) => role)).toContain('toggleDevTools');
});

test('what a system does by itself is there on every system', () => {
  for (const mac of [true, false]) {
    const roles = itemsOf({ mac }).map(({ role }) => role);
    expect(roles).toEqual(
      expect.arrayContaining(['undo', 'copy', 'paste', 'selectAll', 'close', 'minimize', 'quit']),
    );
  }
});

test('macOS has the menu of the app, and quits from there only', () => {
  const [own, ...others] = menusOf({ mac: true });
  expect(own?.submenu?.flatMap(({ role }) => role ?? [])).toEqual([
    'about',
    'services',
    'hide',
    'hideOthers',
    'unhide',
    'quit',
  ]);
  expect(others.flatMap(({ submenu = [] }) => submenu.map(({ role }) => role))).not.toContain('quit');
});

test('every command is in the menu once, and its item asks for it', () => {
  for (const mac of [true, false]) {
    const asked: string[] = [];
    const items = itemsOf({ mac, run: (id) => asked.push(id) }).filter(({ id }) => id !== undefined);
    expect(items).toHaveLength(commandIds.length);
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(commandIds));
    for (const { click } of items) click?.();
    expect(asked).toEqual(items.map(({ id }) => id));
  }
});

test('an item shows the key that leads to its command, as this person has it', () => {
  const keyOf = (keys: MenuSettings['keys']) =>
    itemsOf({ keys }).find(({ id }) => id === 'filter')?.accelerator;
  expect(keyOf({})).toBe('CommandOrControl+F');
  expect(keyOf({ filter: ['F7', 'F8'] })).toBe('F7');
  expect(keyOf({ filter: [] })).toBeUndefined();
});

test.each([
  ['Mod+Shift+N', 'CommandOrControl+Shift+N'],
  ['Alt+ArrowLeft', 'Alt+Left'],
  ['Ctrl+Tab', 'Control+Tab'],
  ['Mod+Plus', 'CommandOrControl+Plus'],
  ['Mod+,', 'CommandOrControl+,'],
  ['Mod+É', null], // Electron would throw
  ['é', null],
])('the chord %s is the accelerator %s', (chord, accelerator) => {
  expect(acceleratorOf(chord)).toBe(accelerator);
});

describe.each(languages.map(({ id }) => id))('the menus in %s', (language) => {
  const menus = menusOf({ language, packaged: false });
  const levels = [menus, ...menus.map(({ submenu = [] }) => submenu)].map((level) =>
    level.filter(({ type, role }) => type !== 'separator' && role !== 'toggleDevTools'),
  );

  test('every item has an access key, and no two of a level have the same', () => {
    for (const level of levels) {
      const keys = level.map(({ label = '' }) => /(?<!&)&([^&])/.exec(label)?.[1]?.toLowerCase());
      expect(keys).not.toContain(undefined);
      expect(new Set(keys).size, keys.join()).toBe(level.length);
    }
  });

  test('no two items of a level are called the same', () => {
    for (const level of levels) expect(new Set(level.map(({ label }) => label)).size).toBe(level.length);
  });
});

test.each([
  [
    ['File', 'Edit'],
    ['&File', '&Edit'],
  ],
  [
    ['Bestand', 'Bewerken', 'Beeld'],
    ['&Bestand', 'B&ewerken', 'Bee&ld'],
  ],
  [
    ['Go to audits', 'Go to clients', 'Go to users'],
    ['&Go to audits', 'Go &to clients', 'Go to &users'],
  ],
  [
    ['A', 'a'],
    ['&A', 'a'],
  ],
  [['Profit & loss'], ['&Profit && loss']],
  [['…'], ['…']],
])('%j is %j', (labels, expected) => {
  expect(withAccessKeys(labels)).toEqual(expected);
});
