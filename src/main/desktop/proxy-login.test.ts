import { expect, test, vi } from 'vitest';
import type { Pair } from '../../shared/sign-in.ts';
import { createKeychain } from '../connections/keychain.ts';
import type { Policy } from '../policy/policy.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createFakeKeytar, type FakeKeytar } from '../testing/keytar.ts';
import { createFakeLog } from '../testing/log.ts';
import { type AskingProxy, createProxyLogin, isActOfPerson } from './proxy-login.ts';
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
  /** What a request says, which the proxy takes where it is right. */
  const answer = async (by: AskingProxy, refused: Pair | null): Promise<Pair | null> => {
    const given = await login.answer(by, refused);
    given?.over(given.pair.password === right.password);
    return given?.pair ?? null;
  };
  return { login, answer, keychain, keytar, questions, secrets };
}

const asked = (change: Partial<ProxyQuestion> = {}): ProxyQuestion => ({
  proxy: 'proxy.example:3128',
  realm: 'Office',
  isRefused: false,
  isKept: true,
  ...change,
});

test('many requests are one question; the keychain keeps the answer for the next start, and the log hears of it', async () => {
  const { answer, keychain, keytar, questions, secrets } = openTrial({ answers: [right] });
  const many = await Promise.all(Array.from({ length: 20 }, () => answer(office, null)));
  expect(new Set(many)).toEqual(new Set([right]));
  expect(questions).toEqual([asked()]);
  expect([...keytar.entries.keys()]).toEqual([account]);
  expect(await keychain.entries()).toEqual({ ok: true, value: [] }); // it is no secret that lacks a connection
  expect(secrets).toEqual([right.password]);

  const next = openTrial({ keytar });
  expect(await next.answer(office, null)).toEqual(right);
  expect(next.questions).toEqual([]);
  expect(next.secrets).toEqual([right.password]);
});

test('what is refused is forgotten and asked anew once, then not again until a person acts', async () => {
  const { login, answer, keytar, questions } = openTrial({ answers: [wrong, wrong, right] });
  expect(await answer(office, null)).toEqual(wrong);
  expect(await answer(office, wrong)).toEqual(wrong);
  expect(await answer(office, wrong)).toBeNull();
  expect(await answer(office, null)).toBeNull();
  expect(questions).toEqual([asked(), asked({ isRefused: true })]);
  expect(keytar.entries.size).toBe(0);
  login.acted();
  expect(await answer(office, null)).toEqual(right);
  expect(questions).toHaveLength(3);
});

test('what the keychain had and the proxy refuses is forgotten, also where nobody gives another', async () => {
  const keytar = createFakeKeytar();
  await openTrial({ answers: [wrong], keytar }).answer(office, null);
  const { answer, questions } = openTrial({ answers: [null], keytar });
  expect(await answer(office, null)).toEqual(wrong);
  expect(await answer(office, wrong)).toBeNull();
  expect(questions).toEqual([asked({ isRefused: true })]);
  expect(keytar.entries.size).toBe(0);
});

test('a request that was refused gets what another was given meanwhile, without a question', async () => {
  const { answer, questions } = openTrial({ answers: [wrong, right] });
  await answer(office, null);
  const both = await Promise.all([answer(office, wrong), answer(office, wrong)]);
  expect(both).toEqual([right, right]);
  expect(await answer(office, wrong)).toEqual(right);
  expect(questions).toHaveLength(2);
});

test('what the proxy has not taken yet is tried by one request at a time: many wrong ones may lock an account', async () => {
  const { login, questions } = openTrial({ answers: [wrong, right] });
  const tried: string[] = [];
  const request = async (): Promise<void> => {
    for (let given = await login.answer(office, null); given !== null; ) {
      const { pair, over } = given;
      tried.push(pair.password);
      over(pair.password === right.password);
      given = pair.password === right.password ? null : await login.answer(office, pair);
    }
  };
  await Promise.all(Array.from({ length: 20 }, request));
  expect(tried).toEqual([wrong.password, ...Array.from({ length: 20 }, () => right.password)]);
  expect(questions).toHaveLength(2);
});

test('a request that ends without an answer leaves the trial to the next one', async () => {
  const { login } = openTrial({ answers: [right] });
  const first = await login.answer(office, null);
  const second = login.answer(office, null);
  first?.over(false);
  expect((await second)?.pair).toEqual(right);
});

test('after a no nothing asks again until a person acts', async () => {
  const { login, answer, questions } = openTrial({ answers: [null, right] });
  for (let request = 0; request < 3; request += 1) expect(await answer(office, null)).toBeNull();
  expect(questions).toHaveLength(1);
  login.acted();
  expect(await answer(office, null)).toEqual(right);
});

test.each(['locked', 'broken'] as const)(
  'a keychain that is %s: kept until the app ends, and said so',
  async (state) => {
    const { answer, keytar, questions } = openTrial({ answers: [right] });
    keytar.put(state);
    expect(await answer(office, null)).toEqual(right);
    expect(await answer(office, null)).toEqual(right);
    expect(questions).toEqual([asked({ isKept: false })]);
    expect(keytar.entries.size).toBe(0);
  },
);

test.each(['session', 'no-new'] as const)('a policy of %s adds nothing to the keychain', async (keeps) => {
  const { answer, keytar, questions } = openTrial({ answers: [right], keeps });
  expect(await answer(office, null)).toEqual(right);
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
  expect((await Promise.all(all)).map((given) => given?.pair ?? null)).toEqual([right, null, wrong]);
});

test('a realm is shown on one line, without what turns letters, and no longer than a name', async () => {
  const { answer, questions } = openTrial({ answers: [null] });
  await answer({ ...office, realm: `\u202eOffice\n”${'x'.repeat(5_000)}` }, null);
  expect(questions[0]?.realm).toBe(` Office  ${'x'.repeat(91)}`);
});

test('a question that cannot be asked is a no', async () => {
  const { answer, questions } = openTrial();
  expect(await answer(office, null)).toBeNull();
  expect(await answer(office, null)).toBeNull();
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
