import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandOptions, helpText, readOptions } from './command-line.ts';

describe('sandbox.md, command line', () => {
  it('without a word', () => {
    expect(readOptions([])).toEqual({
      ok: true,
      value: {
        port: 0,
        address: '127.0.0.1',
        allowedHosts: [],
        publicOrigin: undefined,
        tls: undefined,
        proxies: null,
        fixture: undefined,
        data: undefined,
        restore: undefined,
        exportOnExit: undefined,
        initialisationSeconds: 3,
        hasLimits: true,
        variants: [],
        control: false,
        workbench: undefined,
        prints: null,
      },
    });
  });
  it('with all options', () => {
    const words =
      '--port 8700 --address 0.0.0.0 --allow-host sandbox --allow-host LocalHost:9000 --public-url https://Sandbox.firm.example:443/ --trusted-proxy ::1 --tls-cert c --tls-key k --fixture f.json --data d.db --export-on-exit e.snapshot --initialisation-seconds 0.5 --no-limits --variant users-nested --variant mixture:7 --control --workbench w --list'.split(
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
        publicOrigin: 'https://sandbox.firm.example',
        tls: { cert: 'c', key: 'k' },
        proxies: expect.anything(),
        fixture: 'f.json',
        data: 'd.db',
        restore: undefined,
        exportOnExit: 'e.snapshot',
        initialisationSeconds: 0.5,
        hasLimits: false,
        variants: ['users-nested', 'mixture:7'],
        control: true,
        workbench: 'w',
        prints: 'list',
      },
    });
  });
  it.each([
    ['--colour'],
    ['start'],
    ['--public-url', 'sandbox.firm.example'],
    ['--public-url', 'ftp://sandbox.firm.example'],
    ['--public-url', 'https://sandbox.firm.example/below'],
    ['--public-url', 'https://me:secret@sandbox.firm.example'],
    ['--public-url', 'http://sandbox.firm.example', '--tls-cert', 'c', '--tls-key', 'k'],
    ['--tls-cert', 'c'],
    ['--tls-key', 'k'],
    ['--trusted-proxy', 'proxy.firm.example'],
    ['--trusted-proxy', '10.0.0.0/33'],
    ['--trusted-proxy', '10.0.0.0/'],
    ['--trusted-proxy', '::1/129'],
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
    ['--restore', 'r', '--no-limits'],
    ['--no-limits=3'],
  ])('%s %s is a fault of one line', (...words) => {
    const read = readOptions(words.filter((word) => word !== undefined));
    expect(read).toEqual({ ok: false, fault: expect.stringMatching(/^[^\n]+$/) });
  });
  it.each([
    [['--prot', '80'], '--prot: there is no such option. Did you mean --port? --help lists all.'],
    [
      ['--init', '0'],
      '--init: there is no such option. Did you mean --initialisation-seconds? --help lists all.',
    ],
    [['--colour'], '--colour: there is no such option. --help lists all.'],
    [['-p', '80'], '-p: there is no such option. Did you mean --port? --help lists all.'],
    [['start'], 'start: only options are taken; --help lists them'],
    [['--port'], '--port takes N'],
    [['--port', '--control'], '--port takes N'],
    [['--control=yes'], '--control takes nothing'],
  ])('%j says what was meant', (words, fault) => {
    expect(readOptions(words)).toEqual({ ok: false, fault });
  });
  it.each([
    [['--help', '--list'], 'help'],
    [['-h'], 'help'],
    [['--version'], 'version'],
    [['--list'], 'list'],
    [['--fixture-schema'], 'fixture-schema'],
  ])('%j prints, and serves nothing', (words, prints) => {
    expect(readOptions(words)).toMatchObject({ ok: true, value: { prints } });
  });
  it('--help has a line of at most 100 characters for each option, and docs/sandbox-operate.md names each', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/sandbox-operate.md'), 'utf8');
    const [, ...lines] = helpText().trimEnd().split('\n');
    expect(lines.map((line) => /^ {2}--([\w-]+)/.exec(line)?.[1])).toEqual(Object.keys(commandOptions));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
    expect(Object.keys(commandOptions).filter((name) => !page.includes(`--${name}`))).toEqual([]);
  });
});
