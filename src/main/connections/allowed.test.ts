import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail } from '../../shared/error.ts';
import { readPolicy } from '../policy/policy.ts';
import { createFolder, draft, openTrial, saved } from '../testing/connections.ts';
import { withinPolicy } from './allowed.ts';

let folder: ReturnType<typeof createFolder>;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

const managed = fail('managed');

function open(text: string) {
  const trial = openTrial(folder);
  const policy = readPolicy({ path: 'policy.json', read: () => text }, []);
  return { ...trial, all: trial.connections, connections: withinPolicy(trial.connections, policy) };
}

test('an address that is not allowed gets no secret, in any way', async () => {
  const { connections, all, probed } = open('{"allowedAddresses":["https://other.example"]}');
  const { id } = await saved(all); // from before there was a policy
  expect(await connections.credentials(id)).toEqual(managed);
  expect(await connections.testStored(id)).toEqual(managed);
  expect(await connections.rotate({ id, secret: 'new', keep: 'keychain' })).toEqual(managed);
  expect(await connections.test(draft)).toEqual(managed);
  expect(await connections.save(draft)).toEqual(managed);
  expect(await connections.save({ ...draft, id })).toEqual(managed);
  expect(probed).toEqual([]);
  expect(connections.list()).toHaveLength(1); // it is still there, to be looked at and removed
  expect(await connections.save({ ...draft, id, baseUrl: 'https://other.example/' })).toMatchObject({
    ok: true,
  });
  expect(await connections.credentials(id)).toMatchObject({ ok: true });
});

test('a broken policy: what is there goes on, nothing is added and nothing moves', async () => {
  const { connections, all } = open('{');
  const { id } = await saved(all);
  expect(await connections.credentials(id)).toMatchObject({ ok: true });
  expect(await connections.save({ ...draft, id, name: 'Renamed', secret: undefined })).toMatchObject({
    value: { name: 'Renamed' },
  });
  expect(await connections.save({ ...draft, id, baseUrl: 'https://other.example' })).toEqual(managed);
  expect(await connections.save(draft)).toEqual(managed);
  expect(await connections.remove(id)).toMatchObject({ ok: true });
});

test('the demonstration is always allowed', async () => {
  const { connections } = open('{"allowedAddresses":[]}');
  const started = await connections.demonstrate();
  expect(started.ok && (await connections.credentials(started.value.id)).ok).toBe(true);
});

test('what is no address is told by whoever reads it', async () => {
  const { connections } = open('{"allowedAddresses":[]}');
  expect(await connections.save({ ...draft, baseUrl: 'audits' })).toMatchObject({
    error: { code: 'invalid-address' },
  });
});

test('security 50: a policy makes everything read-only but the demonstration, and keeps what its people chose', async () => {
  const { connections, all } = open('{"readOnly":true}');
  const { id } = await saved(all);
  await connections.demonstrate();
  expect(connections.list()).toMatchObject([
    { id, access: 'read-only' },
    { id: 'demonstration', access: 'read-write' },
  ]);
  expect(await connections.save({ ...draft, id, access: 'read-only', name: 'Renamed' })).toMatchObject({
    value: { name: 'Renamed', access: 'read-only' },
  });
  expect(all.list()[0]).toMatchObject({ name: 'Renamed', access: 'read-write' });
});

test('security 50: what a policy calls production is production, and cannot be called anything else', async () => {
  const { connections, all } = open('{"productionAddresses":["https://audits.example"]}');
  const { id } = await saved(all);
  expect(connections.list()).toMatchObject([{ kind: 'production' }]);
  expect(await connections.save({ ...draft, id })).toEqual(managed);
  expect(await connections.save(draft)).toEqual(managed);
  expect(connections.adopt(draft)).toEqual(managed);
  expect(await connections.save({ ...draft, id, kind: 'production', name: 'Renamed' })).toMatchObject({
    value: { name: 'Renamed', kind: 'production' },
  });
  expect(all.list()).toMatchObject([{ kind: 'test' }]);
});

test('security 50: secrets for a session only: none goes into the keychain, and those that are there are not used', async () => {
  const { connections, all } = open('{"secrets":"session"}');
  const { id } = await saved(all);
  expect(connections.list()).toMatchObject([{ secret: 'missing' }]);
  expect(await connections.credentials(id)).toEqual(managed);
  expect(await connections.rotate({ id, secret: 'other', keep: 'keychain' })).toEqual(managed);
  expect(await connections.save(draft)).toEqual(managed);
  expect(await connections.rotate({ id, secret: 'other', keep: 'session' })).toMatchObject({ ok: true });
  expect(await connections.credentials(id)).toMatchObject({ value: { secret: 'other' } });
});

test('security 50: a broken policy adds no secret to the keychain, and loosens nothing', async () => {
  const { connections, all } = open('{"readonly":true}');
  const { id } = await saved(all, { ...draft, kind: 'production' });
  expect(connections.list()).toMatchObject([{ access: 'read-only', secret: 'keychain' }]);
  expect(await connections.credentials(id)).toMatchObject({ ok: true });
  expect(await connections.rotate({ id, secret: 'other', keep: 'keychain' })).toEqual(managed);
  expect(await connections.save({ ...draft, id, kind: 'test', secret: undefined })).toEqual(managed);
});
