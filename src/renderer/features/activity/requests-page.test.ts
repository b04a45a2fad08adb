import { describe, expect, it } from 'vitest';
import { curlOf } from './requests-page.tsx';

const words = { token: 'token', body: 'body', credentials: 'credentials' };
const service = 'https://service.example/base';

describe('a request as a command', () => {
  it.each([
    [
      'a list has address, query and a variable for the token',
      { operation: 'audits.list', method: 'GET', path: '/api/v1/audits/?page_size=100&cursor=a%20b' },
      [
        '# token',
        "curl -X GET 'https://service.example/base/api/v1/audits/?page_size=100&cursor=a%20b' \\",
        "  -H 'Accept: application/json' \\",
        '  -H "Authorization: Bearer $TOKEN"',
      ],
    ],
    [
      'a creation names a file for the body that was not kept',
      { operation: 'audits.create', method: 'POST', path: '/api/v1/audits/' },
      [
        '# token',
        '# body',
        "curl -X POST 'https://service.example/base/api/v1/audits/' \\",
        "  -H 'Accept: application/json' \\",
        '  -H "Authorization: Bearer $TOKEN" \\',
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
        "  -H 'Accept: application/json' \\",
        '  -H "Authorization: Bearer $TOKEN"',
      ],
    ],
    [
      'signing in names variables for id and secret, and no token',
      { operation: 'tokens.issue', method: 'POST', path: '/api/v1/oauth/token/' },
      [
        '# credentials',
        "curl -X POST 'https://service.example/base/api/v1/oauth/token/' \\",
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
        String.raw`curl -X GET 'https://service.example/base/api/v1/audits/it'\''s%20$(id)/' ` + '\\',
        "  -H 'Accept: application/json' \\",
        '  -H "Authorization: Bearer $TOKEN"',
      ],
    ],
  ] as const)('%s', (_what, entry, expected) => {
    expect(curlOf(service, entry, words, 'posix')?.split('\n')).toEqual(expected);
  });

  it('is not made up where it was not written down how it was sent', () => {
    const old = { operation: 'audits.list', method: null, path: null } as const;
    expect(curlOf(service, old, words, 'posix')).toBeNull();
  });

  it.each([
    [
      'powershell',
      [
        '# token',
        '# body',
        "curl.exe -X POST 'https://service.example/base/api/v1/audits/it''s%20$(id)/' `",
        "  -H 'Accept: application/json' `",
        '  -H "Authorization: Bearer $env:TOKEN" `',
        "  -H 'Content-Type: application/json' `",
        "  --data '@body.json'",
      ],
    ],
    [
      'cmd',
      [
        'rem token',
        'rem body',
        'curl.exe -X POST ^"https://service.example/base/api/v1/audits/it\'s^%20$^(id^)/^" ^',
        '  -H ^"Accept: application/json^" ^',
        '  -H "Authorization: Bearer %TOKEN%" ^',
        '  -H ^"Content-Type: application/json^" ^',
        '  --data ^"@body.json^"',
      ],
    ],
  ] as const)('for %s', (shell, expected) => {
    const entry = {
      operation: 'audits.create',
      method: 'POST',
      path: "/api/v1/audits/it's%20$(id)/",
    } as const;
    expect(curlOf(service, entry, words, shell)?.split('\n')).toEqual(expected);
  });
});
