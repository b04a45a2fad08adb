import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../shared/model/connection.ts';
import { type ConnectionEntry, draftOf, entryFaults, entryOf } from './connection-entry.ts';

const stored: Connection = {
  id: 'c1',
  name: 'North Audit',
  baseUrl: 'https://audits.example.com',
  clientId: 'north-manager',
  kind: 'production',
  access: 'read-only',
  secret: 'keychain',
  addedAt: '2026-01-05T10:00:00Z',
  lastUsedAt: null,
};
const whole: ConnectionEntry = { ...entryOf(stored), secret: 's3cret' };

function faults(entry: Partial<ConnectionEntry>, of: Connection | null = null): readonly string[] {
  return entryFaults({ ...whole, ...entry }, of).map(({ field, code }) => `${field} ${code}`);
}

describe('an entry of a connection', () => {
  it('names all that is missing at once, in the order of the form', () => {
    expect(entryFaults(entryOf(null), null).map(({ field }) => field)).toEqual([
      'name',
      'kind',
      'baseUrl',
      'clientId',
      'secret',
    ]);
  });

  it.each([
    [{}, []],
    [{ name: '   ' }, ['name required']],
    [{ name: 'x'.repeat(100) }, []],
    [{ name: 'x'.repeat(101) }, ['name too-long']],
    [{ clientId: 'x'.repeat(256) }, ['clientId too-long']],
    [{ kind: null }, ['kind required']],
    [{ baseUrl: 'http://audits.example.com' }, ['baseUrl needs-https']],
    [{ secret: '' }, ['secret required']],
  ] as const)('%o breaks %o', (entry, expected) => {
    expect(faults(entry)).toEqual(expected);
  });

  it('keeps a stored secret that is left empty, but not for another address', () => {
    expect(faults({ secret: '' }, stored)).toEqual([]);
    expect(faults({ secret: '', baseUrl: 'https://audits.example.com/api/v1/' }, stored)).toEqual([]);
    expect(faults({ secret: '', baseUrl: 'https://other.example.com' }, stored)).toEqual(['secret required']);
    expect(faults({ secret: '' }, { ...stored, secret: 'missing' })).toEqual(['secret required']);
  });

  it('goes to main without a secret where it is left empty, and never with blanks around', () => {
    expect(draftOf({ ...whole, secret: '', name: ' North ' }, stored)).toEqual({
      id: 'c1',
      name: 'North',
      kind: 'production',
      access: 'read-only',
      baseUrl: 'https://audits.example.com',
      clientId: 'north-manager',
      keep: 'keychain',
    });
    expect(draftOf({ ...whole, access: 'read-write' }, stored)).toMatchObject({ access: 'read-write' });
    expect(draftOf({ ...whole, kind: null }, stored)).toBeNull();
    expect(draftOf(whole, null)).toMatchObject({ secret: 's3cret' });
  });
});
