import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

// Reads the built files, which no page has to show.
const out = join(import.meta.dirname, '../../out');
const scriptsIn = (folder: string) =>
  readdirSync(join(out, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(out, folder, name));

/** Each schema of zod has its inner part under this name, which no minifier shortens. */
const hasZod = (path: string): boolean => readFileSync(path, 'utf8').includes('._zod');

test('zod is in no chunk of the interface, so not in the first load either (decision 0002)', () => {
  const scripts = scriptsIn('renderer');
  expect(scripts.length).toBeGreaterThan(50);
  expect(scripts.filter(hasZod)).toEqual([]);
  expect(scriptsIn('main').some(hasZod), 'main has it, and is found to have it').toBe(true);
});
