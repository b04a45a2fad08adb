import { describe, expect, it } from 'vitest';
import { commandOf } from './use-commands.ts';

const none = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe('keys of commands', () => {
  it.each([
    [{ key: 'n', ctrlKey: true }, 'new-audit'],
    [{ key: 'N', ctrlKey: true }, 'new-audit'],
    [{ key: 'f', ctrlKey: true }, 'filter'],
    [{ key: '/', ctrlKey: true }, 'shortcuts'],
    [{ key: '/', ctrlKey: true, shiftKey: true }, 'shortcuts'],
    [{ key: 'F6' }, 'next-region'],
    [{ key: 'F6', shiftKey: true }, 'previous-region'],
    [{ key: 'ArrowLeft', altKey: true }, 'back'],
    [{ key: 'ArrowRight', altKey: true }, 'forward'],
    [{ key: 'ArrowLeft' }, null],
    [{ key: 'n' }, null],
    [{ key: 'n', ctrlKey: true, altKey: true }, null],
    [{ key: 'n', metaKey: true }, null],
    [{ key: 'F6', ctrlKey: true }, null],
  ] as const)('%o is %s', (press, expected) => {
    expect(commandOf({ ...none, ...press }, {}, false)).toBe(expected);
  });

  it.each([
    ['Greek: a letter that is not there, by its place', { key: 'ν', code: 'KeyN' }, 'new-audit'],
    ['French: a digit that is under Shift', { key: '&', code: 'Digit1' }, 'go-audits'],
    ['Dvorak: by what is typed, not by the place', { key: 'f', code: 'KeyY' }, 'filter'],
  ] as const)('%s', (_, press, expected) => {
    expect(commandOf({ ...none, ctrlKey: true, ...press }, {}, false)).toBe(expected);
  });

  it('takes Command for Control on macOS, and leaves Control to the system there', () => {
    expect(commandOf({ ...none, key: 'n', metaKey: true }, {}, true)).toBe('new-audit');
    expect(commandOf({ ...none, key: 'n', ctrlKey: true }, {}, true)).toBeNull();
    expect(commandOf({ ...none, key: '[', metaKey: true }, {}, true)).toBe('back');
    expect(commandOf({ ...none, key: 'ArrowLeft', altKey: true }, {}, true)).toBeNull(); // a word back in a text
  });

  it('are the ones that a person chose', () => {
    const chosen = { filter: ['Mod+Shift+F', 'F3'], 'new-audit': [] };
    expect(commandOf({ ...none, key: 'F3' }, chosen, false)).toBe('filter');
    expect(commandOf({ ...none, key: 'F', ctrlKey: true, shiftKey: true }, chosen, false)).toBe('filter');
    expect(commandOf({ ...none, key: 'f', ctrlKey: true }, chosen, false)).toBeNull();
    expect(commandOf({ ...none, key: 'n', ctrlKey: true }, chosen, false)).toBeNull();
  });
});
