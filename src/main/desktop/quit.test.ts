import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { PlanProgress } from '../../shared/plan.ts';
import { planProgress } from '../testing/plan-progress.ts';
import { watchQuitting } from './quit.ts';

type WhenClosed = 'ask' | 'background' | 'quit';

function open({ staysOpen = false, closed = 'ask' }: { staysOpen?: boolean; closed?: WhenClosed } = {}) {
  const told: string[] = [];
  const windows: string[] = [];
  const answers: ((agreed: boolean) => void)[] = [];
  const hows: ((how: 'background' | 'quit' | null) => void)[] = [];
  let whenClosed = closed;
  let running: readonly PlanProgress[] = [planProgress()];
  const events = new EventEmitter();
  const emit = (source: EventEmitter, name: string): boolean => {
    let refused = false;
    source.emit(name, { preventDefault: () => (refused = true) });
    return !refused;
  };
  const app = {
    on: (name: string, listener: (event: { preventDefault: () => void }) => void) =>
      events.on(name, listener),
    quit: () => told.push('quit'),
  };
  const quitting = watchQuitting(app, {
    staysOpen,
    underWay: () => running,
    ask: (plans) => {
      told.push(`asked about ${plans.length}`);
      return new Promise((resolve) => answers.push(resolve));
    },
    whenClosed: () => whenClosed,
    askWhenClosed: (plans) => {
      told.push(`asked how, about ${plans.length}`);
      return new Promise((resolve) => hows.push(resolve));
    },
    onStay: () => told.push('stay'),
    onBegin: () => windows.push('quitting'),
    onRefused: () => windows.push('staying'),
    close: async () => {
      told.push('closed');
    },
  });
  const contents = new EventEmitter();
  const window = Object.assign(new EventEmitter(), {
    webContents: contents,
    close: () => told.push('window closed'),
  });
  const answer = async (agreed: boolean): Promise<void> => {
    answers.shift()?.(agreed);
    await new Promise(setImmediate);
  };
  return {
    told,
    windows,
    quitting,
    window,
    contents,
    answer,
    /** A person says how the last window is closed, which is remembered. */
    answerHow: async (how: 'background' | 'quit' | null): Promise<void> => {
      if (how !== null) whenClosed = how;
      hows.shift()?.(how);
      await new Promise(setImmediate);
    },
    ends: (name: 'before-quit' | 'will-quit' | 'window-all-closed') => emit(events, name),
    closes: () => emit(window, 'close'),
    nothingRuns: () => {
      running = [];
    },
  };
}

describe('quitting', () => {
  test('asks while a plan is under way, once, and quits when somebody agrees', async () => {
    const { told, ends, answer } = open();
    expect(ends('before-quit')).toBe(false);
    expect(ends('before-quit')).toBe(false); // pressed again while the question is open
    expect(told).toEqual(['asked about 1']);
    await answer(true);
    expect(told).toEqual(['asked about 1', 'quit']);
    expect(ends('before-quit')).toBe(true);
  });

  test('stays where somebody wants it to, and asks anew the next time', async () => {
    const { told, ends, answer } = open();
    ends('before-quit');
    await answer(false);
    expect(told).toEqual(['asked about 1', 'stay']);
    expect(ends('before-quit')).toBe(false);
    expect(told.at(-1)).toBe('asked about 1');
  });

  test('asks nothing while nothing is under way', () => {
    const { told, ends, nothingRuns } = open();
    nothingRuns();
    expect(ends('before-quit')).toBe(true);
    expect(told).toEqual([]);
  });

  test('asks nothing when the machine is shut down', () => {
    const { told, ends, quitting } = open();
    quitting.allow();
    expect(ends('before-quit')).toBe(true);
    expect(told).toEqual([]);
  });

  test('ends once, after everything is written down', async () => {
    const { told, ends, quitting } = open();
    expect(quitting.isEnding()).toBe(false);
    expect(ends('will-quit')).toBe(false);
    expect(ends('will-quit')).toBe(false);
    await new Promise(setImmediate);
    expect(told).toEqual(['closed', 'quit']);
    expect(quitting.isEnding()).toBe(true);
    expect(ends('will-quit')).toBe(true);
  });
});

