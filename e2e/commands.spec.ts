import { expect, type Page } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { accessibilityFaults } from './looks.ts';
import { chooseInMenu } from './menu.ts';
import { openThroughSettings } from './through-settings.ts';

test.use({ firm: smallFirm() });

const heading = (window: Page, name: string) => window.getByRole('heading', { level: 1, name });

test('a command of the menu acts in its window, and is refused while a dialog is open', async ({
  launch,
  sandbox,
}) => {
  const running = await launch();
  const { window } = running;
  await connect(window, sandbox);
  await chooseInMenu(running, 'go-clients');
  await expect(heading(window, 'Clients')).toBeFocused();
  await chooseInMenu(running, 'back');
  await expect(heading(window, 'Audits')).toBeVisible();
  await chooseInMenu(running, 'forward');
  await expect(heading(window, 'Clients')).toBeVisible();
  await chooseInMenu(running, 'shortcuts');
  await expect(window.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await chooseInMenu(running, 'go-audits');
  await expect(window.getByText('A dialog is open.')).toBeAttached();
  await window.keyboard.press('Escape');
  await expect(heading(window, 'Clients')).toBeVisible();
});

test('zoom: by keys, the number pad and the wheel, from 50 to 300 %, kept over a restart; after it the menu speaks another language', async ({
  launch,
}) => {
  const first = await launch();
  const zoomed = ({ window }: typeof first) =>
    window.evaluate(() => Math.round(devicePixelRatio * 100) / 100);
  await expect(first.window.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await zoomed(first)).toBe(1);
  await first.window.keyboard.press('Control+=');
  await expect.poll(() => zoomed(first)).toBe(1.1);
  await expect(first.window.getByText('Zoom 110%')).toBeAttached();
  await first.window.keyboard.press('Control+Shift+='); // types + on this keyboard
  await expect.poll(() => zoomed(first)).toBe(1.25);
  await first.window.keyboard.press('Control+NumpadSubtract');
  await expect.poll(() => zoomed(first)).toBe(1.1);
  await first.window.keyboard.press('Control+NumpadAdd');
  await first.window.keyboard.press('Control+-');
  // Playwright's number pad has no NumLock: its 0 is Insert.
  await first.window.evaluate(() =>
    dispatchEvent(new KeyboardEvent('keydown', { key: '0', code: 'Numpad0', ctrlKey: true })),
  );
  await expect.poll(() => zoomed(first)).toBe(1);
  const turn = (deltaY: number) =>
    first.window.evaluate(
      (by) => dispatchEvent(new WheelEvent('wheel', { deltaY: by, ctrlKey: true, cancelable: true })),
      deltaY,
    );
  await turn(-100);
  await expect.poll(() => zoomed(first)).toBe(1.1);
  for (let times = 0; times < 12; times += 1) await turn(100);
  // The last turns find it as small as it gets, and say so once that is kept.
  await expect(first.window.getByText(/^Zoom 50%|^There is no further size\./)).toBeAttached();
  await expect.poll(() => zoomed(first)).toBe(0.5);
  for (let times = 0; times < 14; times += 1) await chooseInMenu(first, 'zoom-in');
  await expect.poll(() => zoomed(first)).toBe(3);
  await first.window.keyboard.press('Control+0');
  await first.window.keyboard.press('Control+-');
  await expect.poll(() => zoomed(first)).toBe(0.9);
  await first.close();
  const second = await launch({ userData: first.userData, locale: 'nl-NL' });
  await expect(second.window.getByRole('heading', { level: 1 })).toBeVisible(); // nothing is measured while it loads
  await expect.poll(() => zoomed(second)).toBe(0.9);
  await test.step('the menu speaks the language of the interface, with the keys that its commands have', async () => {
    const item = await second.app.evaluate(({ Menu }) => {
      const menu = Menu.getApplicationMenu();
      const found = menu?.getMenuItemById('go-clients');
      return { menus: menu?.items.map(({ label }) => label), label: found?.label, key: found?.accelerator };
    });
    expect(item.menus?.map((label) => label.replace('&', ''))).toEqual([
      'Bestand',
      'Bewerken',
      'Beeld',
      'Ga naar',
      'Venster',
      'Help',
    ]);
    expect(item.label?.replace('&', '')).toBe('Cliënten');
    expect(item.key).toBe('CommandOrControl+2');
  });
});

test('keys are a person’s to choose: another, none, their own again; taken and reserved ones are refused', async ({
  launch,
}) => {
  const { app, window } = await launch();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.keyboard.press('Control+,');
  const panel = window.getByRole('region', { name: 'Keyboard shortcuts' });
  const changing = panel.getByRole('button', { name: 'Change the key of “Go to Settings”' });
  await changing.click();
  await window.keyboard.press('Control+n');
  await expect(panel.getByText('Ctrl+N is already the key of “New audit”.')).toBeVisible();
  await window.keyboard.press('Control+c');
  await expect(panel.getByText('Ctrl+C edits text.')).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.press('h');
  await expect(panel.getByText('H alone types or moves the cursor.')).toBeVisible();
  await window.keyboard.press('F9');
  const item = () =>
    app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('go-settings')?.accelerator);
  await expect.poll(item).toBe('F9');
  await openThroughSettings(window, 'Help');
  await expect(window.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  await window.keyboard.press('F9');
  await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await panel.getByRole('button', { name: 'Reset the key of “Go to Settings”' }).click();
  await expect.poll(item).toBe('CommandOrControl+,');
  await panel.getByRole('button', { name: 'Remove the key of “Go to Settings”' }).click();
  await expect.poll(item).toBeUndefined();
});
