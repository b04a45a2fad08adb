import { describe, expect, it } from 'vitest';
import { explanationFor, explanationsOf, mayBeCoupled } from './out-of-scope-dialog.tsx';

const part = (id: string, explanation = '') => ({ id, out_of_scope_explanation: explanation });
const never = () => undefined;

describe('explanations of components that are set out of scope', () => {
  it.each<[string, Parameters<typeof explanationsOf>, Readonly<Record<string, string>>]>([
    ['a single one needs none of its own', [[part('a')], never], {}],
    ['several share one', [[part('a'), part('b')], never], {}],
    ['one that was explained keeps its own', [[part('a', 'Sold.'), part('b')], never], { a: 'Sold.' }],
    [
      'what is staged comes back',
      [[part('a'), part('b')], (id) => (id === 'b' ? 'Small.' : undefined)],
      { b: 'Small.' },
    ],
  ])('%s', (_, given, own) => {
    expect(explanationsOf(...given)).toEqual({ all: '', own });
  });

  it('begin with that of a single one', () => {
    expect(explanationsOf([part('a', 'Sold.')], never)).toEqual({ all: 'Sold.', own: {} });
    expect(explanationsOf([part('a', 'Sold.')], () => 'Small.')).toEqual({ all: 'Small.', own: {} });
  });

  it('are the one for all, except where there is another one', () => {
    const texts = { all: 'Covered.', own: { a: 'Sold.', b: undefined, c: '' } };
    expect(['a', 'b', 'c', 'd'].map((id) => explanationFor(id, texts))).toEqual([
      'Sold.',
      'Covered.',
      '',
      'Covered.',
    ]);
  });
});

describe('a component whose content is cleared', () => {
  it.each([
    ['one that is coupled', { coupled_entity_audit_id: 'a-1' }, true],
    ['one that is not', { coupled_entity_audit_id: null }, false],
    [
      'one of which the service does not show it',
      { coupled_entity_audit_id: null, unseen: ['coupled_entity_audit_id'] },
      true,
    ],
  ])('%s: coupled as far as is known', (_, component, expected) => {
    expect(mayBeCoupled(component)).toBe(expected);
  });
});
