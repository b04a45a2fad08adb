import { describe, expect, it } from 'vitest';
import { contentOf, withContent } from './content.ts';

const known = { clients: new Set(['000101', '000102']), audits: new Set(['A-1', '000101']) };

describe('what a column holds by its values', () => {
  it.each([
    [['000101', '', ' 000102 '], 'clients'],
    [['000101', '000109'], null],
    [['A-1', '000101'], 'audits'],
    [['a@firm.example', 'b@firm.example '], 'addresses'],
    [['', ' '], null],
    [['1', '2'], null],
  ])('%j: %s', (values, content) => {
    expect(contentOf(values, known)).toBe(content);
  });

  it('a column of known client ids is that of the client, whatever its title', () => {
    expect(withContent('audits', { audit_id: 0 }, [null, 'clients'])).toEqual({ audit_id: 0, client_id: 1 });
    expect(withContent('users', {}, ['audits', 'addresses'])).toEqual({ audit_id: 0, user_id: 1 });
  });

  it('what a title names stays, and of two columns none is taken', () => {
    expect(withContent('audits', { client_id: 1 }, ['clients', null])).toEqual({ client_id: 1 });
    expect(withContent('audits', { audit_id: 0 }, ['clients', null])).toEqual({ audit_id: 0 });
    expect(withContent('audits', {}, ['clients', 'clients'])).toEqual({});
  });
});
