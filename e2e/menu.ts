import type { Running } from './app.ts';

/** Chooses a command in the application menu, as a click on its item does. */
export function chooseInMenu({ app }: Pick<Running, 'app'>, id: string): Promise<void> {
  return app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id);
}
