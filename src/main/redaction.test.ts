import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from './redaction.ts';

const secret = 'p/ß"+ é%canary-41c9 ~x';
const spellings: readonly (readonly [string, string])[] = [
  ['as it is', secret],
  ['URL-encoded', encodeURIComponent(secret)],
  ['form-encoded', new URLSearchParams({ a: secret }).toString().slice(2)],
  ['as JSON', JSON.stringify(secret).slice(1, -1)],
  ['as base64', Buffer.from(secret).toString('base64')],
  ['as URL-safe base64', Buffer.from(secret).toString('base64url')],
];

test.each(spellings)('security 38: a secret %s is taken out of a text', (_, spelling) => {
  const redactor = createRedactor();
  redactor.add(secret);
  const clean = redactor.redactText(`before ${spelling} between ${spelling} after`);
  expect(clean).not.toContain(spelling);
  expect(clean).toMatch(/^before \[redacted\]=* between \[redacted\]=* after$/);
});

test('security 38: a secret inside a longer base64 text is taken out, wherever it begins', () => {
  const redactor = createRedactor();
  redactor.add('canary-41c9-0123456789');
  for (const before of ['', 'i', 'id', 'id:', 'name:']) {
    const encoded = Buffer.from(`${before}canary-41c9-0123456789:after`).toString('base64');
    expect(redactor.redactText(encoded), before).toContain('[redacted]');
  }
});

test('security 38: whatever surrounds it', () => {
  const redactor = createRedactor();
  redactor.add('aabaab'); // overlaps itself
  fc.assert(
    fc.property(fc.stringMatching(/^[ab]{0,20}$/), fc.stringMatching(/^[ab]{0,20}$/), (before, after) => {
      const text = `${before}aabaab${after}`;
      expect(redactor.redactText(text)).not.toContain('aabaab');
    }),
  );
});

test('a day of tokens does not push a secret out that is used with them', () => {
  const redactor = createRedactor();
  for (let hour = 0; hour < 1_000; hour += 1) {
    redactor.add(secret);
    redactor.add(`token-of-hour-${hour}`);
  }
  expect(redactor.redactText(`${secret} token-of-hour-999`)).toBe('[redacted] [redacted]');
});

test('what is no secret stays', () => {
  const redactor = createRedactor();
  redactor.add(secret);
  redactor.add('short');
  expect(redactor.redactText('a short text')).toBe('a short text');
});

test('facts lose what stands under a name that speaks of a secret; plain values keep it', () => {
  const redactor = createRedactor();
  redactor.add('value-of-a-token');
  const facts = {
    access_token: 'x',
    Authorization: 'y',
    client_secret: 1,
    deep: [{ password: 'z', a: 'has value-of-a-token' }],
  };
  expect(redactor.redactFacts(facts)).toEqual({
    access_token: '[redacted]',
    Authorization: '[redacted]',
    client_secret: '[redacted]',
    deep: [{ password: '[redacted]', a: 'has [redacted]' }],
  });
  expect(redactor.redactValues({ fields: { secret: ['required', 'value-of-a-token'] } })).toEqual({
    fields: { secret: ['required', '[redacted]'] },
  });
});

test('security 39: neither log nor connection keeps a secret in memory, and a token is there once', () => {
  const trial = join(import.meta.dirname, 'fakes', 'memory-trial.ts');
  const said = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', trial], {
    encoding: 'utf8',
  });
  expect(JSON.parse(said)).toEqual({ replies: [true, true, true], secret: 0, token: 1 });
});
