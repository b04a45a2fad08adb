import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages } from '../words/languages.ts';
import { defaultPreferences, Preferences } from './model/preferences.ts';
import { manageable, settingNames, settingRow } from './settings.ts';

const document = readFileSync(new URL('../../docs/policy.md', import.meta.url), 'utf8');
const rows = new Map(
  [...document.matchAll(/^- `(\w+)` \((.*?)\): /gm)].map(([, name = '', values = '']) => [name, values]),
);

it.each(settingNames)('%s has a default of its own values', (name) => {
  const { default: standard } = settingRow(name);
  expect(defaultPreferences[name]).toBe(standard);
  expect(Preferences.parse({ [name]: standard })[name]).toBe(standard);
});

it.each(manageable)('docs/policy.md has every value of %s', (name) => {
  const { values } = settingRow(name);
  const known = values === 'language' ? [null, ...languages.map(({ id }) => id)] : values;
  for (const value of typeof known === 'string' ? [true, false] : known)
    expect(rows.get(name)).toContain(value === 'to' ? value : JSON.stringify(value));
});

it.each([
  ['theme', 'pink', 'system'],
  ['zoom', 3.5, 1],
  ['zoom', 2.1, 2.1],
  ['bulkHeadroom', 0, 0.8],
  ['logMebibytes', 16, 16],
  ['logMebibytes', '16', 4],
  ['language', 'nl', 'nl'],
  ['language', 7, null],
  ['notifyWhenDone', 1, true],
] as const)('%s of %j is read as %j', (name, stored, read) => {
  expect(Preferences.parse({ [name]: stored })[name]).toBe(read);
});
