import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, succeed } from '../../shared/error.ts';
import { type ItemKind, itemKinds } from '../../shared/operations/items.ts';
import { createFakeLog } from '../testing/log.ts';
import type { Dispatch } from './dispatch.ts';
import { type Handover, openHandover, reachOwner } from './handover.ts';

let folder = '';
let handover: Handover | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-handover-'));
});
afterEach(() => {
  handover?.close();
  handover = null;
  rmSync(folder, { recursive: true, force: true });
});

async function open(dispatch: Dispatch, at = folder): Promise<string> {
  handover = openHandover(at, dispatch, createFakeLog());
  const note = join(at, 'handover.json');
  while (!existsSync(note)) await wait(5);
  return note;
}

test('security 57: whoever can read the person’s file is let in, and asks what the list names: nothing else', async () => {
  const asked: string[] = [];
  const note = await open(async (operation) => {
    asked.push(String(operation));
    return succeed(operation);
  });
  if (process.platform !== 'win32') expect(statSync(note).mode & 0o777).toBe(0o600);
  const inside = await reachOwner(folder);
  expect(await inside?.call('plans.list', {})).toEqual(succeed('plans.list'));
  for (const closed of ['connections.save', 'connections.act', 'audits.list', 'toString'])
    expect(await inside?.call(closed, {})).toEqual(fail('invalid-input'));
  const taken: Readonly<Record<string, readonly ItemKind[]>> = {
    'items.list': ['drafts', 'season'],
    'items.save': ['season'],
    'items.remove': ['drafts'],
  };
  for (const [operation, kinds] of Object.entries(taken))
    for (const of of itemKinds)
      expect(
        await inside?.call(operation, operation === 'items.save' ? { [of]: [] } : { of, id: 'a' }),
      ).toEqual(kinds.includes(of) ? succeed(operation) : fail('invalid-input'));
  expect(await inside?.call('items.save', { season: [], teams: [] })).toEqual(fail('invalid-input'));
  expect(asked).toEqual(['plans.list', 'items.list', 'items.list', 'items.save', 'items.remove']);
  const empty = handover?.empty();
  inside?.close();
  await empty;
  handover?.close();
  expect(existsSync(note)).toBe(false);
});

test('security 57: whoever does not know the word is shown out, and so is one that talks without end', async () => {
  const note = await open(async () => succeed(null));
  const { address, word } = JSON.parse(readFileSync(note, 'utf8')) as Record<'address' | 'word', string>;
  for (const said of ['', 'x', `${word.slice(1)}x`, 'x'.repeat(1_000)]) {
    const socket = connect(address);
    socket.write(`${said}\n{"id":1,"operation":"plans.list","input":{}}\n`);
    socket.resume();
    socket.on('error', () => {}); // shut while it was written to
    const heard: unknown[] = [];
    socket.on('data', (part) => heard.push(part));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(heard).toEqual([]);
  }
});

test('where nobody is any more, nobody is found; who waits is told when the owner ends', async () => {
  expect(await reachOwner(folder)).toBeNull();
  const note = await open(() => new Promise(() => {}));
  const left = readFileSync(note, 'utf8');
  const inside = await reachOwner(folder);
  const waiting = inside?.call('plans.wait', { id: 'a' });
  handover?.close();
  expect(await waiting).toEqual(fail('journal-unavailable'));
  writeFileSync(note, left);
  expect(await reachOwner(folder)).toBeNull();
  writeFileSync(note, 'no JSON');
  expect(await reachOwner(folder)).toBeNull();
});

test('a folder whose path is too long for a socket has its handover elsewhere', async () => {
  const deep = join(folder, 'x'.repeat(120));
  mkdirSync(deep);
  await open(async () => succeed('here'), deep);
  expect(await (await reachOwner(deep))?.call('plans.list', {})).toEqual(succeed('here'));
});
