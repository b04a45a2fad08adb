import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { succeed } from '../../shared/error.ts';
import { templateWith } from '../../shared/testing/templates.ts';
import { backUp } from '../storage/backup.ts';
import { openStore } from '../storage/store.ts';
import { draft, openApp, planOf, secret } from '../testing/app.ts';
import { clientColumns, importsIn, sentClients, setupOf } from '../testing/imports.ts';
import { createFakeLog } from '../testing/log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-removal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The files under the folder in which a text is, as UTF-8 or UTF-16. */
function holding(text: string): readonly string[] {
  const spellings = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter(({ parentPath, name }) => {
      const content = readFileSync(join(parentPath, name));
      return spellings.some((spelling) => content.includes(spelling));
    })
    .map(({ name }) => name);
}

const canaries = {
  season: 'Seizoen Kanarie',
  rule: 'klant-regel-kanarie',
  table: 'Tabel Kanarie',
  clientId: 'north-manager',
  name: 'Kantoor Kanarie',
  draft: 'Draft Kanarie',
  team: 'Team Kanarie',
  template: 'Template Kanarie',
  member: 'kanarie@kantoor.example',
  plan: 'Plan Kanarie',
  audit: 'AUDIT-KANARIE',
  read: 'READ-KANARIE',
  inspection: 'scope-kanarie',
};

/** An app in whose files a connection has left all that one can leave, much of it written and deleted more than once. */
async function startUsed() {
  const desk = openDesk();
  const scoped = async (request: Request): Promise<Response> => {
    const answer = await desk.sandbox.fetch(request);
    if (!request.url.endsWith('/token/')) return answer;
    const issued = (await answer.json()) as object; // the sandbox answers an object
    return Response.json({ ...issued, scope: canaries.inspection }, answer);
  };
  const app = openApp(folder, { ...desk, sandbox: { ...desk.sandbox, fetch: scoped } });
  const { call, readList } = app;
  const saved = (await call('connections.save', { ...draft, name: canaries.name })) as {
    readonly value: { readonly id: string };
  };
  const connection = saved.value.id;
  for (let number = 0; number < 60; number += 1) {
    await call('drafts.save', {
      id: `d-${number}`,
      kind: 'audit',
      connection,
      title: `${canaries.draft} ${'x'.repeat(number)}`,
      content: {},
    });
    if (number % 3 !== 0) await call('items.remove', { of: 'drafts', id: `d-${number}` });
  }
  await call('items.save', {
    teams: [
      {
        id: 't',
        connection,
        name: canaries.team,
        members: [{ id: canaries.member, role: 'audit_auditor' }],
      },
    ],
  });
  await call('items.save', {
    templates: [templateWith(connection, { id: 'template', name: canaries.template })],
  });
  const { openRows, checkWhole, value } = importsIn(call, folder, connection);
  const table = await openRows([
    ['fresh', 'Fresh B.V.', 'NL'],
    ['left', canaries.table, 'NL'],
  ]);
  await checkWhole(table, setupOf('clients', clientColumns, { left: [3] }));
  await value('import.send', { id: table, ...sentClients });
  await value('import.reading', { isWanted: false, id: table });
  await value('plans.wait', { id: sentClients.plan });
  rmSync(join(folder, 'opened.table'));
  await call('items.save', {
    season: [
      {
        id: 's',
        connection,
        name: canaries.season,
        client: 'client',
        predecessor: 'noord',
        successor: null,
        deadline: { day: '2027-03-31', from: 'typed' },
        priority: 0,
        components: 3,
        coupled: 0,
      },
    ],
  });
  await call('items.save', {
    deadlineRules: [
      {
        id: 'rule',
        connection,
        of: 'client',
        key: canaries.rule,
        months: 4,
        days: 0,
      },
    ],
  });
  await call('connections.inspect', { id: connection });
  await readList(connection, 'audits.list');
  await call('audits.read', { connection, path: { audit_id: canaries.read } });
  return { app, call, connection };
}

test('security 53: of a connection that is removed the change log and, for a day, the used quota are left, and nothing else, not in free pages either', async () => {
  const { app, call, connection } = await startUsed();
  await call('plans.submit', {
    ...planOf(connection, { ...creation, id: canaries.audit, work_package_id: 'none' }),
    title: canaries.plan,
  });
  await call('plans.wait', { id: 'plan-1' });
  for (const text of Object.values(canaries)) expect(holding(text), text).not.toEqual([]);
  const belongings = await call('connections.dependants', { id: connection });
  expect(belongings).toMatchObject({
    ok: true,
    value: { copies: 0, damaged: [], season: [canaries.season], sentTables: 1, inspection: true },
  });
  expect(await call('connections.remove', { id: connection })).toEqual(succeed(null));
  // What stays: the change log of the write, and for a day how often an account has asked (docs/data.md).
  const stays: Readonly<Record<string, string>> = {
    [canaries.name]: 'records.db',
    [canaries.audit]: 'records.db',
    [draft.clientId]: 'journal.db',
  };
  for (const text of [secret, ...app.tokens, ...Object.values(canaries)])
    expect(holding(text), text).toEqual(text in stays ? [stays[text]] : []);
  expect(app.keytar.entries.size).toBe(0);
  await app.close();
  for (const text of [
    secret,
    canaries.draft,
    canaries.plan,
    canaries.team,
    canaries.template,
    canaries.season,
    canaries.rule,
    canaries.table,
    canaries.inspection,
  ])
    expect(holding(text)).toEqual([]);
});

test('security 53: nor in the copies of older versions; a damaged file in which it is stays and is named', async () => {
  const { app, call, connection } = await startUsed();
  const other = new DatabaseSync(join(folder, 'audit-desk.db'));
  backUp(other, join(folder, 'audit-desk.db'), 2, 5);
  other.close();
  const unrelated = join(folder, 'journal.db.backup-v1-5');
  writeFileSync(unrelated, 'of another connection');
  writeFileSync(join(folder, 'audit-desk.db.damaged-7'), `broken ${connection}`);
  writeFileSync(join(folder, 'journal.db.damaged-7'), 'broken');
  expect(await call('connections.dependants', { id: connection })).toMatchObject({
    value: { copies: 1, damaged: ['audit-desk.db.damaged-7'] },
  });
  await call('connections.remove', { id: connection });
  expect(holding(connection)).toEqual(expect.arrayContaining(['audit-desk.db.damaged-7']));
  expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual(['journal.db.backup-v1-5']);
  await app.close();
});

test('security 53: the last characters of secrets, which versions before kept, are taken out, of copies too', () => {
  const path = join(folder, 'audit-desk.db');
  const log = createFakeLog();
  openStore(path, log, () => 0).close();
  const before = new DatabaseSync(path);
  const row = JSON.stringify({ id: 'c', name: 'Firm', secretHint: 'q7Zw', place: 'keychain' });
  before.prepare('INSERT INTO connections (id, body) VALUES (?, ?), (?, ?)').run('c', row, 'd', '{broken');
  backUp(before, path, 3, 5);
  before.close();
  expect(holding('q7Zw')).toHaveLength(2);
  openStore(path, log, () => 0).close();
  expect(holding('q7Zw')).toEqual([]);
  const after = new DatabaseSync(path);
  expect(after.prepare('SELECT body FROM connections ORDER BY id').all()).toEqual([
    { body: '{"id":"c","name":"Firm","place":"keychain"}' },
    { body: '{broken' },
  ]);
  after.close();
  expect(log.events.filter(({ level }) => level !== 'info')).toEqual([]);
});
