import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Autosave, allSaved, createAutosave, type SaveState } from './autosave.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(answers: boolean[] = []) {
  const saved: string[] = [];
  const states: SaveState[] = [];
  const autosave = createAutosave<string>(
    (value) => {
      saved.push(value);
      return Promise.resolve(answers.shift() ?? true);
    },
    (state) => states.push(state),
  );
  return { autosave, saved, states };
}

describe('autosave', () => {
  it('all is saved once what waits for another save is, too', async () => {
    const done: string[] = [];
    const first = Promise.withResolvers<boolean>();
    const autosave = createAutosave<string>(
      (value) => {
        done.push(value);
        return value === 'a' ? first.promise : Promise.resolve(true);
      },
      () => undefined,
    );
    autosave.change('a');
    void autosave.flush();
    await vi.advanceTimersByTimeAsync(0);
    autosave.change('ab');
    void autosave.flush();
    const saved = allSaved().then(() => done.push('all'));
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['a']);
    first.resolve(true);
    await saved;
    expect(done).toEqual(['a', 'ab', 'all']);
    await allSaved();
  });
  it.each<[string, boolean[], (autosave: Autosave<string>) => unknown]>([
    ['is saved', [true], () => vi.advanceTimersByTimeAsync(1_000)],
    ['could not be saved', [false], (autosave) => autosave.flush()],
    ['is given up', [], (autosave) => autosave.stop()],
  ])('a change that waits is not all saved, before it %s', async (_, answers, end) => {
    const { autosave } = setUp(answers);
    let isSaved = false;
    autosave.change('a');
    const saved = allSaved().then(() => (isSaved = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isSaved).toBe(false);
    await end(autosave);
    await saved;
  });
  it('saves the newest of several changes, a second after the first of them', async () => {
    const { autosave, saved } = setUp();
    autosave.change('a');
    await vi.advanceTimersByTimeAsync(999);
    autosave.change('ab');
    expect(saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(saved).toEqual(['ab']);
  });

  it('begins a new second for a change after that', async () => {
    const { autosave, saved } = setUp();
    autosave.change('a');
    await autosave.flush();
    expect(vi.getTimerCount()).toBe(0);
    autosave.change('b');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saved).toEqual(['a', 'b']);
  });

  it('saves nothing where nothing changed', async () => {
    const { autosave, saved } = setUp();
    expect(await autosave.flush()).toBe(true);
    expect(saved).toEqual([]);
  });

  it('W8: answers that something is not kept, and keeps it at the next attempt', async () => {
    const { autosave, saved, states } = setUp([false, true]);
    autosave.change('a');
    expect(await autosave.flush()).toBe(false);
    expect(await autosave.flush()).toBe(true);
    expect(saved).toEqual(['a', 'a']);
    expect(states).toEqual(['pending', 'failed', 'kept']);
  });

  it('W8: a change after a failed attempt is not kept either, until an attempt succeeds', async () => {
    const { autosave, states } = setUp([false, true]);
    autosave.change('a');
    await autosave.flush();
    autosave.change('ab');
    expect(states).toEqual(['pending', 'failed']);
    await autosave.flush();
    autosave.change('abc');
    expect(states).toEqual(['pending', 'failed', 'kept', 'pending']);
  });

  it('answers two callers alike, one after the other', async () => {
    const { autosave, saved } = setUp();
    autosave.change('a');
    const both = [autosave.flush(), autosave.flush()];
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(saved).toEqual(['a']);
  });

  it('saves nothing after its end', async () => {
    const { autosave, saved } = setUp();
    autosave.change('a');
    autosave.stop();
    autosave.change('b');
    await autosave.flush();
    expect(saved).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
