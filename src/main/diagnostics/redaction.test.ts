import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastTime } from '../testing/least-time.ts';
import { createRedactor, createRedactors } from './redaction.ts';

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

test('a text of 4 MiB is searched in one pass, whatever is in it', async () => {
  const redactor = createRedactor();
  const token = `${'a'.repeat(8_191)}b`; // each of its windows is like the next
  redactor.add(token);
  for (let hour = 0; hour < 100; hour += 1) redactor.add(`token-of-hour-${hour}-0123456789`);
  const ordinary = '{"id":"audit"},'.repeat(280_000);
  const hostile = 'a'.repeat(4 * 1_024 * 1_024); // made so that each place must be looked at
  expect(redactor.isRepeatedIn(ordinary)).toBe(false);
  expect(redactor.isRepeatedIn(hostile)).toBe(true);
  const time = (text: string) => leastTime(() => redactor.isRepeatedIn(text));
  // Some thousand times as long where each of the token's letters is compared at each place.
  expect((await time(hostile)) / (await time(ordinary))).toBeLessThan(100);
  expect(redactor.redactText('a'.repeat(4 * 1_024 * 1_024))).toBe('[redacted]');
});

test('a word is redacted, and yet an answer may have it', () => {
  const redactor = createRedactor();
  redactor.add('password');
  expect(redactor.redactText('bad password')).toBe('bad [redacted]');
  expect(redactor.isRepeatedIn('{"allow_password_login":true}')).toBe(false);
});

test('connections know their own credentials, the log those of all', () => {
  const redactors = createRedactors();
  redactors.of('a').add('credential-of-a');
  redactors.of('b').add('credential-of-b');
  redactors.apart().add('credential-of-nobody');
  const text = 'credential-of-a credential-of-b credential-of-nobody';
  expect(redactors.of('a').redactText(text)).toBe('[redacted] credential-of-b credential-of-nobody');
  expect(redactors.of('b').isRepeatedIn('credential-of-a')).toBe(false);
  expect(redactors.all.redactText(text)).toBe('[redacted] [redacted] [redacted]');
});

test('what is no secret stays', () => {
  const redactor = createRedactor();
  redactor.add(secret);
  redactor.add('short');
  expect(redactor.redactText('a short text')).toBe('a short text');
});

test('facts lose what stands under a name that speaks of a secret', () => {
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
});

test('security 39: neither log nor connection keeps a secret in memory, and a token is there once', () => {
  const trial = join(import.meta.dirname, '../testing/memory-trial.ts');
  const said = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', trial], {
    encoding: 'utf8',
  });
  expect(JSON.parse(said)).toEqual({ replies: [true, true, true], secret: 0, token: 1 });
});
