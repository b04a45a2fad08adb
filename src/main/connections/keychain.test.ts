import { expect, test } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import { createFakeClock } from '../testing/clock.ts';
import { tryKeychain } from '../testing/keychain-session.ts';
import { createFakeKeytar } from '../testing/keytar.ts';
import { createKeychain } from './keychain.ts';

function open() {
  const keytar = createFakeKeytar();
  const clock = createFakeClock();
  let loads = 0;
  let late = 0;
  const keychain = createKeychain({
    load: async () => {
      loads += 1;
      return keytar;
    },
    service: 'Audit Desk',
    clock,
    onLate: () => {
      late += 1;
    },
  });
  return { keytar, clock, keychain, loads: () => loads, late: () => late };
}

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux(
  'security 36: a real keychain gives back what it was given, and nothing once it is removed',
  async () => {
    const secret = 'sécret 😀\nsecond line "quoted" ';
    expect(
      await tryKeychain('unlocked', [
        ['state'],
        ['set', 'a', secret],
        ['get', 'a'],
        ['get', 'b'],
        ['remove', 'a'],
        ['get', 'a'],
        ['remove', 'a'],
      ]),
    ).toEqual([
      'unlocked',
      succeed(null),
      succeed(secret),
      succeed(null),
      succeed(null),
      succeed(null),
      succeed(null),
    ]);
  },
);

onLinux('security 36: 2,560 bytes go into a real keychain', async () => {
  const secret = 'é'.repeat(1_280);
  expect(
    await tryKeychain('unlocked', [
      ['set', 'a', secret],
      ['get', 'a'],
    ]),
  ).toEqual([succeed(null), succeed(secret)]);
});

onLinux('security 37: a locked keychain is not an empty one', async () => {
  expect(
    await tryKeychain('unlocked', [
      ['set', 'a', 's'],
      ['lock'],
      ['state'],
      ['get', 'a'],
      ['set', 'b', 's'],
      ['remove', 'a'],
      ['entries'],
    ]),
  ).toEqual([
    succeed(null),
    null,
    'locked',
    fail('keychain-locked'),
    fail('keychain-locked'),
    fail('keychain-locked'),
    fail('keychain-locked'),
  ]);
});

onLinux.each(['no-provider', 'no-bus'] as const)('security 37: %s is a state of its own', async (kind) => {
  const unavailable = fail('keychain-unavailable');
  expect(await tryKeychain(kind, [['state'], ['set', 'a', 's'], ['get', 'a'], ['remove', 'a']])).toEqual([
    kind,
    unavailable,
    unavailable,
    unavailable,
  ]);
});

onLinux('security 37: a keychain that does not answer, and that answers again', async () => {
  const late = fail('keychain-timeout');
  expect(
    await tryKeychain('unlocked', [
      ['set', 'a', 's'],
      ['stop'],
      ['state'],
      ['get', 'a'],
      ['set', 'b', 's'],
      ['continue'],
      ['state'],
      ['get', 'a'],
    ]),
  ).toEqual([succeed(null), null, 'not-answering', late, late, null, 'unlocked', succeed('s')]);
});

test.each([
  ['x'.repeat(2_559), true],
  ['x'.repeat(2_560), true],
  ['x'.repeat(2_561), false],
  ['é'.repeat(1_280), true],
  [`${'é'.repeat(1_280)}x`, false],
])('security 36: a secret is measured in UTF-8 bytes before the call (%#)', async (secret, fits) => {
  const { keychain, keytar } = open();
  expect(await keychain.set('a', secret)).toEqual(fits ? succeed(null) : fail('secret-too-long'));
  expect(keytar.calls.length > 0).toBe(fits);
});

test('the library is loaded once, and not before the first call', async () => {
  const { keychain, loads } = open();
  expect(loads()).toBe(0);
  await Promise.all([keychain.state(), keychain.state(), keychain.get('a')]);
  expect(loads()).toBe(1);
});

test('a library that cannot be loaded is a keychain that is not there; it is tried again', async () => {
  let loads = 0;
  const keychain = createKeychain({
    load: () => {
      loads += 1;
      return Promise.reject(
        new Error('libsecret-1.so.0: cannot open shared object file: No such file or directory'),
      );
    },
    service: 'Audit Desk',
    clock: createFakeClock(),
  });
  expect(await keychain.state()).toBe('no-provider');
  expect(await keychain.get('a')).toEqual(fail('keychain-unavailable'));
  expect(loads).toBe(2);
});

test('what does not come back as it was written is not kept', async () => {
  const { keychain, keytar } = open();
  const { setPassword } = keytar;
  Object.assign(keytar, {
    setPassword: (service: string, account: string, secret: string) =>
      setPassword(service, account, secret.split('\0')[0] ?? ''),
  });
  expect(await keychain.set('a', 'before\0after')).toEqual(fail('keychain-unavailable'));
  expect([...keytar.entries]).toEqual([]);
});

test('a state is looked up without leaving anything behind', async () => {
  const { keychain, keytar } = open();
  expect(await keychain.state()).toBe('unlocked');
  expect([...keytar.entries]).toEqual([]);
});

test('security 37: ten seconds for a call; what comes after one that hangs is not begun', async () => {
  const { keychain, keytar, clock } = open();
  keytar.put('hanging');
  const replies = Promise.all([keychain.get('a'), keychain.set('b', 's'), keychain.state()]);
  await clock.advance(9_999);
  expect(keytar.calls).toEqual(['get']);
  await clock.advance(1);
  expect(await replies).toEqual([fail('keychain-timeout'), fail('keychain-timeout'), 'not-answering']);
  expect(keytar.calls).toEqual(['get']);
  keytar.put('unlocked');
  await clock.advance(0);
  expect(await keychain.state()).toBe('unlocked');
});

test.each([
  { a: 'its prompt is answered late', put: 'unlocked', told: 1 },
  { a: 'its prompt is closed late', put: 'locked', told: 0 },
  { a: 'it ends late', put: 'broken', told: 0 },
] as const)(
  'a call that was given up is told of only where it gives something: $a',
  async ({ put, told }) => {
    const { keychain, keytar, clock, late } = open();
    await keychain.set('a', 's');
    keytar.put('hanging');
    const reply = keychain.get('a');
    await clock.advance(9_999);
    expect(late()).toBe(0);
    await clock.advance(1);
    expect(await reply).toEqual(fail('keychain-timeout'));
    keytar.put(put);
    await clock.advance(0);
    expect(late()).toBe(told);
    keytar.put('unlocked');
    expect(await keychain.get('a')).toEqual(succeed('s'));
    expect(late()).toBe(told);
  },
);

test('locked and missing are told apart in any language', async () => {
  const { keychain, keytar } = open();
  keytar.put('locked');
  Object.assign(keytar, { setPassword: () => Promise.reject(new Error('Kan geen item aanmaken')) });
  expect(await keychain.state()).toBe('locked');
  keytar.put('broken');
  expect(await keychain.state()).toBe('no-provider');
});
