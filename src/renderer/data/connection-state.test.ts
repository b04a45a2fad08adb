import { describe, expect, it } from 'vitest';
import { afterEvent } from './connection-state.ts';

const nothing = { states: {}, answers: {}, waits: [], linksElsewhere: [], demonstrationEnded: false };

describe('what the main process says about connections', () => {
  it('holds one wait a tier and connection, and drops it when it goes on', () => {
    const wait = { type: 'waiting', connection: 'a', tier: 'lifecycle', isAsked: true } as const;
    const one = afterEvent(nothing, { ...wait, until: 1_000 });
    const later = afterEvent(one, { ...wait, until: 2_000 });
    const two = afterEvent(later, { ...wait, tier: 'read', until: 3_000 });
    expect(later.waits).toEqual([{ connection: 'a', tier: 'lifecycle', until: 2_000, isAsked: true }]);
    expect(two.waits).toHaveLength(2);
    expect(afterEvent(two, { ...wait, until: 0 }).waits).toEqual([
      { connection: 'a', tier: 'read', until: 3_000, isAsked: true },
    ]);
  });

  it('knows the last state of each connection', () => {
    const one = afterEvent(nothing, { type: 'connection-state', connection: 'a', state: 'connected', at: 5 });
    const two = afterEvent(one, { type: 'connection-state', connection: 'b', state: 'unreachable', at: 6 });
    expect(two.states).toEqual({ a: { state: 'connected', at: 5 }, b: { state: 'unreachable', at: 6 } });
  });

  it('knows nothing of a connection that has another secret or address', () => {
    const one = afterEvent(nothing, { type: 'connection-state', connection: 'a', state: 'connected', at: 5 });
    const two = afterEvent(one, { type: 'connection-state', connection: 'a', state: 'unknown', at: 6 });
    expect(two).toEqual({ ...nothing, answers: { a: 5 } });
  });

  it('shows that the demonstration ended until it answers again', () => {
    const ended = afterEvent(nothing, { type: 'demonstration-ended' });
    expect(ended.demonstrationEnded).toBe(true);
    const other = afterEvent(ended, { type: 'connection-state', connection: 'a', state: 'connected', at: 5 });
    const own = afterEvent(ended, {
      type: 'connection-state',
      connection: 'demonstration',
      state: 'connected',
      at: 5,
    });
    expect([other.demonstrationEnded, own.demonstrationEnded]).toEqual([true, false]);
  });

  it('knows whose links lead elsewhere', () => {
    const event = { type: 'links-elsewhere', connection: 'a', isElsewhere: true } as const;
    const once = afterEvent(nothing, event);
    expect(once.linksElsewhere).toEqual(['a']);
    expect(afterEvent(once, event).linksElsewhere).toEqual(['a']);
    expect(afterEvent(once, { ...event, isElsewhere: false }).linksElsewhere).toEqual([]);
  });
});
