import type { MenuItemConstructorOptions } from 'electron';
import { covered } from './covered.ts';
import { BrowserWindow } from './window.ts';

/** An item of a menu. Roles do nothing here. */
interface Item {
  readonly id: string;
  readonly label: string;
  readonly role: string | undefined;
  readonly accelerator: unknown;
  readonly enabled: boolean;
  readonly type: string;
  readonly submenu: Menu | undefined;
  readonly click: () => void;
}

interface Menu {
  readonly items: readonly Item[];
  readonly getMenuItemById: (id: string) => Item | null;
}

function build(template: readonly MenuItemConstructorOptions[]): Menu {
  const items = template.map((options) => {
    const { id = '', label = '', role, accelerator, enabled = true, submenu, click } = options;
    const type = options.type ?? (submenu === undefined ? 'normal' : 'submenu');
    const below = Array.isArray(submenu) ? build(submenu) : undefined;
    const item: Item = covered('menuItem', {
      id,
      label,
      role,
      accelerator,
      enabled,
      type,
      submenu: below,
      // What it is called with is typed by Electron's own classes, which these stand in for.
      click: () => click?.(item as never, BrowserWindow.getFocusedWindow() as never, {}),
    });
    return item;
  });
  const getMenuItemById = (id: string): Item | null => {
    for (const item of items) {
      const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null);
      if (found !== null) return found;
    }
    return null;
  };
  return covered('menu', { items, getMenuItemById });
}

let applicationMenu: Menu | null = null;

/** Menus are not shown: a test clicks their items. */
export const Menu = covered('Menu', {
  buildFromTemplate: build,
  setApplicationMenu: (menu: Menu | null) => {
    applicationMenu = menu;
  },
  getApplicationMenu: () => applicationMenu,
});
