import { expect, test } from 'vitest';
import { languages } from '../../words/languages.ts';
import { doNotStart, whyNotToStart } from './start-guard.ts';
import { refusedStart } from './words.ts';

const start = { platform: 'linux', args: [], environment: {}, isInspected: false } as const;

const refused = (kind: 'switch' | 'variable', name: string) => ({ kind, name });

test.each([
  ['remote-debugging-port=9222', 'remote-debugging-port'],
  ['remote-debugging-pipe', 'remote-debugging-pipe'],
  ['remote-allow-origins=*', 'remote-allow-origins'],
  ['inspect', 'inspect'],
  ['inspect-brk=0', 'inspect-brk'],
  ['renderer-cmd-prefix=xterm -e gdb', 'renderer-cmd-prefix'],
  ['utility-cmd-prefix=gdb', 'utility-cmd-prefix'],
  ['gpu-launcher=sh', 'gpu-launcher'],
  ['ignore-certificate-errors', 'ignore-certificate-errors'],
  ['ignore-certificate-errors-spki-list=x', 'ignore-certificate-errors-spki-list'],
  ['host-rules=MAP * evil.example', 'host-rules'],
  ['host-resolver-rules=MAP * 127.0.0.1', 'host-resolver-rules'],
  ['proxy-server=evil.example', 'proxy-server'],
  ['proxy-pac-url=http://evil.example', 'proxy-pac-url'],
  ['log-net-log=/tmp/log', 'log-net-log'],
  ['net-log-capture-mode=Everything', 'net-log-capture-mode'],
  ['ssl-key-log-file=/tmp/keys', 'ssl-key-log-file'],
  ['enable-logging', 'enable-logging'],
  ['no-sandbox', 'no-sandbox'],
  ['disable-web-security', 'disable-web-security'],
  ['allow-running-insecure-content', 'allow-running-insecure-content'],
  ['js-flags=--expose-gc', 'js-flags'],
  ['load-extension=/tmp/x', 'load-extension'],
  ['disk-cache-dir=/tmp', 'disk-cache-dir'],
  ['enable-features=X', 'enable-features'],
  ['something-of-next-year', 'something-of-next-year'],
])('security 51: a packaged app does not start with --%s, and says so', (argument, name) => {
  for (const dashes of ['--', '-'])
    expect(whyNotToStart({ ...start, args: [`${dashes}${argument}`] })).toEqual(
      refused('switch', `--${name}`),
    );
});

test.each([
  ['SSLKEYLOGFILE', '/tmp/keys'],
  ['ELECTRON_DISABLE_SANDBOX', '1'],
  ['ELECTRON_ENABLE_LOGGING', '1'],
  ['ELECTRON_LOG_FILE', '/tmp/log'],
  ['ELECTRON_RENDERER_URL', 'http://evil.example'],
  ['ELECTRON_OVERRIDE_DIST_PATH', ''],
  ['CHROME_DEVEL_SANDBOX', '/tmp/helper'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ['AUDIT_DESK_POLICY', '/tmp/policy.json'],
  ['AUDIT_DESK_UPDATE_FEED', 'https://evil.example'],
  ['AUDIT_DESK_LOG_LEVEL', 'debug'],
  ['AUDIT_DESK_ANYTHING', 'x'],
])('security 51: nor with %s in its environment', (name, value) => {
  expect(whyNotToStart({ ...start, environment: { PATH: '/bin', [name]: value } })).toEqual(
    refused('variable', name),
  );
});

test.each<[NodeJS.Platform, string]>([
  ['win32', '/remote-debugging-port=9222'],
  ['win32', '--Remote-Debugging-Port=9222'],
  ['win32', '-REMOTE-DEBUGGING-PORT'],
  ['linux', ' --remote-debugging-port=9222'],
])('security 51: on %s a switch is also %s', (platform, argument) => {
  expect(whyNotToStart({ ...start, platform, args: [argument] })).toEqual(
    refused('switch', '--remote-debugging-port'),
  );
});

test('security 51: on Windows variables have no case', () => {
  const environment = { SslKeyLogFile: 'x' };
  expect(whyNotToStart({ ...start, platform: 'win32', environment })).toEqual(
    refused('variable', 'SslKeyLogFile'),
  );
  expect(whyNotToStart({ ...start, environment })).toBeNull();
});

test.each([
  [[]],
  [['--user-data-dir=/home/anna/desk', '--updates=off', '--lang=nl']],
  [['--updated']],
  [['--ozone-platform-hint=auto', '--force-renderer-accessibility', '--disable-gpu']],
  [['auditdesk://audit/2026-01']],
  [['--', 'auditdesk://audit/--no-sandbox']],
  [['/home/anna/file.json']],
  [['-']],
])('an app starts with %j', (args) => {
  const environment = {
    PATH: '/bin',
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_OZONE_PLATFORM_HINT: 'auto',
    NODE_OPTIONS: '--require=x',
    HTTPS_PROXY: 'http://proxy.firm.example',
    ELECTRON_DISABLE_SANDBOX: undefined,
  };
  expect(whyNotToStart({ ...start, args, environment })).toBeNull();
});

test('the Finder names a process', () => {
  expect(whyNotToStart({ ...start, platform: 'darwin', args: ['-psn_0_12345'] })).toBeNull();
  expect(whyNotToStart({ ...start, args: ['-psn_0_12345'] })).toEqual(refused('switch', '--psn_0_12345'));
});

test('only the tests of a package, which its fuses let in, may attach', () => {
  const args = ['--inspect=0', '--remote-debugging-port=0'];
  expect(whyNotToStart({ ...start, args, isInspected: true })).toBeNull();
  expect(whyNotToStart({ ...start, args: ['--no-sandbox'], isInspected: true })).toEqual(
    refused('switch', '--no-sandbox'),
  );
});

test.each<[NodeJS.Platform, string, string | null]>([
  ['win32', '-Embedding', null],
  ['win32', '-embedding', null],
  ['win32', '--Embedding', '--embedding'],
  ['win32', '/Embedding', '--embedding'],
  ['win32', '-Embedding=x', '--embedding'],
  ['win32', '-Embedding-x', '--embedding-x'],
  ['linux', '-Embedding', '--Embedding'],
  ['darwin', '-Embedding', '--Embedding'],
])('Windows alone starts the app for a click on an old notice: on %s with %s', (platform, argument, name) => {
  expect(whyNotToStart({ ...start, platform, args: [argument] })).toEqual(
    name === null ? null : refused('switch', name),
  );
});

test.each(languages.map(({ id }) => id))('in %s: what is refused is named, on one line', (language) => {
  const text = refusedStart(language, { kind: 'switch', name: `--x\n${'y'.repeat(500)}` });
  expect(text).toMatch(/^[^\n]* --x\?y{96}\b[^\n]{0,200}$/);
});

test('why it does not start is said to the terminal and in a box, and then it ends', () => {
  const done: string[] = [];
  const say = (box: (words: string) => void, line?: string) =>
    doNotStart({ terminal: (text) => done.push(text), box, end: () => done.push('ended') }, 'why', line);
  say((words) => done.push(words));
  say((words) => done.push(words), 'why, in English\n');
  const noDisplay = () => {
    throw new Error('no display');
  };
  expect(() => say(noDisplay)).toThrow('no display');
  expect(done).toEqual(['why\n', 'why', 'ended', 'why, in English\n', 'why', 'ended', 'why\n', 'ended']);
});
