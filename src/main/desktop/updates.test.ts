import { expect, test } from 'vitest';
import { createFakeLog } from '../testing/log.ts';
import { createUpdates, isOwnCopy, type UpdateRule, type Updater, updateRule } from './updates.ts';

const feed = 'https://updates.example/desk/';
const other = 'https://other.example/';
const nobody = { commandLine: null, environment: null, policy: null, person: 'off', feed } as const;

test.each([
  ['nobody', {}, false, 'person', feed],
  ['the person, off', { person: 'off' }, false, 'person', feed],
  ['the person, on', { person: 'on' }, true, 'person', feed],
  [
    'the policy over the person, off',
    { person: 'on', policy: { mode: 'off', feed: null } },
    false,
    'policy',
    feed,
  ],
  ['the policy over the person, on', { policy: { mode: 'on', feed: null } }, true, 'policy', feed],
  ['the policy, with a place of its own', { policy: { mode: 'on', feed: other } }, true, 'policy', other],
  [
    'the policy, with the only place there is',
    { feed: null, policy: { mode: 'on', feed: other } },
    true,
    'policy',
    other,
  ],
  [
    'the environment over the policy',
    { environment: 'on', policy: { mode: 'off', feed: null } },
    true,
    'environment',
    feed,
  ],
  [
    'the command line over all',
    { commandLine: 'off', environment: 'on', person: 'on', policy: { mode: 'on', feed: other } },
    false,
    'command-line',
    other,
  ],
  [
    'a command line cannot switch on what the policy switches off',
    { commandLine: 'on', policy: { mode: 'off', feed: null } },
    false,
    'policy',
    feed,
  ],
  ['nor what the person does', { commandLine: 'on' }, false, 'person', feed],
  ['a command line that says nothing', { commandLine: 'yes', person: 'on' }, true, 'person', feed],
  ['the package, without a place', { feed: null, person: 'on' }, false, 'package', null],
  [
    'the package, whatever the policy wants without a place',
    { feed: null, policy: { mode: 'on', feed: null } },
    false,
    'package',
    null,
  ],
  [
    'the policy, off without a place',
    { feed: null, policy: { mode: 'off', feed: null } },
    false,
    'policy',
    null,
  ],
] as const)('who decides about updates: %s', (_, wishes, looks, decidedBy, place) => {
  expect(updateRule({ ...nobody, ...wishes })).toEqual({ looks, decidedBy, feed: place });
});

test.each([
  ['linux', '/home/anna/audit-desk.AppImage', true],
  ['linux', null, false],
  ['win32', null, false],
  ['darwin', null, false],
  ['win32', 'C:\\Users\\Anna\\audit-desk.AppImage', false],
] as const)(
  'on %s, what was started from %j is replaced by its own person or not at all',
  (platform, appImage, own) => {
    expect(isOwnCopy({ platform, appImage })).toBe(own);
  },
);

const hash = 'the hash of the package';

interface Change {
  readonly rule?: Partial<UpdateRule>;
  readonly isOwnCopy?: boolean;
  readonly updater?: Partial<Updater>;
  /** The version that the publisher has signed. */
  readonly released?: string;
}

function start(change: Change = {}) {
  const done: string[] = [];
  const rule: UpdateRule = { looks: true, decidedBy: 'person', feed, ...change.rule };
  const updates = createUpdates({
    rule: () => rule,
    isOwnCopy: change.isOwnCopy ?? true,
    load: async () => {
      done.push('load');
      return {
        look: async (place) => {
          done.push(`look ${place}`);
          return { version: '2.0.0', sha512: [hash] };
        },
        fetch: async () => {
          done.push('fetch');
          return [hash];
        },
        restart: () => void done.push('restart'),
        ...change.updater,
      };
    },
    release: async () => ({
      format: 'audit-desk-release-1',
      version: change.released ?? '2.0.0',
      files: [{ name: 'a.AppImage', sha512: hash }],
    }),
    version: '1.0.0',
    now: () => new Date('2026-01-05T09:00:00Z'),
    log: createFakeLog(),
  });
  return { updates, done };
}

