import { expect, test } from 'vitest';
import { registryKey, registryPolicy } from './policy-files.ts';

const parent = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies';
const above = `\r\n${parent}\\Google\r\n${parent}\\audit desk\r\n${parent}\\Microsoft\r\n`;
const printed = (...values: readonly string[]) =>
  `\r\n${registryKey}\r\n${values.map((value) => `    ${value}\r\n`).join('')}\r\n`;

/** What reg.exe prints of each key; it fails for one that is not there, or may not be read. */
function registry(keys: Readonly<Record<string, string>>) {
  return registryPolicy((key) => {
    const output = keys[key];
    if (output === undefined)
      throw new Error('ERROR: The system was unable to find the specified registry key or value.');
    return output;
  });
}

test('what an administrator has written is the policy, word for word', () => {
  const text = '{"readOnly": true,    "allowedAddresses": ["https://audits.example.com"]}';
  expect(registry({ [parent]: above, [registryKey]: printed(`Policy    REG_SZ    ${text}`) })).toBe(text);
});

test('without the key there is none', () => {
  const others = `\r\n${parent}\\Audit Desk Pro\r\n${parent}\\Microsoft\r\n`;
  expect(registry({ [parent]: others })).toBeNull();
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['a registry that cannot be read', {}],
  ['a key that may not be read', { [parent]: above }],
  ['a key without a value', { [parent]: above, [registryKey]: printed() }],
  ['a value of another name', { [parent]: above, [registryKey]: printed('Polcy    REG_SZ    {}') }],
  ['a value of another type', { [parent]: above, [registryKey]: printed('policy    REG_EXPAND_SZ    {}') }],
  [
    'a second value',
    { [parent]: above, [registryKey]: printed('policy    REG_SZ    {}', 'readOnly    REG_DWORD    0x1') },
  ],
  ['a key below it', { [parent]: above, [registryKey]: printed('    REG_SZ    ') }],
])('security 50: %s is not taken for none', (_, keys) => {
  expect(registry(keys)).toEqual({ fault: 'unreadable' });
});
