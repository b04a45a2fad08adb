import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removed } from '../../shared/workbench.ts';
import { withoutSecrets } from './redaction.ts';

describe('a text without its secrets', () => {
  it.each([
    ['', ''],
    ['{"name":"Audit"}', '{"name":"Audit"}'],
    ['client_id=a&client_secret=b', `client_id=a&client_secret=${removed}`],
    ['client%5Fsecret=b', `client%5Fsecret=${removed}`],
    ['client_secret', 'client_secret'],
    ['%7B%22client_secret%22%3A%22b%22=&a=1', `${removed}&a=1`],
    ['{"client_secret":"b","a":1}', `{"client_secret":"${removed}","a":1}`],
    ['{"access_token":"t","token_type":"Bearer"}', `{"access_token":"${removed}","token_type":"Bearer"}`],
    [' [{"a":[{"Password":{"b":1}}]}]', `[{"a":[{"Password":"${removed}"}]}]`],
    ['{ "allow_password_login": true }', '{ "allow_password_login": true }'],
    ['{ "tier": "token" }', '{ "tier": "token" }'],
  ])('%j is kept as %j', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected);
  });
  it.each(['{"client_secret":"b"', '"client_secret=b"', 'the secret is b', 'a b&client_secret=c', '[token'])(
    'of %j nobody knows what is secret, so nothing is kept',
    (text) => {
      expect(withoutSecrets(text)).toBeNull();
    },
  );
  it('whatever stands around it, a secret is never kept', () => {
    const secret = 'Zq7-only-here';
    const named = fc.constantFrom(
      'client_secret',
      'access_token',
      'refresh_token',
      'Authorization',
      'password',
    );
    fc.assert(
      fc.property(named, fc.json(), fc.string(), fc.boolean(), (name, around, more, isForm) => {
        const text = isForm
          ? `${more}&${name}=${secret}&${around}`
          : JSON.stringify({ more, [name]: secret, around: JSON.parse(around) as unknown });
        expect(withoutSecrets(text) ?? '').not.toContain(secret);
      }),
    );
  });
});
