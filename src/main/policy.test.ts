import { expect, test } from 'vitest';
import { mayEnter, mayUse, type PolicyFiles, policyPath, readPolicy, viewOf } from './policy.ts';

const path = '/etc/audit-desk/policy.json';

function read(text: string | null, given: Partial<PolicyFiles> = {}) {
  return readPolicy(path, { read: () => text, isProtected: () => true, ...given });
}

const everything = ['language', 'density', 'bulkHeadroom', 'logMebibytes'];

test.each<[NodeJS.Platform, string]>([
  ['win32', 'D:\\Data\\Audit Desk\\policy.json'],
  ['darwin', '/Library/Application Support/Audit Desk/policy.json'],
  ['linux', '/etc/audit-desk/policy.json'],
  ['freebsd', '/etc/audit-desk/policy.json'],
])('on %s it is at %s', (platform, expected) => {
  expect(policyPath(platform, 'D:\\Data')).toBe(expected);
});

test('without a file nothing is decided', () => {
  expect(viewOf(read(null))).toEqual({
    path,
    state: 'none',
    fault: null,
    invalid: [],
    unknown: [],
    locked: [],
    updates: null,
    allowedAddresses: null,
  });
});

test('what it decides is locked, what it does not know is told, the rest is free', () => {
  const policy = read(
    `\uFEFF${JSON.stringify({
      language: 'nl',
      bulkHeadroom: 0.5,
      updates: { feed: 'https://updates.firm.example/desk/' },
      allowedAddresses: ['https://Audits.example.com/'],
      theme: 'dark',
      colour: 1,
    })}`,
  );
  expect(policy.preferences).toEqual({ language: 'nl', bulkHeadroom: 0.5 });
  expect(policy.updates).toEqual({ mode: 'on', feed: 'https://updates.firm.example/desk/' });
  expect(viewOf(policy)).toMatchObject({
    state: 'in-force',
    locked: ['language', 'bulkHeadroom'],
    unknown: ['theme', 'colour'], // how the app looks is nobody else's to decide
    updates: 'on',
    allowedAddresses: ['https://audits.example.com'],
  });
});

test.each<[string, string, Partial<PolicyFiles>, string, readonly string[]]>([
  ['half a file', '{"updates":', {}, 'not-json', []],
  ['an empty file', '', {}, 'not-json', []],
  ['a list', '[]', {}, 'invalid', ['{}']],
  ['nothing', 'null', {}, 'invalid', ['{}']],
  ['a word for updates', '{"updates":"sometimes"}', {}, 'invalid', ['updates']],
  ['a feed without TLS', '{"updates":{"feed":"http://a.example"}}', {}, 'invalid', ['updates.feed']],
  ['a feed with a password', '{"updates":{"feed":"https://a:b@a.example"}}', {}, 'invalid', ['updates.feed']],
  [
    'an address without TLS',
    '{"allowedAddresses":["http://a.example"]}',
    {},
    'invalid',
    ['allowedAddresses.0'],
  ],
  ['one address, no list', '{"allowedAddresses":"https://a.example"}', {}, 'invalid', ['allowedAddresses']],
  ['no share', '{"bulkHeadroom":0}', {}, 'invalid', ['bulkHeadroom']],
  ['a share in percent', '{"bulkHeadroom":80}', {}, 'invalid', ['bulkHeadroom']],
  ['two', '{"density":"tiny","language":"fr"}', {}, 'invalid', ['language', 'density']],
  ['a log of any size', '{"logMebibytes":5}', {}, 'invalid', ['logMebibytes']],
  ['nothing for a value', '{"density":null}', {}, 'invalid', ['density']],
  ['a file that anybody may write', '{}', { isProtected: () => false }, 'not-protected', []],
  [
    'one that cannot be read',
    '{}',
    {
      read: () => {
        throw new Error('EACCES');
      },
    },
    'unreadable',
    [],
  ],
])('%s: it is as strict as can be, and says why', (_, text, files, fault, invalid) => {
  const policy = read(text, files);
  expect(viewOf(policy)).toEqual({
    path,
    state: 'broken',
    fault,
    invalid,
    unknown: [],
    locked: everything,
    updates: 'off',
    allowedAddresses: null,
  });
  expect(policy.preferences).toEqual({});
  expect(mayEnter(policy, 'https://audits.example.com')).toBe(false);
  expect(mayUse(policy, 'https://audits.example.com')).toBe(true);
});

test.each([
  ['https://audits.example.com', true],
  ['https://audits.example.com/firm', true],
  ['https://audits.example.com.evil.example', false],
  ['https://audits.example.community', false],
  ['https://other.example', false],
  ['http://127.0.0.1:4711', false],
])('only %s: %s', (address, expected) => {
  const policy = read('{"allowedAddresses":["https://audits.example.com"]}');
  expect([mayUse(policy, address), mayEnter(policy, address)]).toEqual([expected, expected]);
});

test('an empty list allows no address', () => {
  expect(mayUse(read('{"allowedAddresses":[]}'), 'https://a.example')).toBe(false);
});