const found = {
  state: 'found',
  version: '2.0.0',
  lookedAt: '2026-01-05T09:00:00.000Z',
  decidedBy: 'person',
  canInstall: true,
};

test('nothing is loaded, looked for or put in place unasked', async () => {
  const { updates, done } = start();
  expect(updates.read()).toMatchObject({ state: 'not-looked', version: null, lookedAt: null });
  expect(await updates.install()).toMatchObject({ state: 'not-looked' });
  expect(done).toEqual([]);
});

test('what is found is told, and put in place when it is asked for', async () => {
  const { updates, done } = start();
  expect(await updates.check()).toEqual(found);
  expect(done).toEqual(['load', `look ${feed}`]);
  await updates.install();
  expect(done).toEqual(['load', `look ${feed}`, 'fetch', 'restart']);
});

test('several who ask at once get one answer', async () => {
  const { updates, done } = start();
  const asked = Promise.all([updates.check(), updates.check()]);
  expect(updates.read().state).toBe('looking');
  expect(await asked).toEqual([found, found]);
  expect(done).toEqual(['load', `look ${feed}`]);
});

test('the newest one says so', async () => {
  const { updates, done } = start({ released: '1.0.0' });
  expect(await updates.check()).toMatchObject({ state: 'newest', version: null });
  expect(done).toEqual([]);
});

test('security 52: an older release that is shown again is no update', async () => {
  const { updates, done } = start({ released: '0.9.9' });
  expect(await updates.check()).toMatchObject({ state: 'newest', version: null });
  await updates.install();
  expect(done).toEqual([]);
});

test.each([
  ['another version', { version: '3.0.0', sha512: [hash] }],
  ['another package', { version: '2.0.0', sha512: ['of something else'] }],
  ['another package beside', { version: '2.0.0', sha512: [hash, 'of something else'] }],
  ['no package', { version: '2.0.0', sha512: [] }],
])('security 52: %s than what was signed is not trusted, and not downloaded', async (_, offer) => {
  const { updates, done } = start({ updater: { look: async () => offer } });
  expect(await updates.check()).toMatchObject({ state: 'untrusted', version: null });
  expect(await updates.install()).toMatchObject({ state: 'untrusted' });
  expect(done).not.toContain('fetch');
});

test.each([[['of something else']], [[hash, 'of something else']], [[]]])(
  'security 52: a download that became %j is not put in place',
  async (hashes) => {
    const { updates, done } = start({ updater: { fetch: async () => hashes } });
    await updates.check();
    expect(await updates.install()).toMatchObject({ state: 'untrusted', version: null });
    expect(done).not.toContain('restart');
  },
);

test('where updates are off, nothing is looked for, whoever asks', async () => {
  const { updates, done } = start({ rule: { looks: false, decidedBy: 'policy' } });
  expect(await updates.check()).toMatchObject({ state: 'off', decidedBy: 'policy' });
  expect(await updates.install()).toMatchObject({ state: 'off' });
  expect(done).toEqual([]);
});

test('what was installed for the whole machine is never replaced from here: the signed release says that there is a newer one', async () => {
  const { updates, done } = start({ isOwnCopy: false });
  expect(await updates.check()).toEqual({ ...found, canInstall: false });
  expect(await updates.install()).toMatchObject({ state: 'found' });
  expect(done).toEqual([]);
});

test.each(['look', 'fetch'] as const)('a failure to %s is told, and it can be tried again', async (step) => {
  let fails = true;
  const act = async (): Promise<void> => {
    if (fails) throw new Error('No network.');
  };
  const { updates, done } = start({
    updater:
      step === 'look'
        ? { look: async () => act().then(() => ({ version: '2.0.0', sha512: [hash] })) }
        : { fetch: async () => act().then(() => [hash]) },
  });
  await updates.check();
  await updates.install();
  expect(updates.read().state).toBe('failed');
  expect(done).not.toContain('restart');
  fails = false;
  expect(await updates.check()).toEqual(found);
  await updates.install();
  expect(done).toContain('restart');
});
