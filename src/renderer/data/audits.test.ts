import { describe, expect, it } from 'vitest';
import { Audit } from '../../shared/model/audit.ts';
import { pollDelay, withAudit } from './audits.ts';

describe('W11: pollDelay', () => {
  it.each([
    [0, 1_000],
    [1, 1_000],
    [2, 1_500],
    [3, 2_250],
    [4, 3_375],
    [9, 25_629],
    [10, 30_000],
    [1_000, 30_000],
  ])('after %i looks waits %i ms', (looks, delay) => {
    expect(pollDelay(looks, 0.5)).toBe(delay);
  });

  it('gives or takes a tenth', () => {
    expect(pollDelay(1, 0)).toBe(900);
    expect(pollDelay(1, 0.999_999)).toBe(1_100);
    expect(pollDelay(50, 0)).toBe(27_000);
    expect(pollDelay(50, 0.999_999)).toBe(33_000);
  });
});

describe('withAudit', () => {
  const audit = (id: string, status: string, audit_type = 'single') =>
    Audit.parse({ id, status, audit_type });
  const pages = [
    { count: 2, cursor: 'page=2', results: [audit('a', 'open')] },
    { count: 2, cursor: null, results: [audit('b', 'initializing')] },
  ];

  it('replaces an audit in its place', () => {
    const next = withAudit(pages, audit('b', 'open'));
    expect(next.map(({ results }) => results.map(({ id, status }) => `${id} ${status}`))).toEqual([
      ['a open'],
      ['b open'],
    ]);
    expect(next[1]?.count).toBe(2);
  });

  it('puts a new audit last and counts it', () => {
    const next = withAudit(pages, audit('c', 'initializing'));
    expect(next[1]).toMatchObject({ count: 3, results: [{ id: 'b' }, { id: 'c' }] });
  });

  it('lists no component audit, and nothing in a list that was not read', () => {
    expect(withAudit(pages, audit('k', 'open', 'component'))).toEqual(pages);
    expect(withAudit([], audit('c', 'open'))).toEqual([]);
  });
});
