import { expect, test } from 'vitest';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { AccessToken } from '../../shared/model/access-token.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createSession, millisecondsOfUse } from './session.ts';

function start(expiresIn: unknown = 3_600) {
  const clock = createFakeClock();
  let issued = 0;
  let rejections = 0;
  let answer: () => Reply<AccessToken> = () =>
    succeed(AccessToken.parse({ access_token: `token-${(issued += 1)}`, expires_in: expiresIn }));
  const session = createSession({
    clock,
    place: async () => succeed({ baseUrl: 'https://a.example', clientId: 'c' }),
    issue: async () => answer(),
    onIssue: () => {},
    onReject: () => {
      rejections += 1;
    },
  });
  const text = async (): Promise<string> => {
    const reply = await session.token();
    return reply.ok ? reply.value.text : reply.error.code;
  };
  const current = async () => {
    const reply = await session.token();
    if (!reply.ok) throw new Error(reply.error.code);
    return reply.value;
  };
  return {
    clock,
    session,
    text,
    current,
    issued: () => issued,
    rejections: () => rejections,
    answerWith: (next: () => Reply<AccessToken>) => {
      answer = next;
    },
  };
}

test.each([
  [3_600, 3_240_000], // 0.9 of an hour comes before 300 s from its end
  [86_400, 77_760_000],
  [1_000, 700_000],
  [301, 1_000],
  [300, 270_000],
  [60, 54_000],
  [1, 900],
  [0, 54_000],
  [-5, 54_000],
])('a token of %i s is used for %i ms', (expiresIn, milliseconds) => {
  expect(millisecondsOfUse(expiresIn)).toBe(milliseconds);
});

test.each([
  [undefined, 54_000],
  ['abc', 54_000],
  ['3600', 3_240_000],
  [null, 54_000],
])('a validity of %j is read as one of %i ms of use', (expiresIn, milliseconds) => {
  expect(millisecondsOfUse(AccessToken.parse({ access_token: 'x', expires_in: expiresIn }).expires_in)).toBe(
    milliseconds,
  );
});

test.each([
  ['3600', 1],
  [300, 2], // used for 270 s
  [310, 10], // used for 10 s
  [1, 10],
  [0, 5], // used for 54 s, as the rest
  [-1, 5],
  [null, 5],
  ['soon', 5],
])('asked each 30 s for five minutes, a validity of %j costs %i tokens (F21)', async (expiresIn, tokens) => {
  const { clock, text, issued } = start(expiresIn);
  for (let round = 0; round < 10; round += 1) {
    await text();
    await clock.advance(30_000);
  }
  expect(issued()).toBe(tokens);
});

test('200 cold callers ask for one token', async () => {
  const { text, issued } = start();
  const tokens = await Promise.all(Array.from({ length: 200 }, text));
  expect(new Set(tokens)).toEqual(new Set(['token-1']));
  expect(issued()).toBe(1);
});

test('a token is renewed when its use is over, not before', async () => {
  const { clock, text } = start();
  await text();
  await clock.advance(3_239_999);
  expect(await text()).toBe('token-1');
  await clock.advance(1);
  expect(await text()).toBe('token-2');
});

test.each([
  ['the wall clock runs ahead while the machine sleeps', 3_300_000],
  ['a person sets the clock a day on', 86_400_000],
])('%s: the token counts as old', async (_, ahead) => {
  const { clock, text } = start();
  await text();
  clock.setWall(clock.wall() + ahead);
  expect(await text()).toBe('token-2');
});

test('a clock that is set back does not prolong a token', async () => {
  const { clock, text } = start();
  await text();
  clock.setWall(clock.wall() - 86_400_000);
  await clock.advance(3_240_000);
  expect(await text()).toBe('token-2');
});

test('100 refusals of one token make one new one', async () => {
  const { session, current, issued } = start();
  const refused = await current();
  const after = await Promise.all(
    Array.from({ length: 100 }, () => session.tokenAfter(refused, 'audits.list')),
  );
  expect(after.map((reply) => reply.ok && reply.value.text)).toEqual(Array(100).fill('token-2'));
  expect(issued()).toBe(2);
});

test('a refusal of an older token is answered with the current one', async () => {
  const { session, current, issued } = start();
  const old = await current();
  await session.tokenAfter(old, 'audits.list');
  const reply = await session.tokenAfter(old, 'audits.list');
  expect(reply.ok && reply.value.text).toBe('token-2');
  expect(issued()).toBe(2);
});

test('a second refusal in a row is a rejection of the credentials: no more token is asked for until reconnected', async () => {
  const { session, current, text, issued, rejections } = start();
  await session.tokenAfter(await current(), 'audits.list');
  expect(session.refusedAgain(await current(), 'audits.list')).toEqual(
    fail('credentials-rejected', { operation: 'audits.list', status: 401 }),
  );
  expect(await text()).toBe('credentials-rejected');
  expect([issued(), rejections()]).toEqual([2, 1]);
  session.forget();
  expect(await text()).toBe('token-3');
});

test('a new token that another request refuses at once is a rejection too', async () => {
  const { session, current, issued } = start();
  await session.tokenAfter(await current(), 'audits.list');
  expect(await session.tokenAfter(await current(), 'roles.list')).toMatchObject({
    error: { code: 'credentials-rejected' },
  });
  expect(issued()).toBe(2);
});

test('a token that others are served with is not given up for one refusal', async () => {
  const { session, current, rejections } = start();
  await session.tokenAfter(await current(), 'audits.list');
  session.accepted(await current());
  expect(session.refusedAgain(await current(), 'audits.list')).toMatchObject({
    error: { code: 'unauthorized' },
  });
  expect(rejections()).toBe(0);
});

test('alternating: each refusal costs one token, as long as each new one is accepted', async () => {
  const { session, current, issued } = start();
  for (let round = 0; round < 5; round += 1) {
    await session.tokenAfter(await current(), 'audits.list');
    session.accepted(await current());
  }
  expect(issued()).toBe(6);
});

test('credentials that are rejected are not tried again by themselves, a fault on the way is', async () => {
  const { text, answerWith, session } = start();
  let asked = 0;
  answerWith(() => {
    asked += 1;
    return fail('unreachable');
  });
  expect([await text(), await text()]).toEqual(['unreachable', 'unreachable']);
  expect(asked).toBe(2);
  answerWith(() => {
    asked += 1;
    return fail('credentials-rejected');
  });
  expect([await text(), await text()]).toEqual(['credentials-rejected', 'credentials-rejected']);
  expect(asked).toBe(3);
  session.forget();
  expect(await text()).toBe('credentials-rejected');
  expect(asked).toBe(4);
});

test('a token that was asked for before the connection changed is not used after', async () => {
  const { session, text } = start();
  const early = session.token();
  session.forget();
  expect(await early).toMatchObject({ error: { code: 'cancelled' } });
  expect(await text()).toBe('token-2');
});
