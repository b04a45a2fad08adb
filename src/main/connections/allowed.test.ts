import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail } from '../../shared/error.ts';
import { createFolder, draft, openTrial, saved } from '../fakes/connections.ts';
import { readPolicy } from '../policy.ts';
import { withinPolicy } from './allowed.ts';

let folder: ReturnType<typeof createFolder>;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

const managed = fail('managed');

function open(text: string) {
  const trial = openTrial(folder);
  const policy = readPolicy('policy.json', { read: () => text, isProtected: () => true });
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
  expect(await connections.save({ ...draft, id, name: 'Renamed' })).toMatchObject({
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
