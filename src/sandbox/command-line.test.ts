import { describe, expect, it } from 'vitest';
import { readOptions } from './command-line.ts';

describe('sandbox.md, command line', () => {
  it('without a word', () => {
    expect(readOptions([])).toEqual({
      ok: true,
      value: {
        port: 0,
        fixture: undefined,
        data: undefined,
        initialisationSeconds: 3,
        control: false,
        list: false,
      },
    });
  });
  it('with all options', () => {
    const words =
      '--port 8700 --fixture f.json --data d.db --initialisation-seconds 0.5 --control --list'.split(' ');
    expect(readOptions(words)).toEqual({
      ok: true,
      value: {
        port: 8700,
        fixture: 'f.json',
        data: 'd.db',
        initialisationSeconds: 0.5,
        control: true,
        list: true,
      },
    });
  });
  it.each([
    ['--colour'],
    ['start'],
    ['--port'],
    ['--port', ''],
    ['--port', 'x'],
    ['--port', '65536'],
    ['--port', '80.5'],
    ['--port=-1'],
    ['--initialisation-seconds=-1'],
    ['--initialisation-seconds', 'soon'],
    ['--initialisation-seconds', 'Infinity'],
    ['--control=yes'],
    ['--fixture', ''],
    ['--data', ''],
  ])('%s %s is a fault of one line', (...words) => {
    const read = readOptions(words.filter((word) => word !== undefined));
    expect(read).toEqual({ ok: false, fault: expect.stringMatching(/^[^\n]+$/) });
  });
});
