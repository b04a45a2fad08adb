import { describe, expect, it } from 'vitest';
import { readOptions } from './command-line.ts';

describe('sandbox.md, command line', () => {
  it('without a word', () => {
    expect(readOptions([])).toEqual({
      ok: true,
      value: {
        port: 0,
        address: '127.0.0.1',
        allowedHosts: [],
        fixture: undefined,
        data: undefined,
        restore: undefined,
        exportOnExit: undefined,
        initialisationSeconds: 3,
        variants: [],
        control: false,
        workbench: undefined,
        list: false,
      },
    });
  });
  it('with all options', () => {
    const words =
      '--port 8700 --address 0.0.0.0 --allow-host sandbox --allow-host LocalHost:9000 --fixture f.json --data d.db --export-on-exit e.snapshot --initialisation-seconds 0.5 --variant users-nested --variant mixture:7 --control --workbench w --list'.split(
        ' ',
      );
    expect(readOptions(words)).toEqual({
      ok: true,
      value: {
        port: 8700,
        address: '0.0.0.0',
        allowedHosts: [
          { name: 'sandbox', port: null },
          { name: 'localhost', port: 9_000 },
        ],
        fixture: 'f.json',
        data: 'd.db',
        restore: undefined,
        exportOnExit: 'e.snapshot',
        initialisationSeconds: 0.5,
        variants: ['users-nested', 'mixture:7'],
        control: true,
        workbench: 'w',
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
    ['--address', 'localhost'],
    ['--address', '0.0.0'],
    ['--allow-host', ''],
    ['--allow-host', '*'],
    ['--allow-host', 'http://sandbox'],
    ['--allow-host', 'sandbox:70000'],
    ['--allow-host', 'sandbox:'],
    ['--initialisation-seconds=-1'],
    ['--initialisation-seconds', 'soon'],
    ['--initialisation-seconds', 'Infinity'],
    ['--variant', ''],
    ['--variant', 'users-upside-down'],
    ['--control=yes'],
    ['--fixture', ''],
    ['--data', ''],
    ['--restore', ''],
    ['--export-on-exit', ''],
    ['--restore', 'r', '--fixture', 'f'],
  ])('%s %s is a fault of one line', (...words) => {
    const read = readOptions(words.filter((word) => word !== undefined));
    expect(read).toEqual({ ok: false, fault: expect.stringMatching(/^[^\n]+$/) });
  });
});
