import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { policyKeys, readPolicy } from '../src/main/policy/policy.ts';
import { registryKey, registryPolicy, valueName } from '../src/main/policy/policy-files.ts';
import { adml, admx } from './policy-templates.ts';

const document = readFileSync(join(import.meta.dirname, '..', 'docs', 'policy.md'), 'utf8');
const [definitions, words] = [admx(), adml(document)];
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** What is not well-formed in XML without comments and CDATA; empty where all is. */
function faultsIn(xml: string): readonly string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const body = xml.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>\n/, '');
  const element = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g;
  for (const [, closes, name = '', attributes = '', isEmpty] of body.matchAll(element)) {
    const names = all(attributes, /([\w:]+)="/g);
    if (new Set(names).size < names.length) faults.push(`${name} has an attribute twice`);
    if (closes !== '' && open.pop() !== name) faults.push(`${name} is closed and not open`);
    if (closes === '' && isEmpty === '') open.push(name);
    if (open.length === 0 && !body.trimEnd().endsWith(`</${name}>`)) faults.push(`${name} is a second root`);
  }
  const text = body.replaceAll(element, '');
  return [...faults, ...open, ...all(text, /([<>]|&(?!(?:amp|lt|gt|quot);))/g)];
}

test.each([
  ['<a><b/></a>', []],
  ['<a><b></a>', ['a is closed and not open', 'a']],
  ['<a b="1" b="2"></a>', ['a has an attribute twice']],
  ['<a>1 < 2 & 3</a>', ['<', '&']],
])('what is well-formed: %s', (xml, faults) => {
  expect(faultsIn(xml)).toEqual(expect.arrayContaining(faults));
  if (faults.length === 0) expect(faultsIn(xml)).toEqual([]);
});

test('the templates are well-formed, and name each other’s parts', () => {
  expect([faultsIn(definitions), faultsIn(words)]).toEqual([[], []]);
  expect(new Set(all(definitions, /\$\(string\.(\w+)\)/g))).toEqual(
    new Set(all(words, /<string id="(\w+)"/g)),
  );
  expect(all(definitions, /\$\(presentation\.(\w+)\)/g)).toEqual(all(words, /<presentation id="(\w+)"/g));
  expect(all(definitions, /<text id="(\w+)"/g)).toEqual(all(words, /refId="(\w+)"/g));
  expect(all(definitions, / ref="(\w+)"/g)).toEqual(['AuditDesk', 'AnyVersion']);
});

test('what they write is what the app reads', () => {
  const [key = '', value = ''] = [
    ...all(definitions, / key="([^"]+)"/g),
    ...all(definitions, /valueName="([^"]+)"/g),
  ];
  expect([`HKEY_LOCAL_MACHINE\\${key}`, value]).toEqual([registryKey, valueName]);
  const parent = registryKey.slice(0, registryKey.lastIndexOf('\\'));
  const read = registryPolicy((asked) =>
    asked === parent ? `\r\n${registryKey}\r\n` : `\r\n${registryKey}\r\n    ${value}    REG_SZ    {}\r\n`,
  );
  expect(read).toBe('{}');
});

test.each(policyKeys)('they tell of %s', (key) => {
  expect(words).toMatch(new RegExp(`^${key} \\(.+\\): \\S`, 'm'));
  expect(() => adml(document.replace(`- \`${key}\``, '- `other`'))).toThrow(`other, ${key}`);
});

test('the example of the document is a policy that the app obeys', () => {
  const text = /```json\n(.*?)```/s.exec(document)?.[1] ?? '';
  const policy = readPolicy({ path: 'policy.json', read: () => text }, ['en-us', 'nl', 'it']);
  expect(policy).toMatchObject({ state: 'in-force', connections: [{ isFixed: true }] });
});
