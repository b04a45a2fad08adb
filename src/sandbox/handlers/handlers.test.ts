import { describe, expect, it } from 'vitest';
import { operationNames } from '../../shared/api.ts';
import type { Handlers } from '../handler.ts';
import { handlers } from './handlers.ts';

describe('handlers', () => {
  it('there is one for every operation, and a missing one does not compile', () => {
    const { 'users.remove': removed, ...others } = handlers;
    // @ts-expect-error: the type check fails here as soon as this compiles
    const incomplete: Handlers = others;
    expect(Object.keys({ ...incomplete, 'users.remove': removed }).toSorted()).toEqual(
      operationNames.toSorted(),
    );
  });
});
