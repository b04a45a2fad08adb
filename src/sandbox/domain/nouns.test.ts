import { describe, expect, it } from 'vitest';
import { operationNames } from '../../shared/api.ts';
import { type AllFacts, facts } from './nouns.ts';

describe('the nouns', () => {
  it('have every operation, and a missing one does not compile', () => {
    const { 'users.remove': removed, ...others } = facts;
    // @ts-expect-error: the type check fails here as soon as this compiles
    const incomplete: AllFacts = others;
    expect(Object.keys({ ...incomplete, 'users.remove': removed }).toSorted()).toEqual(
      operationNames.toSorted(),
    );
  });
});
