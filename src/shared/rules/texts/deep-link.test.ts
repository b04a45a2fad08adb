import { expect, test } from 'vitest';
import { isLikelyId, linkAmong, linkTo, readLink } from './deep-link.ts';

test.each([
  ['auditdesk://audit/HOLD-2025', 'audit', 'HOLD-2025'],
  ['auditdesk://client/noord', 'client', 'noord'],
  ['auditdesk://plan/0f3c', 'plan', '0f3c'],
  ['AuditDesk://Audit/HOLD-2025/', 'audit', 'HOLD-2025'], // as mail programs write it
  ['auditdesk://audit/a%2Fb%3Fc%23d', 'audit', 'a/b?c#d'],
  ['auditdesk://audit/%C3%A9t%C3%A9%202025', 'audit', 'été 2025'],
  ['auditdesk://audit/100%25', 'audit', '100%'],
  [`auditdesk://audit/${'a'.repeat(255)}`, 'audit', 'a'.repeat(255)],
] as const)('%s leads to the %s %s', (text, kind, id) => {
  expect(readLink(text)).toEqual({ kind, id });
});

test.each([
  '',
  'auditdesk:',
  'auditdesk://',
  'auditdesk://audit',
  'auditdesk://audit/',
  'auditdesk:audit/HOLD-2025',
  'auditdesk://user/HOLD-2025', // no such kind
  'auditdesk://audits.create/HOLD-2025',
  'auditdesk://__proto__/x',
  'auditdesk://audit/one/two',
  'auditdesk://audit/..%2F..%2Fetc%2Fpasswd/x',
  'auditdesk://audit/.',
  'auditdesk://audit/..',
  'auditdesk://audit/%2e%2e',
  'auditdesk://audit/%20',
  'auditdesk://audit/%00',
  'auditdesk://audit/a%0D%0AHost:%20evil',
  'auditdesk://audit/a%E2%80%AEb', // turns the direction of what is read
  'auditdesk://audit/%ff%fe', // no UTF-8
  'auditdesk://audit/50%',
  'auditdesk://audit/a\\b',
  'auditdesk://audit/a?run=delete',
  'auditdesk://audit/a#run',
  'auditdesk://someone:secret@audit/a',
  'auditdesk://audit:80/a',
  'auditdesk://evil.example/audit/a',
  `auditdesk://audit/${'a'.repeat(256)}`,
  'https://audit/HOLD-2025',
  'javascript:alert(1)',
  'file:///etc/passwd',
  ' auditdesk://audit/a',
  'auditdesk://audit/a" --inspect=1',
  'auditdesk://audit/a\n--inspect',
])('%j leads nowhere', (text) => {
  expect(readLink(text)).toBeNull();
});

test.each(['HOLD-2025', 'a/b?c#d', '100%', '日本', "o'neill+co"])('a link to %s leads there', (id) => {
  for (const kind of ['audit', 'client', 'plan'] as const)
    expect(readLink(linkTo({ kind, id }))).toEqual({ kind, id });
});

test.each([
  [['/opt/audit-desk', 'auditdesk://audit/A'], 'auditdesk://audit/A'],
  [['/opt/audit-desk', '--flag', 'AUDITDESK://client/B', 'auditdesk://audit/A'], 'AUDITDESK://client/B'],
  [['/opt/audit-desk', 'auditdesk://nonsense'], 'auditdesk://nonsense'], // said to be none, and not passed over
  [['/opt/audit-desk', '/home/x/auditdesk.txt', '--user-data-dir=/auditdesk:'], null],
  [[], null],
])('of the command line %j the link is %s', (commandLine, link) => {
  expect(linkAmong(commandLine)).toBe(link);
});

test.each([
  ['HOLD-2025', true],
  ['hold-2025', true],
  ['FORNO', true],
  ['été-2025', true],
  ['2025', true],
  ['Noorderhaven', false],
  ['noorder', false],
  ['Noorderhaven 2025', false],
  ['N1', false],
  ['', false],
  ['..', false],
  ['A'.repeat(256), false],
])('%j is more likely an id than a word of a name: %s', (text, expected) => {
  expect(isLikelyId(text)).toBe(expected);
});
