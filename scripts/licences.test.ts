import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Licence {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}
// A script without types; what it answers is looked at below.
const { licences } = (await import(join(import.meta.dirname, 'licences.mjs'))) as {
  readonly licences: () => readonly Licence[];
};
const all = licences();

test('everything that package.json depends on is named, with Electron, and what those need', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const names = all.map(({ name }) => name);
  for (const [name, version] of Object.entries(manifest.dependencies))
    expect(names).toContain(version.startsWith('npm:') ? version.slice(4, version.lastIndexOf('@')) : name);
  expect(names).toContain('electron');
  expect(names).toContain('scheduler'); // of react-dom
  expect(names).not.toContain('vitest');
  expect(names).toEqual(names.toSorted());
});

test('each says its licence; those without a text of their own are known', () => {
  expect(all.filter(({ licence, version }) => licence === '' || version === '')).toEqual([]);
  expect(all.filter(({ text }) => text === '').map(({ name }) => name)).toEqual(['client-only', 'lazy-val']);
});
