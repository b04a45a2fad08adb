import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeychain } from '../connections/keychain.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createFakeKeytar } from '../testing/keytar.ts';
import { createSealing, keyInKeychain } from './sealing.ts';

const key = Buffer.alloc(32, 'k');

test('security 53: what is sealed opens as it was, and never twice looks the same', () => {
  const sealing = createSealing(key);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, about) => {
      const sealed = sealing.seal(text, about);
      expect(sealing.open(sealed, about)).toBe(text.toWellFormed());
      expect(sealing.seal(text, about)).not.toEqual(sealed);
    }),
  );
});

test('security 53: a bit that is changed, another subject and another key open nothing', () => {
  const sealing = createSealing(key);
  const sealed = sealing.seal('Noorderhaven', 'a');
  for (const at of sealed.keys()) {
    const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte));
    expect(sealing.open(changed, 'a')).toBeNull();
  }
  for (const length of [0, 12, 27, sealed.length - 1])
    expect(sealing.open(sealed.subarray(0, length), 'a')).toBeNull();
  expect(sealing.open(sealed, 'b')).toBeNull();
  expect(createSealing(Buffer.alloc(32, 'l')).open(sealed, 'a')).toBeNull();
});

function start() {
  const keytar = createFakeKeytar();
  const heard: string[] = [];
  const clock = createFakeClock();
  const keychain = createKeychain({ load: async () => keytar, service: 'Audit Desk', clock });
  return { keytar, heard, ask: () => keyInKeychain(keychain, 'copy', (text) => heard.push(text)) };
}

test('security 53: the key is made once and then found; the log hears of it first', async () => {
  const { keytar, heard, ask } = start();
  const made = await ask();
  expect(made?.length).toBe(32);
  expect(await ask()).toEqual(made);
  expect([...keytar.entries.keys()]).toEqual(['copy']);
  expect(new Set(heard)).toEqual(new Set(keytar.entries.values()));
});

test('what is no key is replaced', async () => {
  const { keytar, ask } = start();
  keytar.entries.set('copy', 'half a k');
  expect((await ask())?.length).toBe(32);
});

test.each(['locked', 'broken'] as const)('security 53: a keychain that is %s gives no key', async (state) => {
  const { keytar, ask } = start();
  const made = await ask();
  keytar.put(state);
  expect(await ask()).toBeNull();
  keytar.put('unlocked');
  expect(await ask()).toEqual(made); // it was not replaced
});
