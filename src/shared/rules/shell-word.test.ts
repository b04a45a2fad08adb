import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellWord } from './shell-word.ts';

it.each(['plain', '', "it's", '$HOME `id` $(id)', 'a\nb', '"\\!*?[x]~', '-n', '; rm -rf x'])(
  'a shell reads %j as it is',
  (text) => {
    const said = execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`]).toString();
    expect(said).toBe(text);
  },
);
