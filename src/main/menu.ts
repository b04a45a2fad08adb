import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuLabels } from './words.ts';

interface MenuSettings {
  readonly labels: MenuLabels;
  readonly packaged: boolean;
  readonly mac: boolean;
}

/** The application menu: roles only, which carry their own shortcuts; commands of the app are in its window. */
export function setMenu({ labels, packaged, mac }: MenuSettings): void {
  const separator = { type: 'separator' } as const;
  const file: MenuItemConstructorOptions = {
    label: labels.file,
    submenu: [
      { role: 'close', label: labels.close },
      ...(mac ? [] : [{ role: 'quit', label: labels.quit } as const]),
    ],
  };
  const edit: MenuItemConstructorOptions = {
    label: labels.edit,
    submenu: [
      { role: 'undo', label: labels.undo },
      { role: 'redo', label: labels.redo },
      separator,
      { role: 'cut', label: labels.cut },
      { role: 'copy', label: labels.copy },
      { role: 'paste', label: labels.paste },
      { role: 'selectAll', label: labels.selectAll },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: labels.view,
    submenu: [
      { role: 'resetZoom', label: labels.resetZoom },
      { role: 'zoomIn', label: labels.zoomIn },
      { role: 'zoomOut', label: labels.zoomOut },
      separator,
      { role: 'togglefullscreen', label: labels.fullScreen },
      ...(packaged ? [] : [{ role: 'toggleDevTools' } as const]),
    ],
  };
  const window: MenuItemConstructorOptions = {
    label: labels.window,
    submenu: [{ role: 'minimize', label: labels.minimize }],
  };
  const own = mac ? [{ role: 'appMenu' } as const] : []; // the system words it
  Menu.setApplicationMenu(Menu.buildFromTemplate([...own, file, edit, view, window]));
}
