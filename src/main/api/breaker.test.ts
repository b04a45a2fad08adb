import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/clock.ts';
import { createBreaker } from './breaker.ts';

function open() {
  const clock = createFakeClock();
  const breaker = createBreaker(clock);
  const probes: number[] = [];
  let [isUp, canAsk] = [false, true];
  const probe = async (): Promise<boolean> => {
    probes.push(clock.monotonic() / 1_000);
    if (isUp) breaker.succeeded();
    else breaker.failed();
    return canAsk;
  };
  const passed: string[] = [];
  const pass = (name: string, signal?: AbortSignal) =>
    breaker.pass(probe, signal).then((passes) => passed.push(`${name} ${passes}`));
  const fail = (times: number): void => {
    for (let time = 0; time < times; time += 1) breaker.failed();
  };
  const recover = (): void => {
    isUp = true;
  };
  const lock = (): void => {
    canAsk = false;
  };
  return { clock, breaker, probes, passed, pass, fail, recover, lock };
}

test('four failures and an answer are none', async () => {
  const { breaker, clock, passed, pass, fail } = open();
  fail(4);
  breaker.succeeded();
  fail(4);
  void pass('a');
  await clock.advance(0);
  expect(passed).toEqual(['a true']);
});

test('five in a row close the way; one probe asks after 5 s, then doubling to a minute', async () => {
  const { clock, passed, pass, fail, probes, recover } = open();
  fail(5);
  void pass('a');
  void pass('b');
  await clock.advance(180_000);
  expect(probes).toEqual([5, 15, 35, 75, 135]);
  expect(passed).toEqual([]);
  recover();
  await clock.advance(15_000);
  expect(probes).toEqual([5, 15, 35, 75, 135, 195]);
  expect(passed).toEqual(['a true', 'b true']);
});

test('a person who gets through opens the way for all', async () => {
  const { clock, breaker, passed, pass, fail } = open();
  fail(5);
  void pass('a');
  breaker.succeeded();
  await clock.advance(0);
  expect(passed).toEqual(['a true']);
});

test('nobody is asked while nobody waits; the first to come after the time asks at once', async () => {
  const { clock, pass, fail, probes } = open();
  fail(5);
  await clock.advance(20_000);
  expect(probes).toEqual([]);
  void pass('a');
  await clock.advance(0);
  expect(probes).toEqual([20]);
});

test('a wait can be given up', async () => {
  const { clock, passed, pass, fail, probes } = open();
  fail(5);
  const given = new AbortController();
  void pass('a', given.signal);
  given.abort();
  void pass('b', given.signal);
  await clock.advance(10_000);
  expect(passed).toEqual(['a false', 'b false']);
  expect(probes).toEqual([]);
});

test('after sleep, or online again, one probe goes before the backlog, at once', async () => {
  const { clock, breaker, passed, pass, fail, probes, recover } = open();
  breaker.recheck();
  recover();
  void pass('a');
  void pass('b');
  await clock.advance(0);
  expect([probes, passed]).toEqual([[0], ['a true', 'b true']]);
  fail(5);
  void pass('c');
  await clock.advance(1_000);
  breaker.recheck();
  await clock.advance(0);
  expect([probes, passed]).toEqual([
    [0, 1],
    ['a true', 'b true', 'c true'],
  ]);
});

test('who cannot even ask is let through, to be told why; the others wait on', async () => {
  const { clock, passed, pass, fail, lock } = open();
  fail(5);
  lock();
  void pass('a');
  void pass('b');
  await clock.advance(5_000);
  expect(passed).toEqual(['a true']);
  await clock.advance(10_000);
  expect(passed).toEqual(['a true', 'b true']);
});
