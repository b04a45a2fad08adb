import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type LocalOperation, localOperations, openOperations } from '../../shared/bridge.ts';
import { fail, succeed } from '../../shared/error.ts';
import { defaultPreferences } from '../../shared/model/preferences.ts';
import { createFakeLog } from '../testing/log.ts';
import { createDispatch, type LocalHandlers } from './dispatch.ts';

const canary = 'canary-7f3a-Secret/+value';

/** A dispatcher of which every local operation does the same, and what reached its handlers. */
function dispatchWith(handle: (name: string, input: unknown) => unknown) {
  const log = createFakeLog();
  const reached: string[] = [];
  const local = Object.fromEntries(
    Object.keys(localOperations).map((name) => [
      name,
      (input: unknown) => {
        reached.push(name);
        return handle(name, input);
      },
    ]),
  ) as unknown as LocalHandlers; // one handler for all: what it answers is what each test is about
  const dispatch = createDispatch({
    local,
    open: async (name, input) => {
      reached.push(name);
      return succeed({ name, input });
    },
    log,
    newId: () => 'request-1',
  });
  return { dispatch, log, reached };
}

test.each([
  ['nope'],
  ['tokens.issue'],
  ['audits.create'],
  ['audits.list'],
  ['audits.delete'],
  ['__proto__'],
  ['constructor'],
  ['toString'],
  [''],
  [null],
  [42],
  [{ toString: () => 'preferences.read' }],
  [['preferences.read']],
])('security 12: operation %j is not of the contract and reaches no handler', async (operation) => {
  const { dispatch, reached } = dispatchWith(() => succeed(null));
  expect(await dispatch(operation, {})).toEqual(fail('invalid-input'));
  expect(reached).toEqual([]);
});

test('an operation of the contract reaches its handler with its input', async () => {
  const { dispatch } = dispatchWith((_, input) => succeed({ ...defaultPreferences, ...(input as object) }));
  expect(await dispatch('preferences.change', { theme: 'dark' })).toEqual(
    succeed({ ...defaultPreferences, theme: 'dark' }),
  );
});

test('an open operation passes on its connection and its ids', async () => {
  const { dispatch } = dispatchWith(() => succeed(null));
  const input = { connection: 'c', path: { audit_id: 'a/b' } };
  expect(await dispatch('audits.read', input)).toEqual(succeed({ name: 'audits.read', input }));
});

test.each<[string, string, unknown]>([
  ['an unknown key', 'rateLimits.read', { connection: 'c', url: 'https://evil.example' }],
  ['an own header', 'rateLimits.read', { connection: 'c', headers: { Authorization: 'x' } }],
  ['an empty id', 'audits.read', { connection: 'c', path: { audit_id: '' } }],
  ['no connection', 'rateLimits.read', {}],
  ['a body for a read', 'audits.read', { connection: 'c', path: { audit_id: 'a' }, body: {} }],
  ['a text of more than 1 MiB', 'items.list', { of: 'drafts', connection: 'x'.repeat(1024 * 1024) }],
  ['not an object', 'preferences.read', 'x'],
  ['NaN', 'drafts.save', { id: 'd', kind: 'audit', connection: 'c', title: '', content: { a: Number.NaN } }],
  [
    'a prototype key',
    'drafts.save',
    JSON.parse('{"id":"d","kind":"audit","connection":"c","title":"","content":{"__proto__":1}}'),
  ],
])('security 9, 12: %s is a typed error', async (_, operation, input) => {
  const { dispatch, reached } = dispatchWith(() => succeed(null));
  const reply = await dispatch(operation, input);
  expect(reply).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
  expect(reached).toEqual([]);
});

test('names the fields of an input that does not fit', async () => {
  const { dispatch } = dispatchWith(() => succeed(null));
  const reply = await dispatch('connections.remove', { id: 7 });
  expect(reply).toEqual(fail('invalid-input', { fields: { id: ['invalid_type'] } }));
});

test('security 10: an answer with more than its schema says does not leave', async () => {
  const { dispatch, log } = dispatchWith(() => succeed({ ...defaultPreferences, clientSecret: canary }));
  expect(await dispatch('preferences.read', {})).toEqual(fail('internal', { requestId: 'request-1' }));
  expect(log.events.map(({ event }) => event)).toEqual(['dispatch-failed']);
});

test('security 11: a thrown error leaves as a code, without words, stack or path', async () => {
  const { dispatch } = dispatchWith(() => {
    throw new Error(`${canary} at /home/someone/secret.ts:1`);
  });
  expect(await dispatch('preferences.read', {})).toEqual(fail('internal', { requestId: 'request-1' }));
});

test('security 9, 10, 11: whatever is sent and whatever happens, a reply without a secret comes back', async () => {
  const outcomes = [
    () => succeed({ secret: canary }),
    () => Promise.reject(new Error(canary)),
    () => canary,
    () => null,
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(localOperations) as LocalOperation[]), ...openOperations),
      fc.anything({ withMap: true, withBigInt: true, withDate: true, withNullPrototype: true }),
      fc.nat(outcomes.length - 1),
      async (operation, input, outcome) => {
        const { dispatch } = dispatchWith(() => outcomes[outcome]?.());
        const reply = await dispatch(operation, input);
        expect(typeof reply.ok).toBe('boolean');
        expect(JSON.stringify(reply) ?? '').not.toContain(canary);
      },
    ),
    { numRuns: 500 },
  );
});

test('security 28: no operation lets a page say where a file is written or read', () => {
  const keysOf = (schema: unknown): readonly string[] =>
    typeof schema !== 'object' || schema === null
      ? []
      : Object.entries(schema).flatMap(([key, value]) =>
          key === 'properties' ? [...Object.keys(Object(value)), ...keysOf(value)] : keysOf(value),
        );
  const inputs = Object.entries(localOperations).map(([name, { input }]) => ({
    name,
    keys: keysOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
  }));
  expect(inputs.find(({ name }) => name === 'connections.save')?.keys).toContain('baseUrl');
  const ofIds = ['mirror.read', 'mirror.rows', 'mirror.show']; // their `path` holds the ids of an operation, as those of the service do
  for (const { name, keys } of inputs)
    expect(
      keys.filter((key) => /path|folder|directory|^file$/i.test(key)),
      name,
    ).toEqual(ofIds.includes(name) ? ['path'] : []);
});
