import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { cmdWord, powershellWord, shellWord } from './shell-word.ts';

const hard = ['plain', '', "it's", '$HOME `id` $(id)', 'a\nb', '"\\!*?[x]~', '-n', '; rm -rf x', 'a%20b\\'];
const tricky = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from('\'"\\`$%^&|<>()!; \t~*?#=@')),
    fc.constantFrom('%PATH%', '$env:PATH', "'; id; '", '\u2018', '\u2019', 'a'),
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

/** PowerShell's rule of single quotes: one ends the word, two are one; the curly ones count as well. */
function readPowershell(word: string): string | null {
  const quote = /['\u2018\u2019\u201A\u201B]/;
  if (!quote.test(word.charAt(0))) return null;
  let text = '';
  for (let at = 1; at < word.length; at += 1) {
    if (!quote.test(word.charAt(at))) text += word.charAt(at);
    else if (at === word.length - 1) return text;
    else if (quote.test(word.charAt(at + 1))) text += word.charAt((at += 1));
    else return null; // the word ends before its end
  }
  return null;
}

test('PowerShell reads whatever there is as it is', () => {
  for (const text of hard) expect(readPowershell(powershellWord(text))).toBe(text);
  fc.assert(
    fc.property(tricky, (text) => {
      expect(readPowershell(powershellWord(text))).toBe(text);
    }),
  );
});

/** What the prompt gives a program: variables are put in first; then a caret takes its next sign as it is. Null where it would act. */
function throughPrompt(line: string): string | null {
  if (/%[^%\r\n^]+%/.test(line)) return null; // a variable that there may be
  let passed = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (isQuoted || !/[\^&|<>()"\r\n]/.test(sign)) passed += sign;
    else if (sign === '^') passed += line.charAt((at += 1));
    else if (sign === '"') passed += sign;
    else return null;
    if (sign === '"') isQuoted = !isQuoted;
  }
  return isQuoted ? null : passed;
}

/** How a program of Windows reads one word of its command line. */
function asProgram(line: string): string | null {
  let text = '';
  let isQuoted = false;
  for (const [part] of line.matchAll(/\\*"|\\+|[^\\"]+/g)) {
    const slashes = /^\\*/.exec(part)?.[0].length ?? 0;
    if (!part.endsWith('"')) {
      if (!isQuoted && /[ \t]/.test(part)) return null; // the word ends before its end
      text += part;
    } else {
      text += '\\'.repeat(Math.floor(slashes / 2));
      if (slashes % 2 === 1) text += '"';
      else isQuoted = !isQuoted;
    }
  }
  return isQuoted ? null : text;
}

const ofPrompt = (word: string | null): string | null => {
  const passed = word === null ? null : throughPrompt(word);
  return passed === null ? null : asProgram(passed);
};

test('Windows’ prompt reads whatever is in one line as it is, and is given nothing else', () => {
  for (const text of hard) expect(ofPrompt(cmdWord(text))).toBe(text.includes('\n') ? null : text);
  fc.assert(
    fc.property(tricky, (text) => {
      expect(ofPrompt(cmdWord(text))).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});
