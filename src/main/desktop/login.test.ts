import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setLoginItem } from './login.ts';

const nobody = {
  setLoginItemSettings: () => {
    throw new Error('Linux has no such list.');
  },
};

test('on Linux a file of this person’s starts the app without a window, and is removed again', () => {
  const home = mkdtempSync(join(tmpdir(), 'audit-desk-login-'));
  const place = {
    platform: 'linux',
    environment: {},
    home,
    program: '/opt/Audit "Desk" 100%/$audit',
  } as const;
  const file = join(home, '.config', 'autostart', 'audit-desk.desktop');
  setLoginItem(nobody, false, place);
  expect(existsSync(file)).toBe(false);
  setLoginItem(nobody, true, place);
  setLoginItem(nobody, true, place);
  expect(readFileSync(file, 'utf8')).toContain(
    String.raw`Exec="/opt/Audit \\"Desk\\" 100%%/\\$audit" --hidden`,
  );
  setLoginItem(nobody, false, place);
  expect(existsSync(file)).toBe(false);
});

test('on Linux that is the package itself, in the folder that the system names', () => {
  const home = mkdtempSync(join(tmpdir(), 'audit-desk-login-'));
  const environment = { XDG_CONFIG_HOME: join(home, 'own'), APPIMAGE: '/home/anna/Audit-Desk.AppImage' };
  setLoginItem(nobody, true, { platform: 'linux', environment, home, program: '/tmp/.mount/audit-desk' });
  expect(readFileSync(join(home, 'own', 'autostart', 'audit-desk.desktop'), 'utf8')).toContain(
    'Exec="/home/anna/Audit-Desk.AppImage" --hidden',
  );
});

test.each(['win32', 'darwin'] as const)('on %s it is the list of the system', (platform) => {
  const set: unknown[] = [];
  const items = { setLoginItemSettings: (settings: object) => set.push(settings) };
  setLoginItem(items, true, { platform, environment: {}, home: '/', program: '/a' });
  expect(set).toEqual([{ openAtLogin: true, args: ['--hidden'] }]);
});
