import { describe, expect, it } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { createPermission } from './permission.ts';

function connection(id: string, change: Partial<Connection> = {}): Connection {
  return {
    id,
    name: 'North',
    baseUrl: 'https://audits.example',
    clientId: 'north',
    kind: 'test',
    access: 'read-write',
    secret: 'session',
    addedAt: '2026-01-05T09:00:00Z',
    lastUsedAt: null,
    ...change,
  };
}

describe('who may write', () => {
  it.each([
    [connection('c'), succeed(null)],
    [connection('c', { kind: 'demonstration' }), succeed(null)],
    [connection('c', { kind: 'production' }), fail('confirmation-needed')],
    [connection('c', { access: 'read-only' }), fail('read-only')],
    [connection('c', { access: 'read-only', kind: 'production' }), fail('read-only')],
    [connection('another'), fail('not-found-here')],
  ] as const)('%o: %o', (known, expected) => {
    expect(createPermission(() => [known]).mayWrite('c')).toEqual(expected);
  });

  it('asks about production once, and again when the connection has changed', () => {
    const { mayWrite, allow, forget } = createPermission(() => [
      connection('a', { kind: 'production' }),
      connection('b', { kind: 'production' }),
    ]);
    allow('a');
    expect(mayWrite('a')).toEqual(succeed(null));
    expect(mayWrite('b')).toEqual(fail('confirmation-needed'));
    forget('a');
    expect(mayWrite('a')).toEqual(fail('confirmation-needed'));
  });

  it('lets nobody write through what is read-only, whatever a person has allowed', () => {
    const { mayWrite, allow } = createPermission(() => [connection('a', { access: 'read-only' })]);
    allow('a');
    expect(mayWrite('a')).toEqual(fail('read-only'));
  });
});
