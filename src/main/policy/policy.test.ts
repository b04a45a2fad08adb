import { expect, test } from 'vitest';
import { isProduction, mayEnter, mayUse, type PolicySource, readPolicy, viewOf } from './policy.ts';

const path = '/etc/audit-desk/policy.json';

function read(answer: ReturnType<PolicySource['read']>) {
  return readPolicy({ path, read: () => answer }, ['en-us', 'nl']);
}

const firm = {
  name: 'Firm',
  address: 'https://audits.example.com',
  clientId: 'desk',
  kind: 'production',
  access: 'read-only',
};
const withConnections = (...connections: readonly unknown[]) => JSON.stringify({ connections });

const everything = ['language', 'density', 'bulkHeadroom', 'startAtLogin', 'logMebibytes'];

test('without a file nothing is decided', () => {
  expect(viewOf(read(null))).toEqual({
    path,
    state: 'none',
    fault: null,
    names: [],
    locked: [],
    updates: null,
    allowedAddresses: null,
    productionAddresses: [],
    readOnly: false,
    mayKeepSecrets: true,
    mayImport: true,
  });
});

test('the language of the system is a choice too', () => {
  const policy = read('{"language":null}');
  expect(policy.preferences).toEqual({ language: null });
  expect(viewOf(policy)).toMatchObject({ state: 'in-force', locked: ['language'] });
});

test('what it decides is locked, the rest is free', () => {
  const policy = read(
    `\uFEFF${JSON.stringify({
      language: 'nl',
      bulkHeadroom: 0.5,
      updates: { feed: 'https://updates.firm.example/desk/' },
      allowedAddresses: ['https://Audits.example.com/'],
      productionAddresses: ['https://Audits.example.com/live'],
      readOnly: true,
      secrets: 'session',
      settingsImport: 'off',
    })}`,
  );
  expect(policy.preferences).toEqual({ language: 'nl', bulkHeadroom: 0.5 });
  expect(policy.updates).toEqual({ mode: 'on', feed: 'https://updates.firm.example/desk/' });
  expect(viewOf(policy)).toMatchObject({
    state: 'in-force',
    locked: ['language', 'bulkHeadroom'],
    updates: 'on',
    allowedAddresses: ['https://audits.example.com'],
    productionAddresses: ['https://audits.example.com/live'],
    readOnly: true,
    mayKeepSecrets: false,
    mayImport: false,
  });
});

test.each([
  ['https://audits.example.com/live', true],
  ['https://audits.example.com/live/firm', true],
  ['https://audits.example.com:443/live', true],
  ['https://audits.example.com./live', true],
  ['https://audits.example.com', false],
  ['https://audits.example.com/livelier', false],
])('what the organisation calls production: %s, %s', (address, expected) => {
  const policy = read('{"productionAddresses":["https://audits.example.com/live"]}');
  expect(isProduction(policy, address)).toBe(expected);
  expect(isProduction(read('{}'), address)).toBe(false);
});

