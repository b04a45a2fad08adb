import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { shellWord } from './curl.ts';

const hard = ['plain', '', "it's", '$HOME `id` $(id)', 'a\nb', '"\\!*?[x]~', '-n', '; rm -rf x', 'a%20b\\'];
const tricky = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from('\'"\\`$%^&|<>()!; \t~*?#=@')),
    fc.constantFrom("'; id; '", '\u2018', '\u2019', 'a'),
  ),
  maxLength: 24,
});

it.each(hard)('a shell reads %j as it is', (text) => {
  const said = execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`]).toString();
  expect(said).toBe(text);
});

test('a shell reads whatever there is as it is', () => {
  const texts = fc.sample(tricky, 300);
  const said = execFileSync('sh', ['-c', `printf '%s\\0' ${texts.map(shellWord).join(' ')}`]).toString();
  expect(said.split('\0').slice(0, -1)).toEqual(texts);
});
