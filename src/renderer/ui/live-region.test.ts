import { describe, expect, it } from 'vitest';
import { allowEmptyHtml } from './live-region.tsx';

describe('HTML in the window', () => {
  it('may be emptied and nothing else', () => {
    const policies = new Map<string, (html: string) => string | null>();
    allowEmptyHtml({
      trustedTypes: {
        createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) =>
          policies.set(name, rules.createHTML),
      },
    });
    const createHtml = policies.get('default');
    expect(['', ' ', '<b>', '<img onerror=x>'].map((html) => createHtml?.(html))).toEqual([
      '',
      null,
      null,
      null,
    ]);
  });

  it('is left to a browser that knows no Trusted Types', () => {
    expect(() => allowEmptyHtml({})).not.toThrow();
  });
});
