import { describe, expect, test } from 'vitest';
import { chordShape } from '../../chord.ts';
import { commandIds, commands, keysOf } from '../../commands.ts';
import { chordObstacle, commandWith } from './shortcut.ts';

// What the readers' own lists of commands say that they take from a program, as far as a chord of this app could be it. Keys
// that are held with Insert or Caps Lock are not among them: no chord has those.
const readers = {
  'NVDA, browse mode': ['H', 'Shift+H', 'K', 'T', 'F', '1', ',', 'Space', 'Enter', 'Escape', 'ArrowDown'],
  'NVDA, tables and start': ['Mod+Alt+ArrowLeft', 'Mod+Alt+ArrowDown', 'Mod+Alt+N'],
  'JAWS, quick keys': ['B', 'Shift+B', 'E', ';', 'PageUp', 'Tab'],
  'JAWS, tables and start': ['Mod+Alt+ArrowRight', 'Mod+Alt+J', 'Mod+Alt+Home'],
  'NVDA and JAWS, reading by word and paragraph': ['Mod+ArrowLeft', 'Mod+ArrowDown', 'Mod+Home', 'Mod+End'],
  'Orca, tables': ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowUp'],
} as const;
const voiceOver = [
  'Mod+F5',
  'Ctrl+Alt+ArrowRight',
  'Ctrl+Alt+Shift+ArrowDown',
  'Ctrl+Alt+M',
  'Mod+Ctrl+Alt+H',
];

describe.each(Object.entries(readers))('%s', (_, keys) => {
  test.each(keys.map((key) => [key]))('%s leads to no command, and can be given to none', (key) => {
    expect(chordObstacle(key, false)).not.toBeNull();
    expect(commandIds.filter((id) => keysOf(id, {}, false).includes(key))).toEqual([]);
  });
});

test.each(voiceOver.map((key) => [key]))(
  'VoiceOver: %s leads to no command, and can be given to none',
  (key) => {
    expect(chordObstacle(key, true)).toBe('reader');
    expect(commandIds.filter((id) => keysOf(id, {}, true).includes(key))).toEqual([]);
  },
);

describe.each([
  ['macOS', true],
  ['Windows and Linux', false],
] as const)('the keys that commands have on %s', (_, isMac) => {
  const all = commandIds.flatMap((id) => keysOf(id, {}, isMac).map((chord) => [chord, id] as const));

  test.each(all)('%s (%s) is a chord that nobody else has', (chord, id) => {
    expect(chord).toMatch(chordShape);
    expect(chordObstacle(chord, isMac)).toBe(commands[id].leavesTexts === true ? 'text' : null);
    expect(commandWith(chord, id, {}, isMac)).toBeNull();
  });
});

test.each([
  ['Mod+C', false, 'text'],
  ['Mod+Shift+Z', false, 'text'],
  ['Alt+F4', false, 'system'],
  ['Alt+F', false, 'system'], // opens a menu
  ['F10', false, 'system'],
  ['Mod+Q', true, 'system'],
  ['Mod+H', true, 'system'],
  ['Mod+H', false, null],
  ['Ctrl+F2', true, 'system'],
  ['F7', false, null],
  ['Alt+ArrowLeft', false, null],
  ['Mod+Shift+L', false, null],
  ['nonsense', false, 'plain'],
] as const)('%s (macOS: %s) is kept from a command by: %s', (chord, isMac, obstacle) => {
  expect(chordObstacle(chord, isMac)).toBe(obstacle);
});

test('a chord is taken where a person has given it to another command, and free where they took it away', () => {
  expect(commandWith('Mod+N', 'filter', {}, false)).toBe('new-audit');
  expect(commandWith('Mod+N', 'filter', { 'new-audit': [] }, false)).toBeNull();
  expect(commandWith('F7', 'filter', { 'go-users': ['F7'] }, false)).toBe('go-users');
  expect(commandWith('Mod+F', 'filter', {}, false)).toBeNull();
});