test.each<[string, ReturnType<PolicySource['read']>, string, readonly string[]]>([
  ['half a file', '{"updates":', 'not-json', []],
  ['an empty file', '', 'not-json', []],
  ['a list', '[]', 'invalid', ['{}']],
  ['nothing', 'null', 'invalid', ['{}']],
  ['a word for updates', '{"updates":"sometimes"}', 'invalid', ['updates']],
  ['a feed without TLS', '{"updates":{"feed":"http://a.example"}}', 'invalid', ['updates.feed']],
  ['a feed with a password', '{"updates":{"feed":"https://a:b@a.example"}}', 'invalid', ['updates.feed']],
  ['an address without TLS', '{"allowedAddresses":["http://a.example"]}', 'invalid', ['allowedAddresses.0']],
  ['one address, no list', '{"allowedAddresses":"https://a.example"}', 'invalid', ['allowedAddresses']],
  ['no share', '{"bulkHeadroom":0}', 'invalid', ['bulkHeadroom']],
  ['a share in percent', '{"bulkHeadroom":80}', 'invalid', ['bulkHeadroom']],
  ['two', '{"density":"tiny","language":"fr"}', 'invalid', ['language', 'density']],
  ['a log of any size', '{"logMebibytes":5}', 'invalid', ['logMebibytes']],
  ['nothing for a value', '{"density":null}', 'invalid', ['density']],
  ['a word for yes', '{"readOnly":"yes"}', 'invalid', ['readOnly']],
  ['a third place for secrets', '{"secrets":"file"}', 'invalid', ['secrets']],
  ['a misspelt key', '{"readonly":true,"language":"nl"}', 'unknown', ['readonly']],
  ['two keys of another app', '{"theme":"dark","__proto__x":1}', 'unknown', ['theme', '__proto__x']],
  ['a key twice', '{"readOnly":true,"language":"nl","read\\u004fnly":false}', 'twice', ['readOnly']],
  ['a connection twice', withConnections(firm, { ...firm, name: 'Other' }), 'twice', ['connections.1']],
  [
    'one twice, spelled otherwise',
    withConnections(firm, { ...firm, name: 'Other', address: 'https://Audits.example.com/' }),
    'twice',
    ['connections.1'],
  ],
  [
    'two connections of one name',
    withConnections({ ...firm, clientId: 'other' }, { ...firm, name: ' firm' }),
    'twice',
    ['connections.1'],
  ],
  ...['secret', 'clientSecret', 'client_secret', 'Password', 'access-token'].map(
    (key): [string, string, string, readonly string[]] => [
      `a connection with ${key}`,
      withConnections(firm, { ...firm, kind: 'none', [key]: 'hunter2' }),
      'secret',
      [`connections.1.${key}`],
    ],
  ),
  ['a secret beside', '{"clientSecret":"hunter2"}', 'secret', ['clientSecret']],
  ['a secret for a place', '{"secrets":"hunter2"}', 'invalid', ['secrets']],
  ['our key misspelt', '{"Secrets":"session"}', 'unknown', ['Secrets']],
  [
    'a password in an address',
    withConnections({ ...firm, address: 'https://desk:hunter2@audits.example.com' }),
    'invalid',
    ['connections.0.address'],
  ],
  [
    'a connection without its kind',
    withConnections({ ...firm, kind: undefined }),
    'invalid',
    ['connections.0.kind'],
  ],
  [
    'a connection that has a colour',
    withConnections({ ...firm, colour: 'red' }),
    'unknown',
    ['connections.0.colour'],
  ],
  ['a word for fixed', withConnections({ ...firm, fixed: 'yes' }), 'invalid', ['connections.0.fixed']],
  ['connections by name', '{"connections":{"Firm":"hunter2"}}', 'invalid', ['connections']],
  [
    'a connection that it forbids itself',
    JSON.stringify({ allowedAddresses: ['https://other.example'], connections: [firm] }),
    'invalid',
    ['connections.0'],
  ],
  ['a file that anybody may write', { fault: 'not-protected' }, 'not-protected', []],
  ['one that cannot be read', { fault: 'unreadable' }, 'unreadable', []],
])('security 50: %s: it is as strict as can be, and says why', (_, text, fault, names) => {
  const policy = read(text);
  expect(viewOf(policy)).toEqual({
    path,
    state: 'broken',
    fault,
    names,
    locked: everything,
    updates: 'off',
    allowedAddresses: null,
    productionAddresses: [],
    readOnly: true,
    mayKeepSecrets: false,
    mayImport: false,
  });
  expect(policy).toMatchObject({ preferences: {}, connections: [] });
  expect(JSON.stringify(policy)).not.toContain('hunter2');
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

test('connections of a policy are for everyone, under the address as it is written everywhere', () => {
  const policy = read(
    withConnections({ ...firm, fixed: true }, { ...firm, name: 'Trial', address: 'https://trial.example/' }),
  );
  const { address: baseUrl, ...rest } = firm;
  expect(policy.connections).toEqual([
    { ...rest, baseUrl, isFixed: true },
    { ...rest, name: 'Trial', baseUrl: 'https://trial.example', isFixed: false },
  ]);
  expect(viewOf(policy)).not.toHaveProperty('connections');
});
