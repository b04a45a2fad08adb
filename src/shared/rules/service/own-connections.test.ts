import { expect, test } from 'vitest';
import { hasOwnConnections } from './own-connections.ts';

test.each([
  ['none', [], false],
  ['the demonstration', [{ secret: 'built-in' }], false],
  ['one of the policy without its secret', [{ secret: 'missing', policy: 'offered' }], false],
  ['one of the policy with its secret', [{ secret: 'keychain', policy: 'fixed' }], true],
  ['one whose secret is gone', [{ secret: 'missing' }], true],
] as const)('%s', (_, connections, expected) => {
  expect(hasOwnConnections(connections)).toBe(expected);
});
