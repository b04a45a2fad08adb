import { describe, expect, it } from 'vitest';
import { explanationFor, explanationsOf } from './out-of-scope-dialog.tsx';

const part = (id: string, explanation = '') => ({ id, out_of_scope_explanation: explanation });
const never = () => undefined;

describe('explanations of components that are set out of scope', () => {
  it.each<[string, Parameters<typeof explanationsOf>, Readonly<Record<string, string>>]>([
    ['a single one has its own', [[part('a')], never], { a: '' }],
    ['several share one', [[part('a'), part('b')], never], {}],
    ['one that was explained keeps its own', [[part('a', 'Sold.'), part('b')], never], { a: 'Sold.' }],
    [
      'what was refused comes back',
      [[part('a'), part('b')], (id) => (id === 'b' ? 'Small.' : undefined)],
      { b: 'Small.' },
    ],
  ])('%s', (_, given, own) => {
    expect(explanationsOf(...given)).toEqual({ all: '', own });
  });

  it('sends the one for all, except where there is another one', () => {
    const texts = { all: 'Covered.', own: { a: 'Sold.', b: undefined, c: '' } };
    expect(['a', 'b', 'c', 'd'].map((id) => explanationFor(id, texts))).toEqual([
      'Sold.',
      'Covered.',
      '',
      'Covered.',
    ]);
  });
});
