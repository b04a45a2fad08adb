import { expect, test, vi } from 'vitest';
import { auditLanguages } from '../shared/model/audit.ts';
import { languageOf, menuLabels } from './words.ts';

const { setApplicationMenu } = vi.hoisted(() => ({ setApplicationMenu: vi.fn() }));
vi.mock('electron', () => ({
  Menu: { setApplicationMenu, buildFromTemplate: (template: unknown) => template },
}));
const { setMenu } = await import('./menu.ts');

interface Item {
  readonly role?: string;
  readonly label?: string;
  readonly submenu?: readonly Item[];
}

function itemsOf(packaged: boolean, mac: boolean): readonly Item[] {
  setMenu({ labels: menuLabels.nl, packaged, mac });
  const menus: readonly Item[] = setApplicationMenu.mock.lastCall?.[0];
  return menus.flatMap((menu) => [menu, ...(menu.submenu ?? [])]);
}

test('security 30: no developer tools in the menu of a packaged app', () => {
  expect(itemsOf(true, false).map(({ role }) => role)).not.toContain('toggleDevTools');
  expect(itemsOf(false, false).map(({ role }) => role)).toContain('toggleDevTools');
});

test('copying, pasting, zooming and closing are there on every system', () => {
  for (const mac of [true, false]) {
    const roles = itemsOf(true, mac).map(({ role }) => role);
    expect(roles).toEqual(
      expect.arrayContaining(['copy', 'paste', 'zoomIn', 'zoomOut', 'resetZoom', mac ? 'appMenu' : 'quit']),
    );
  }
});

test.each(auditLanguages)('every label has words in %s', (language) => {
  expect(Object.keys(menuLabels[language])).toEqual(Object.keys(menuLabels['en-us']));
  for (const label of Object.values(menuLabels[language])) expect(label).not.toBe('');
});

test.each([
  ['it', 'nl-NL', 'it'],
  [null, 'nl-BE', 'nl'],
  [null, 'it', 'it'],
  [null, 'en-GB', 'en-us'],
  [null, 'de-DE', 'en-us'],
  [null, '', 'en-us'],
] as const)('chosen %s, system %s: %s', (chosen, system, language) => {
  expect(languageOf(chosen, system)).toBe(language);
});
