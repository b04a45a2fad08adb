import { describe, expect, it } from 'vitest';
import { commandOf } from './commands.ts';

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe('keys of commands', () => {
  it.each([
    [{ key: 'n', ctrlKey: true }, 'new-audit'],
    [{ key: 'N', ctrlKey: true }, 'new-audit'],
    [{ key: 'f', ctrlKey: true }, 'filter'],
    [{ key: '/', ctrlKey: true }, 'shortcuts'],
    [{ key: '/', ctrlKey: true, shiftKey: true }, 'shortcuts'],
    [{ key: 'F6' }, 'next-region'],
    [{ key: 'F6', shiftKey: true }, 'previous-region'],
    [{ key: 'n' }, null],
    [{ key: 'n', ctrlKey: true, shiftKey: true }, null],
    [{ key: 'n', ctrlKey: true, altKey: true }, null],
    [{ key: 'n', metaKey: true }, null],
    [{ key: 'F6', ctrlKey: true }, null],
  ] as const)('%o is %s', (press, expected) => {
    expect(commandOf({ ...none, ...press }, false)).toBe(expected);
  });

  it('takes Command for Control on macOS, and leaves Control to the system there', () => {
    expect(commandOf({ ...none, key: 'n', metaKey: true }, true)).toBe('new-audit');
    expect(commandOf({ ...none, key: 'n', ctrlKey: true }, true)).toBeNull();
  });
});
