import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// tokens.css is the one place of colours, sizes of type, corners and shadows.

const renderer = join(import.meta.dirname, '..');
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' });
const read = (name: string): string => readFileSync(join(renderer, name), 'utf8');
/** The page on which a person signs in to a proxy is of no bundle. */
const signIn = 'public/sign-in.css';
/** Paper has its own sheet, and the boxes around a page can use no token. */
const sheets = files.filter(
  (name) => name.endsWith('.css') && name !== signIn && !/tokens\.css$|printout\.module\.css$/.test(name),
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

test('the page on which a person signs in to a proxy has the colours of the tokens', () => {
  const coloursIn = (name: string) => [
    ...new Set(
      Array.from(read(name).matchAll(/light-dark\(oklch\([^)]*\), oklch\([^)]*\)\)/g), ([all]) => all),
    ),
  ];
  const own = coloursIn(signIn);
  expect(own.length).toBeGreaterThan(5);
  expect(read(signIn).match(/oklch/g)).toHaveLength(2 * (read(signIn).match(/light-dark/g) ?? []).length);
  expect(coloursIn('ui/tokens.css')).toEqual(expect.arrayContaining(own));
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
