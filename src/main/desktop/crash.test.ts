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
