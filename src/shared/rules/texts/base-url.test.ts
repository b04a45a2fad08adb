import { expect, test } from 'vitest';
import { readBaseUrl } from './base-url.ts';

test.each([
  ['https://audits.example', 'https://audits.example'],
  ['  https://Audits.Example/  ', 'https://audits.example'],
  ['HTTPS://audits.example:8443', 'https://audits.example:8443'],
  ['https://audits.example/firm/', 'https://audits.example/firm'],
  ['https://audits.example/Firm', 'https://audits.example/Firm'],
  ['https://audits.example/api/v1', 'https://audits.example'],
  ['https://audits.example/api/v1/', 'https://audits.example'],
  ['https://audits.example/firm/api/v1/', 'https://audits.example/firm'],
  ['https://audits.example/myapi/v1', 'https://audits.example/myapi/v1'],
  ['https://192.0.2.7', 'https://192.0.2.7'],
  ['https://[2001:db8::1]:444', 'https://[2001:db8::1]:444'],
  ['https://bücher.example', 'https://bücher.example'],
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ['http://127.8.9.10', 'http://127.8.9.10'],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['http://[::1]:9', 'http://[::1]:9'],
])('%s reads as %s', (entered, baseUrl) => {
  expect(readBaseUrl(entered)).toEqual({ ok: true, baseUrl });
});

test.each([
  ['', 'required'],
  ['   ', 'required'],
  ['audits.example', 'not-an-address'],
  ['//audits.example', 'not-an-address'],
  ['https://', 'not-an-address'],
  ['https:///path', 'not-an-address'],
  ['ftp://audits.example', 'not-an-address'],
  ['file:///etc/passwd', 'not-an-address'],
  ['javascript://audits.example/%0aalert(1)', 'not-an-address'],
  ['https://audits.example:0', 'not-an-address'],
  ['https://audits.example:70000', 'not-an-address'],
  ['https://audits.example:port', 'not-an-address'],
  ['https://audits..example', 'not-an-address'],
  ['https://audits.example/a b', 'not-an-address'],
  ['https://audits.example/a\r\nHost: evil', 'not-an-address'],
  ['https://audits.example\\@evil.example', 'not-an-address'],
  ['https://audits.example/firm/../other', 'not-an-address'],
  ['https://audits.example/firm/%2E%2e/other', 'not-an-address'],
  ['http://audits.example', 'needs-https'],
  ['http://127.0.0.1.evil.example', 'needs-https'],
  ['http://localhost.evil.example', 'needs-https'],
  ['http://128.0.0.1', 'needs-https'],
  ['http://127.0.0.256', 'needs-https'],
  ['http://[::2]', 'needs-https'],
  ['http://0.0.0.0', 'needs-https'],
  ['https://id:secret@audits.example', 'has-more'],
  ['http://127.0.0.1@evil.example', 'has-more'],
  ['https://audits.example/?page=1', 'has-more'],
  ['https://audits.example?', 'has-more'],
  ['https://audits.example/#top', 'has-more'],
])('security 14: %s is refused: %s', (entered, fault) => {
  expect(readBaseUrl(entered)).toEqual({ ok: false, fault });
});
