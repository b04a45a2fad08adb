import { describe, expect, it } from 'vitest';
import { createAutosave, type SaveState } from './autosave.ts';

function setUp(answers: boolean[] = []) {
  const saved: string[] = [];
  const states: SaveState[] = [];
  const timers: { run: () => void; milliseconds: number; stopped: boolean }[] = [];
  const autosave = createAutosave<string>({
    save: (value) => {
      saved.push(value);
      return Promise.resolve(answers.shift() ?? true);
    },
    onState: (state) => states.push(state),
    delay: 1_000,
    setTimer: (run, milliseconds) => {
      const timer = { run, milliseconds, stopped: false };
      timers.push(timer);
      return () => {
        timer.stopped = true;
      };
    },
  });
  return { autosave, saved, states, timers };
}

describe('autosave', () => {
  it('saves the newest of several changes, a second after the first of them', async () => {
    const { autosave, saved, timers } = setUp();
    autosave.change('a');
    autosave.change('ab');
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([1_000]);
    expect(saved).toEqual([]);
    timers[0]?.run();
    await autosave.flush();
    expect(saved).toEqual(['ab']);
  });

  it('begins a new second for a change after that', async () => {
    const { autosave, saved, timers } = setUp();
    autosave.change('a');
    await autosave.flush();
    autosave.change('b');
    expect(timers[0]?.stopped).toBe(true);
    timers[1]?.run();
    await autosave.flush();
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
    const { autosave, saved, timers } = setUp();
    autosave.change('a');
    autosave.stop();
    autosave.change('b');
    await autosave.flush();
    expect(saved).toEqual([]);
    expect(timers).toHaveLength(1);
    expect(timers[0]?.stopped).toBe(true);
  });
});
