import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// tokens.css is the one place of colours, sizes of type, corners and shadows.

const renderer = join(import.meta.dirname, '..');
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' });
const read = (name: string): string => readFileSync(join(renderer, name), 'utf8');
/** Paper has its own sheet, and the boxes around a page can use no token. */
const sheets = files.filter(
  (name) => name.endsWith('.css') && !/tokens\.css$|printout\.module\.css$/.test(name),
);

test.each([
  ['a colour', /oklch\((?!from)|\brgba?\(|\bhsla?\(|#[\da-f]{3,8}\b/i],
  ['a size of type', /font(-size)?: [^;]*\d(px|rem|em|pt)\b/],
  ['a height of lines', /line-height: [^;]*\dpx/],
  ['a corner', /border(-[a-z]+)*-radius: [^;]*\d(px|%)/],
  ['a shadow of its own', /box-shadow: (?!inset|none|var\()/],
])('no sheet but the tokens has %s', (_, raw) => {
  const found = sheets.flatMap((name) =>
    read(name)
      .split('\n')
      .flatMap((line, at) => (raw.test(line) ? [`${name}:${String(at + 1)} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test('each token that a sheet uses is there', () => {
  const code = files.filter((name) => /\.(css|tsx)$/.test(name)).map(read);
  const known = new Set([
    '--trigger-width', // the library's
    ...code.flatMap((text) => [...text.matchAll(/['"\s{](--[\w-]+)['"]?\s*:/g)].map(([, name]) => name)),
  ]);
  const used = sheets.flatMap((name) =>
    [...read(name).matchAll(/var\((--[\w-]+)\)/g)].map(([, token]) => `${name} ${token}`),
  );
  expect(used.filter((use) => !known.has(use.split(' ')[1]))).toEqual([]);
});
