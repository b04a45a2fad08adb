import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { fail, type Reply } from '../../shared/error.ts';
import type { AuditTemplate } from '../../shared/model/template.ts';
import type { Items } from '../../shared/operations/items.ts';
import type { OpenedSettings } from '../../shared/operations/settings.ts';
import { templateWith } from '../../shared/testing/templates.ts';
import { connect, draft, openApp, secret } from '../testing/app.ts';

let folder = '';
let apps: { readonly close: () => Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-file-'));
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  rmSync(folder, { recursive: true });
});

/** A computer of its own: its files, its keychain; `policy` is its machine's. */
function computer(name: string, policy: string | null = null) {
  const path = join(folder, name);
  const app = openApp(mkdtempSync(`${path}-`), openDesk(), undefined, policy);
  apps.push(app);
  return app;
}
type Computer = ReturnType<typeof computer>;

async function open(app: Computer, content: unknown): Promise<OpenedSettings> {
  writeFileSync(
    join(app.folder, 'opened.json'),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  const reply = (await app.call('settings.open', {})) as Reply<OpenedSettings>;
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value;
}

const verdicts = ({ entries }: Pick<OpenedSettings, 'entries'>) =>
  Object.fromEntries(entries.map(({ key, verdict, reason }) => [key, reason ?? verdict]));

const header = { format: 'audit-desk-settings', version: 1 };
const account = {
  id: 'x',
  name: 'Firm',
  baseUrl: 'https://a.example',
  clientId: 'c',
  kind: 'test',
  access: 'read-write',
};

async function exported(): Promise<string> {
  const app = computer('here');
  const connection = await connect(app.call);
  await app.call('preferences.change', { theme: 'dark', bulkHeadroom: 0.5, activeConnection: connection });
  await app.call('items.save', {
    teams: [
      {
        id: 't',
        connection,
        name: 'Rotterdam',
        members: [{ id: 'a@b.example', role: 'r' }],
      },
    ],
  });
  expect(await app.call('settings.export', {})).toMatchObject({ value: { saved: true } });
  return readFileSync(join(app.folder, 'audit-desk-settings-2026-01-05.json'), 'utf8');
}

test('security 38: what is exported holds no secret, no hint of one and no place of one', async () => {
  const text = await exported();
  for (const spelling of [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').slice(0, -4),
  ])
    expect(text).not.toContain(spelling);
  const content = JSON.parse(text) as {
    readonly connections: readonly object[];
    readonly preferences: object;
  };
  expect(content.connections.map((one) => Object.keys(one))).toEqual([
    ['id', 'name', 'baseUrl', 'clientId', 'kind', 'access'],
  ]);
  expect(content.preferences).toMatchObject({ theme: 'dark' });
  expect(content.preferences).not.toHaveProperty('activeConnection');
});

test('another computer takes everything over, and the secret is entered there', async () => {
  const text = await exported();
  const there = computer('there');
  const opened = await open(there, text);
  expect(verdicts(opened)).toMatchObject({
    'preference theme': 'change',
    'preference density': 'same',
    'connection 0': 'new',
    'team 0': 'new',
  });
  expect(opened.entries.find(({ name }) => name === 'bulkHeadroom')?.changes).toEqual([
    { field: '', from: '0.8', to: '0.5' },
  ]);
  expect(await there.call('connections.list', {})).toMatchObject({ value: [] }); // nothing has changed yet
  const keys = opened.entries.map(({ key }) => key);
  await there.call('settings.import', { id: opened.id ?? '', keys });
  expect(await there.call('preferences.read', {})).toMatchObject({
    value: { theme: 'dark', bulkHeadroom: 0.5 },
  });
  const listed = (await there.call('connections.list', {})) as Reply<
    readonly { id: string; secret: string }[]
  >;
  const [connection] = listed.ok ? listed.value : [];
  expect(connection).toMatchObject({ name: 'Firm', secret: 'missing' });
  expect(await there.call('items.list', { of: 'teams', connection: connection?.id ?? '' })).toMatchObject({
    value: { teams: [{ name: 'Rotterdam' }] },
  });
  expect(await there.readList(connection?.id ?? '', 'audits.list')).toMatchObject({
    error: { code: 'no-secret' },
  });
  expect(
    await there.call('connections.rotate', { id: connection?.id ?? '', secret, keep: 'keychain' }),
  ).toMatchObject({ ok: true });
  expect(await there.readList(connection?.id ?? '', 'audits.list')).toMatchObject({ ok: true });
  // Once more, it would change nothing.
  const again = await open(there, text);
  expect(new Set(Object.values(verdicts(again)))).toEqual(new Set(['same']));
  expect(await there.call('connections.remove', { id: connection?.id ?? '' })).toMatchObject({ ok: true });
});

test('an account without its secret is removed without one, and nothing is left over', async () => {
  const there = computer('there');
  const opened = await open(there, { ...header, connections: [account] });
  await there.call('settings.import', { id: opened.id ?? '', keys: ['connection 0'] });
  const calls = there.keytar.calls.length;
  expect(await there.call('connections.remove', { id: 'id-2' })).toMatchObject({ ok: true });
  expect(there.keytar.calls).toHaveLength(calls);
});

test('the account that is here already is changed, not doubled; a team goes to it', async () => {
  const text = (await exported())
    .replace('"name": "Firm"', '"name": "Firm, renamed"')
    .replaceAll('"id": "id-', '"id": "other-');
  const there = computer('there');
  const mine = await connect(there.call);
  const opened = await open(there, text.replaceAll('"connection": "id-', '"connection": "other-'));
  expect(opened.entries.find(({ key }) => key === 'connection 0')).toMatchObject({
    verdict: 'change',
    changes: [{ field: 'name', from: 'Firm', to: 'Firm, renamed' }],
  });
  await there.call('settings.import', { id: opened.id ?? '', keys: ['connection 0', 'team 0'] });
  expect(await there.call('connections.list', {})).toMatchObject({
    value: [{ id: mine, name: 'Firm, renamed', secret: 'keychain' }],
  });
  expect(await there.call('items.list', { of: 'teams', connection: mine })).toMatchObject({
    value: { teams: [{ name: 'Rotterdam' }] },
  });
});

test('only what is chosen is taken over; a team without its connection is not', async () => {
  const there = computer('there');
  const opened = await open(there, await exported());
  expect(
    await there.call('settings.import', { id: opened.id ?? '', keys: ['team 0', 'preference theme'] }),
  ).toMatchObject({
    value: {
      entries: [
        { key: 'preference theme', verdict: 'change' },
        { key: 'team 0', reason: 'no-connection' },
      ],
    },
  });
  expect(await there.call('connections.list', {})).toMatchObject({ value: [] });
  expect(await there.call('preferences.read', {})).toMatchObject({
    value: { theme: 'dark', bulkHeadroom: 0.8 },
  });
  expect(await there.call('settings.import', { id: 'another', keys: [] })).toEqual(fail('not-found-here'));
});

test('each entry has a verdict of its own; what this machine’s policy decides is refused', async () => {
  const there = computer('there', '{"density":"compact","allowedAddresses":["https://a.example"]}');
  const opened = await open(there, {
    ...header,
    preferences: { theme: 'pink', density: 'comfortable', colour: 1, activeConnection: 'x', language: 'nl' },
    connections: [
      account,
      { ...account, baseUrl: 'https://b.example' },
      { ...account, baseUrl: 'http://c.example' },
      { ...account, secret: 'smuggled' },
      'nothing',
    ],
    teams: [{ id: 't', connection: 'nobody', name: 'T', members: [] }, 4],
  });
  expect(verdicts(opened)).toEqual({
    'preference theme': 'invalid',
    'preference density': 'managed',
    'preference colour': 'unknown',
    'preference activeConnection': 'unknown',
    'preference language': 'change',
    'connection 0': 'new',
    'connection 1': 'managed',
    'connection 2': 'invalid',
    'connection 3': 'invalid',
    'connection 4': 'invalid',
    'team 0': 'no-connection',
    'team 1': 'invalid',
  });
  await there.call('settings.import', { id: opened.id ?? '', keys: opened.entries.map(({ key }) => key) });
  expect(await there.call('connections.list', {})).toMatchObject({
    value: [{ baseUrl: 'https://a.example' }],
  });
  expect(await there.call('preferences.read', {})).toMatchObject({
    value: { theme: 'system', density: 'compact', language: 'nl' },
  });
});

test('a language that this app does not speak is refused', async () => {
  const there = computer('there');
  expect(verdicts(await open(there, { ...header, preferences: { language: 'fr' } }))).toEqual({
    'preference language': 'invalid',
  });
});

test('what would take a safeguard away says so, is asked about by name, and stays as it is after a no', async () => {
  const there = computer('there');
  const mine = await connect(there.call);
  const { secret: _, keep: __, ...guarded } = { ...draft, kind: 'production', access: 'read-only' } as const;
  await there.call('connections.save', { ...guarded, id: mine, keep: 'keychain' });
  const listed = { id: 'x', ...guarded };
  const opened = await open(there, {
    ...header,
    preferences: { bulkHeadroom: 1, theme: 'dark' },
    connections: [
      { ...listed, kind: 'test', access: 'read-write' },
      { ...listed, clientId: 'another', kind: 'test' },
      { ...listed, clientId: 'third' },
    ],
  });
  expect(Object.fromEntries(opened.entries.map(({ key, loosens }) => [key, loosens]))).toEqual({
    'preference bulkHeadroom': true,
    'preference theme': false,
    'connection 0': true,
    'connection 1': true, // the same service, as if it were no production
    'connection 2': false,
  });
  there.person.asked.length = 0;
  there.person.answerWith(false);
  expect(await there.call('settings.import', { id: opened.id ?? '', keys: ['connection 0'] })).toMatchObject({
    value: { entries: [{ key: 'connection 0', reason: 'declined' }] },
  });
  expect(there.person.asked).toMatchObject([{ kind: 'less-guarded', name: 'Firm' }]);
  there.person.asked.length = 0;
  const share = { id: opened.id ?? '', keys: ['preference bulkHeadroom', 'preference theme'] };
  expect(await there.call('settings.import', share)).toMatchObject({
    value: { entries: [{ reason: 'declined' }, { reason: null }] },
  });
  expect(there.person.asked).toEqual([{ kind: 'background-share', from: 0.8, to: 1 }]);
  expect(await there.call('preferences.read', {})).toMatchObject({
    value: { bulkHeadroom: 0.8, theme: 'dark' },
  });
  expect(await there.call('connections.list', {})).toMatchObject({
    value: [{ kind: 'production', access: 'read-only' }],
  });
});

test('a policy that forbids it opens and takes no file', async () => {
  const there = computer('there', '{"settingsImport":"off"}');
  expect(await there.call('settings.open', {})).toEqual(fail('managed'));
  expect(await there.call('settings.import', { id: 'x', keys: [] })).toEqual(fail('managed'));
});

test('a file of 200 MB is refused by its size, and a folder as what it is', async () => {
  const there = computer('there');
  const path = join(there.folder, 'opened.json');
  writeFileSync(path, '{');
  truncateSync(path, 200 * 1024 * 1024);
  expect(await there.call('settings.open', {})).toMatchObject({ value: { fault: 'too-large' } });
  rmSync(path);
  mkdirSync(path);
  expect(await there.call('settings.open', {})).toMatchObject({ value: { fault: 'unreadable' } });
});

test.each([
  ['no JSON', 'hello', 'foreign'],
  ['another file', '{"name":"x"}', 'foreign'],
  ['nothing', 'null', 'foreign'],
  ['a file of templates', '{"format":"audit-desk-templates","version":1}', 'other-kind'],
  ['a newer version', '{"format":"audit-desk-settings","version":2}', 'newer'],
  ['too much', ' '.repeat(8 * 1024 * 1024 + 1), 'too-large'],
])('%s is not taken', async (_, text, fault) => {
  expect(await open(computer('there'), text)).toMatchObject({
    id: null,
    fault,
    savedAt: null,
    entries: [],
  });
});

test('a file that is not there is not taken', async () => {
  expect(await computer('there').call('settings.open', {})).toMatchObject({ value: { fault: 'unreadable' } });
});

async function templatesOf(app: Computer, connection: string): Promise<readonly AuditTemplate[]> {
  const reply = (await app.call('items.list', { of: 'templates', connection })) as Reply<
    Pick<Items, 'templates'>
  >;
  return reply.ok ? reply.value.templates : [];
}

test('templates go with their connection to an app that has nothing, and are the same there', async () => {
  const app = computer('here');
  const connection = await connect(app.call);
  const team = { id: 't', name: 'Rotterdam' };
  const whole = templateWith(connection, {
    id: 'a',
    name: 'Statutory',
    settings: { risk: ['x', null] },
    team,
  });
  await app.call('items.save', { templates: [whole, templateWith(connection, { id: 'b', name: 'Other' })] });
  await app.call('settings.export', {});
  const text = readFileSync(join(app.folder, 'audit-desk-settings-2026-01-05.json'), 'utf8');
  const there = computer('there');
  const opened = await open(there, text);
  expect(verdicts(opened)).toMatchObject({ 'template 0': 'new', 'template 1': 'new' });
  await there.call('settings.import', { id: opened.id ?? '', keys: opened.entries.map(({ key }) => key) });
  const listed = (await there.call('connections.list', {})) as Reply<readonly { id: string }[]>;
  const its = listed.ok ? (listed.value[0]?.id ?? '') : '';
  expect(await templatesOf(there, its)).toEqual([
    { ...whole, connection: its },
    templateWith(its, { id: 'b', name: 'Other' }),
  ]);
  expect(verdicts(await open(there, text))).toMatchObject({ 'template 0': 'same', 'template 1': 'same' });
});

test('a template of the file replaces none of another connection, and of two that would be one only the first is taken', async () => {
  const app = computer('here');
  const mine = await connect(app.call);
  const kept = templateWith(mine, { id: 'a', name: 'Mine' });
  await app.call('items.save', { templates: [kept] });
  const mineToo = { ...account, id: 'm', baseUrl: draft.baseUrl, clientId: draft.clientId };
  const opened = await open(app, {
    ...header,
    connections: [mineToo, { ...account, id: 'x' }],
    templates: [
      templateWith('x', { id: 'a', name: 'Theirs' }),
      templateWith('m', { id: 'c', name: 'mine' }),
      templateWith('m', { id: 'd', name: 'Mine', language: 'nl' }),
      templateWith('nobody', { id: 'e', name: 'Lost' }),
      7,
      templateWith('m', { id: 'f', name: 'Broken', id_pattern: '{client' }),
    ],
  });
  expect(verdicts(opened)).toMatchObject({
    'template 0': 'new',
    'template 1': 'change',
    'template 2': 'twice',
    'template 3': 'no-connection',
    'template 4': 'invalid',
    'template 5': 'faulty',
  });
  const keys = ['connection 1', ...[0, 1, 2, 3, 4, 5].map((place) => `template ${place}`)];
  expect(await app.call('settings.import', { id: opened.id ?? '', keys })).toMatchObject({ ok: true });
  expect(await templatesOf(app, mine)).toEqual([{ ...kept, name: 'mine' }]);
});

test('a team of the file replaces none of another connection, is the same the second time, and of two that would be one only the first is taken', async () => {
  const app = computer('here');
  const mine = await connect(app.call);
  const kept = { id: 'a', connection: mine, name: 'Mine', members: [] };
  await app.call('items.save', { teams: [kept] });
  const content = {
    ...header,
    connections: [account],
    teams: [
      { id: 'a', connection: 'x', name: 'Theirs', members: [{ id: 'a@b.example', role: 'r' }] },
      { id: 'b', connection: 'x', name: 'Once', members: [] },
      { id: 'b', connection: 'x', name: 'Twice', members: [] },
    ],
  };
  const opened = await open(app, content);
  expect(verdicts(opened)).toMatchObject({ 'team 0': 'new', 'team 1': 'new', 'team 2': 'twice' });
  await app.call('settings.import', { id: opened.id ?? '', keys: opened.entries.map(({ key }) => key) });
  expect(await app.call('items.list', { of: 'teams', connection: mine })).toMatchObject({
    value: { teams: [kept] },
  });
  const listed = (await app.call('connections.list', {})) as Reply<readonly { readonly id: string }[]>;
  const theirs = listed.ok ? (listed.value.at(-1)?.id ?? '') : '';
  expect(await app.call('items.list', { of: 'teams', connection: theirs })).toMatchObject({
    value: {
      teams: [
        { name: 'Theirs', members: [{ id: 'a@b.example' }] },
        { id: 'b', name: 'Once' },
      ],
    },
  });
  expect(verdicts(await open(app, content))).toMatchObject({
    'team 0': 'same',
    'team 1': 'same',
    'team 2': 'twice',
  });
});

test('a list of the file that is too long, or none at all, is said before anything is taken over', async () => {
  const app = computer('here');
  const team = (_: unknown, place: number) => ({ id: `t${place}`, connection: 'x', name: 't', members: [] });
  const opened = await open(app, {
    ...header,
    preferences: { theme: 'dark' },
    connections: Array.from({ length: 501 }, () => account),
    teams: Array.from({ length: 2_001 }, team),
    templates: 'none',
  });
  expect(opened.leftOut).toEqual([
    { kind: 'connection', count: 501, most: 500 },
    { kind: 'team', count: 2_001, most: 2_000 },
    { kind: 'template', count: null, most: 2_000 },
  ]);
  expect(verdicts(opened)).toEqual({ 'preference theme': 'change' });
  expect((await open(app, { ...header, preferences: 7 })).leftOut).toEqual([
    { kind: 'preference', count: null, most: null },
  ]);
  expect((await open(app, header)).leftOut).toEqual([]);
});
