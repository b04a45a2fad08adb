import { expect, test, vi } from 'vitest';
import type { Pair } from '../../shared/sign-in.ts';
import { createKeychain } from '../connections/keychain.ts';
import type { Policy } from '../policy/policy.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createFakeKeytar, type FakeKeytar } from '../testing/keytar.ts';
import { createFakeLog } from '../testing/log.ts';
import { createProxyLogin, isActOfPerson } from './proxy-login.ts';
import type { ProxyQuestion } from './question-words.ts';

const office = { host: 'proxy.example', port: 3128, realm: 'Office' };
const account = 'proxy proxy.example:3128 Office';
const wrong: Pair = { user: 'me', password: 'wrong-password' };
const right: Pair = { user: 'me', password: 'right-password' };

interface Given {
  readonly answers?: readonly (Pair | null)[];
  readonly keytar?: FakeKeytar;
  readonly keeps?: Policy['secrets'];
}

/** A person who gives these answers, one after the other; a further question fails the test. */
function openTrial({ answers = [], keytar = createFakeKeytar(), keeps = 'keychain' }: Given = {}) {
  const questions: ProxyQuestion[] = [];
  const secrets: string[] = [];
  const rest = [...answers];
  const keychain = createKeychain({ load: async () => keytar, service: 'test', clock: createFakeClock() });
  const login = createProxyLogin({
    keychain,
    keeps,
    ask: async (question) => {
      questions.push(question);
      const answer = rest.shift();
      if (answer === undefined) throw new Error('asked too often');
      return answer;
    },
    onSecret: (secret) => secrets.push(secret),
    log: createFakeLog(),
  });
  return { login, keychain, keytar, questions, secrets };
}

const asked = (change: Partial<ProxyQuestion> = {}): ProxyQuestion => ({
  proxy: 'proxy.example:3128',
  realm: 'Office',
  isRefused: false,
  isKept: true,
  ...change,
});

test('many requests are one question; the keychain keeps the answer for the next start, and the log hears of it', async () => {
  const { login, keychain, keytar, questions, secrets } = openTrial({ answers: [right] });
  const many = await Promise.all(Array.from({ length: 20 }, () => login.answer(office, null)));
  expect(new Set(many)).toEqual(new Set([right]));
  expect(questions).toEqual([asked()]);
  expect([...keytar.entries.keys()]).toEqual([account]);
  expect(await keychain.entries()).toEqual({ ok: true, value: [] }); // it is no secret that lacks a connection
  expect(secrets).toEqual([right.password]);

  const next = openTrial({ keytar });
  expect(await next.login.answer(office, null)).toEqual(right);
  expect(next.questions).toEqual([]);
  expect(next.secrets).toEqual([right.password]);
});

test('what is refused is forgotten and asked anew once, then not again until a person acts', async () => {
  const { login, keytar, questions } = openTrial({ answers: [wrong, wrong, right] });
  expect(await login.answer(office, null)).toEqual(wrong);
  expect(await login.answer(office, wrong)).toEqual(wrong);
  expect(await login.answer(office, wrong)).toBeNull();
  expect(await login.answer(office, null)).toBeNull();
  expect(questions).toEqual([asked(), asked({ isRefused: true })]);
  expect(keytar.entries.size).toBe(0);
  login.acted();
  expect(await login.answer(office, null)).toEqual(right);
  expect(questions).toHaveLength(3);
});

test('what the keychain had and the proxy refuses is forgotten, also where nobody gives another', async () => {
  const keytar = createFakeKeytar();
  await openTrial({ answers: [wrong], keytar }).login.answer(office, null);
  const { login, questions } = openTrial({ answers: [null], keytar });
  expect(await login.answer(office, null)).toEqual(wrong);
  expect(await login.answer(office, wrong)).toBeNull();
  expect(questions).toEqual([asked({ isRefused: true })]);
  expect(keytar.entries.size).toBe(0);
});

test('a request that was refused gets what another was given meanwhile, without a question', async () => {
  const { login, questions } = openTrial({ answers: [wrong, right] });
  await login.answer(office, null);
  const both = await Promise.all([login.answer(office, wrong), login.answer(office, wrong)]);
  expect(both).toEqual([right, right]);
  expect(await login.answer(office, wrong)).toEqual(right);
  expect(questions).toHaveLength(2);
});

test('after a no nothing asks again until a person acts', async () => {
  const { login, questions } = openTrial({ answers: [null, right] });
  for (let request = 0; request < 3; request += 1) expect(await login.answer(office, null)).toBeNull();
  expect(questions).toHaveLength(1);
  login.acted();
  expect(await login.answer(office, null)).toEqual(right);
});

test.each(['locked', 'broken'] as const)(
  'a keychain that is %s: kept until the app ends, and said so',
  async (state) => {
    const { login, keytar, questions } = openTrial({ answers: [right] });
    keytar.put(state);
    expect(await login.answer(office, null)).toEqual(right);
    expect(await login.answer(office, null)).toEqual(right);
    expect(questions).toEqual([asked({ isKept: false })]);
    expect(keytar.entries.size).toBe(0);
  },
);

test.each(['session', 'no-new'] as const)('a policy of %s adds nothing to the keychain', async (keeps) => {
  const { login, keytar, questions } = openTrial({ answers: [right], keeps });
  expect(await login.answer(office, null)).toEqual(right);
  expect(questions).toEqual([asked({ isKept: false })]);
  expect(keytar.entries.size).toBe(0);
});

test('proxies and realms are asked about apart, one at a time', async () => {
  const open: ((pair: Pair | null) => void)[] = [];
  const login = createProxyLogin({
    keychain: createKeychain({
      load: async () => createFakeKeytar(),
      service: 'test',
      clock: createFakeClock(),
    }),
    keeps: 'keychain',
    ask: () => {
      const { promise, resolve } = Promise.withResolvers<Pair | null>();
      open.push(resolve);
      return promise;
    },
    onSecret: vi.fn(),
    log: createFakeLog(),
  });
  const all = [office, { ...office, port: 8080 }, { ...office, realm: 'Guests' }].map((by) =>
    login.answer(by, null),
  );
  for (const [at, pair] of [right, null, wrong].entries()) {
    await expect.poll(() => open.length).toBe(at + 1);
    open[at]?.(pair);
  }
  expect(await Promise.all(all)).toEqual([right, null, wrong]);
});

test('a realm is shown on one line, without what turns letters, and no longer than a name', async () => {
  const { login, questions } = openTrial({ answers: [null] });
  await login.answer({ ...office, realm: `\u202eOffice\n”${'x'.repeat(5_000)}` }, null);
  expect(questions[0]?.realm).toBe(` Office  ${'x'.repeat(91)}`);
});

test('a question that cannot be asked is a no', async () => {
  const { login, questions } = openTrial();
  expect(await login.answer(office, null)).toBeNull();
  expect(await login.answer(office, null)).toBeNull();
  expect(questions).toHaveLength(1);
});

test.each([
  ['connections.test', {}, true],
  ['connections.act', { act: 'reconnect' }, true],
  ['plans.act', { act: 'resume' }, true],
  ['connections.act', { act: 'doubt' }, false],
  ['plans.act', { act: 'pause' }, false],
  ['audits.list', null, false],
])('%s %j is an act of a person: %s', (operation, input, isOne) => {
  expect(isActOfPerson(operation, input)).toBe(isOne);
});
