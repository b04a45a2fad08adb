import { Menu, type MenuItemConstructorOptions } from 'electron';

/** The application menu: roles only, which carry their own shortcuts; commands of the app are in its window. */
export function setMenu({ packaged, mac }: { readonly packaged: boolean; readonly mac: boolean }): void {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(packaged ? [] : [{ role: 'toggleDevTools' } as const]),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(mac ? [{ role: 'appMenu' } as const] : [{ role: 'fileMenu' } as const]),
      { role: 'editMenu' },
      { role: 'viewMenu', submenu: view },
      { role: 'windowMenu' },
    ]),
  );
}
