import { describe, expect, it } from 'vitest';
import { commandOf } from './requests-page.tsx';

const words = { token: 'token', body: 'body', credentials: 'credentials' };
const service = 'https://service.example/base';

describe('a request as a command', () => {
  it.each([
    [
      'a list has address, query and a variable for the token',
      { operation: 'audits.list', method: 'GET', path: '/api/v1/audits/?page_size=100&cursor=a%20b' },
      [
        '# token',
        "curl 'https://service.example/base/api/v1/audits/?page_size=100&cursor=a%20b' \\",
        '  -H "Authorization: Bearer $TOKEN" \\',
        "  -H 'Accept: application/json'",
      ],
    ],
    [
      'a creation names a file for the body that was not kept',
      { operation: 'audits.create', method: 'POST', path: '/api/v1/audits/' },
      [
        '# token',
        '# body',
        "curl 'https://service.example/base/api/v1/audits/' \\",
        '  -H "Authorization: Bearer $TOKEN" \\',
        "  -H 'Accept: application/json' \\",
        "  -H 'Content-Type: application/json' \\",
        "  --data '@body.json'",
      ],
    ],
    [
      'a deletion has no body',
      { operation: 'audits.delete', method: 'DELETE', path: '/api/v1/audits/A-1/' },
      [
        '# token',
        "curl -X DELETE 'https://service.example/base/api/v1/audits/A-1/' \\",
        '  -H "Authorization: Bearer $TOKEN" \\',
        "  -H 'Accept: application/json'",
      ],
    ],
    [
      'signing in names variables for id and secret, and no token',
      { operation: 'tokens.issue', method: 'POST', path: '/api/v1/oauth/token/' },
      [
        '# credentials',
        "curl 'https://service.example/base/api/v1/oauth/token/' \\",
        "  -H 'Accept: application/json' \\",
        "  --data-urlencode 'grant_type=client_credentials' \\",
        '  --data-urlencode "client_id=$CLIENT_ID" \\',
        '  --data-urlencode "client_secret=$CLIENT_SECRET"',
      ],
    ],
    [
      'nothing in an id ends the word that it stands in',
      { operation: 'audits.read', method: 'GET', path: "/api/v1/audits/it's%20$(id)/" },
      [
        '# token',
        String.raw`curl 'https://service.example/base/api/v1/audits/it'\''s%20$(id)/' ` + '\\',
        '  -H "Authorization: Bearer $TOKEN" \\',
        "  -H 'Accept: application/json'",
      ],
    ],
  ] as const)('%s', (_what, entry, expected) => {
    expect(commandOf(service, entry, words)?.split('\n')).toEqual(expected);
  });

  it('is not made up where it was not written down how it was sent', () => {
    const old = { operation: 'audits.list', method: null, path: null } as const;
    expect(commandOf(service, old, words)).toBeNull();
  });
});