describe('closing a window', () => {
  test('asks for the last one alone', async () => {
    const { told, quitting, window, closes, answerHow } = open();
    let isLast = false;
    quitting.watch(window, () => isLast);
    expect(closes()).toBe(true);
    isLast = true;
    expect(closes()).toBe(false);
    expect(closes()).toBe(false); // clicked again while the question is open
    await answerHow('quit');
    expect(told).toEqual(['asked how, about 1', 'quit']);
    expect(closes()).toBe(true);
  });

  test('leaves plans to go on without one where a person wants that, until one quits', async () => {
    const { told, quitting, window, closes, ends, answer, answerHow } = open();
    quitting.watch(window, () => true);
    closes();
    await answerHow('background');
    expect(told).toEqual(['asked how, about 1', 'window closed']);
    expect(closes()).toBe(true);
    ends('window-all-closed');
    expect(told).toHaveLength(2);
    expect(ends('before-quit')).toBe(false);
    await answer(true);
    expect(told.slice(2)).toEqual(['asked about 1', 'quit']);
  });

  test('keeps the window where a person wants neither, and asks anew', async () => {
    const { told, quitting, window, closes, answerHow } = open();
    quitting.watch(window, () => true);
    closes();
    await answerHow(null);
    closes();
    expect(told).toEqual(['asked how, about 1', 'stay', 'asked how, about 1']);
  });

  test.each(['background', 'quit'] as const)('asks nothing where that is decided: %s', (closed) => {
    const { told, quitting, window, closes, ends } = open({ closed });
    quitting.watch(window, () => true);
    expect(closes()).toBe(true);
    ends('window-all-closed');
    expect(told).toEqual(closed === 'quit' ? ['quit'] : []);
    if (closed === 'quit') expect(ends('before-quit')).toBe(true);
  });

  test('ends the app where no plan is under way, whatever is decided', () => {
    const { told, quitting, window, closes, ends, nothingRuns } = open({ closed: 'background' });
    nothingRuns();
    quitting.watch(window, () => true);
    expect(closes()).toBe(true);
    ends('window-all-closed');
    expect(told).toEqual(['quit']);
  });

  test('asks nothing on macOS, where the app goes on without a window', () => {
    const { told, quitting, window, closes, ends } = open({ staysOpen: true });
    quitting.watch(window, () => true);
    expect(closes()).toBe(true);
    ends('window-all-closed');
    expect(told).toEqual([]);
  });

  test('is asked about anew where something unsaved has kept the window open', async () => {
    const { told, quitting, window, contents, ends, answer } = open();
    quitting.watch(window, () => true);
    ends('before-quit');
    await answer(true);
    contents.emit('will-prevent-unload');
    expect(ends('before-quit')).toBe(false);
    expect(told).toEqual(['asked about 1', 'quit', 'asked about 1']);
  });
});

describe('the windows', () => {
  test('hear when quitting begins, and when one of them does not let itself be closed', async () => {
    const { windows, ends, answer, quitting, window, contents } = open();
    quitting.watch(window, () => false);
    ends('before-quit');
    expect(windows).toEqual([]); // a person is being asked
    await answer(true);
    ends('before-quit');
    expect(windows).toEqual(['quitting']);
    contents.emit('will-prevent-unload');
    expect(windows).toEqual(['quitting', 'staying']);
  });

  test('of an app that stays without any end it too where quitting was asked for', () => {
    const { told, ends, nothingRuns } = open({ staysOpen: true });
    nothingRuns();
    ends('window-all-closed');
    expect(told).toEqual([]);
    ends('before-quit');
    ends('window-all-closed'); // the last one had unsaved work, which was given up
    expect(told).toEqual(['quit']);
  });
});
