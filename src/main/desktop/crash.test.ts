import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { languages } from '../../words/languages.ts';
import { watchForCrashes } from './crash.ts';
import { crashWords } from './words.ts';

function open(age: number, tell: () => void = () => {}, isClosed = false) {
  const done: string[] = [];
  const process = new EventEmitter();
  watchForCrashes(process, {
    log: { error: (event) => done.push(event) },
    isClosed: () => isClosed,
    age: () => age,
    tell: (startsAgain) => {
      done.push(startsAgain ? 'told: again' : 'told: ends');
      tell();
    },
    relaunch: () => done.push('relaunched'),
    end: () => done.push('ended'),
  });
  return {
    done,
    crashed: (fault: Error) => process.emit('uncaughtException', fault),
    rejected: (fault: unknown) => process.emit('unhandledRejection', fault, Promise.resolve()),
  };
}

test.each([
  [60_000, ['uncaught', 'told: again', 'relaunched', 'ended']],
  [59_999, ['uncaught', 'told: ends', 'ended']],
])('after %i ms: %j', (age, expected) => {
  const { done, crashed } = open(age);
  crashed(new Error('unexpected'));
  crashed(new Error('while it ends'));
  expect(done).toEqual(expected);
});

// As Electron writes them: its own scripts are in `node:electron/js2c`, and what Chromium tells it of a request comes by this object.
const byLoader = [
  'ClientRequest.emit (node:events:519:28)',
  'SimpleURLLoaderWrapper.<anonymous> (node:electron/js2c/browser_init:2:110231)',
  'SimpleURLLoaderWrapper.emit (node:events:519:28)',
];
const ours = 'file:///opt/Audit%20Desk/resources/app.asar/out/main/index.js:812:11';

test.each<[string, readonly string[], boolean]>([
  [
    'a header that is no header to Node',
    [
      'webidl.converters.ByteString (node:internal/deps/undici/undici:3902:17)',
      'Headers.set (node:internal/deps/undici/undici:9051:36)',
      'ClientRequest.<anonymous> (node:electron/js2c/browser_init:2:116321)',
      ...byLoader,
    ],
    true,
  ],
  [
    'a status that is none to Node',
    [
      'new Response (node:internal/deps/undici/undici:9420:15)',
      'ClientRequest.<anonymous> (node:electron/js2c/browser_init:2:116489)',
      ...byLoader,
    ],
    true,
  ],
  [
    'an error of a request to which nobody listens any more',
    [...byLoader.slice(1), 'process.processTicksAndRejections (node:internal/process/task_queues:90:21)'],
    true,
  ],
  ['a part of an answer', [...byLoader.slice(1), '<anonymous>'], true],
  ['a listener of ours', [`IncomingMessage.<anonymous> (${ours})`, ...byLoader], false],
  ['what ours began', [...byLoader, `async send (${ours})`], false],
  [
    'a module of Electron’s in a window',
    ['openWindow (C:\\desk\\out\\main\\index.js:3:1)', ...byLoader],
    false,
  ],
  ['another part of Electron', ['WebContents.emit (node:electron/js2c/browser_init:2:9000)'], false],
  ['Node’s own requests', ['ClientRequest.emit (node:events:519:28)', 'node:_http_client:720:9'], false],
  ['no frames', [], false],
])(
  'what Electron’s network throws is noted and ends nothing, what ours throws ends the app: %s',
  (_, frames, goesOn) => {
    const { done, crashed } = open(60_000);
    const fault = new TypeError('Cannot convert argument to a ByteString');
    fault.stack = [`${fault.name}: ${fault.message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
    crashed(fault);
    crashed(fault);
    expect(done).toEqual(
      goesOn ? ['network-threw', 'network-threw'] : ['uncaught', 'told: again', 'relaunched', 'ended'],
    );
  },
);

test('a message that looks like frames makes no fault of the network', () => {
  const { done, crashed } = open(60_000);
  crashed(new Error(['x', ...byLoader.map((frame) => `    at ${frame}`)].join('\n')));
  expect(done.at(-1)).toBe('ended');
});

test.each([new Error('unexpected'), 'no error at all', undefined])(
  'a promise that nobody waited for ends it just so, whatever it failed with: %s',
  (fault) => {
    const { done, crashed, rejected } = open(60_000);
    rejected(fault);
    rejected(fault);
    crashed(new Error('while it ends'));
    expect(done).toEqual(['unhandled', 'told: again', 'relaunched', 'ended']);
  },
);

test('what fails when everything is closed is noted, and starts nothing anew', () => {
  const { done, rejected } = open(60_000, () => {}, true);
  rejected(new Error('the database is not open'));
  expect(done).toEqual(['unhandled']);
});

test('it ends also where nothing can be told any more', () => {
  const { done, crashed } = open(60_000, () => {
    throw new Error('no display');
  });
  expect(() => crashed(new Error('unexpected'))).toThrow('no display');
  expect(done.at(-1)).toBe('ended');
  expect(done).not.toContain('relaunched');
});

test.each(languages.map(({ id }) => id))('in %s: what is said names the log where it ends', (language) => {
  expect(crashWords(language, false, '/data/logs').split('\n').at(-1)).toBe('/data/logs');
  expect(crashWords(language, true, '/data/logs')).not.toContain('/data/logs');
});
