import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { fail, type Reply } from '../../shared/error.ts';
import type { AuditTemplate } from '../../shared/model/template.ts';
import type { OpenedTemplates } from '../../shared/operations/templates.ts';
import { fileEntries } from '../../shared/rules/file-entries.ts';
import { templateWith } from '../../shared/testing/templates.ts';
import { connect, openApp, secret } from '../testing/app.ts';

let folder = '';
let apps: { readonly close: () => Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'template-file-'));
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  rmSync(folder, { recursive: true });
});

function computer(policy: string | null = null) {
  const app = openApp(mkdtempSync(join(folder, 'app-')), openDesk(), undefined, policy);
  apps.push(app);
  return app;
}
type Computer = ReturnType<typeof computer>;

async function opened(app: Computer, connection: string, text: string): Promise<OpenedTemplates> {
  writeFileSync(join(app.folder, 'opened.json'), text);
  const reply = (await app.call('templates.open', { connection })) as Reply<OpenedTemplates>;
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value;
}

async function listed(app: Computer, connection: string): Promise<readonly AuditTemplate[]> {
  const reply = (await app.call('templates.list', { connection })) as Reply<readonly AuditTemplate[]>;
  return reply.ok ? reply.value : [];
}

const whole = (connection: string) =>
  templateWith(connection, {
    id: 'a',
    name: 'Statutory',
    audit_type: 'consolidated',
    work_package: 'Statutory audit',
    scoping_label: 'Large',
    language: 'nl',
    unit_of_measurement: 'EUR',
    settings: { materiality: '12.50', tags: ['a', 'b'], none: null },
    team: { id: 't', name: 'Rotterdam' },
    components: { reach: 'all', auditor_relation: 'inter_firm', name_pattern: '{entity} {yy}' },
    name_pattern: '{client} – {period}',
    id_pattern: '{client-id}-{number}',
  });

test('templates of one computer are the same on another, for a connection of its own, and a second time nothing is new', async () => {
  const here = computer();
  const connection = await connect(here.call);
  const other = templateWith(connection, { id: 'b', name: 'Other' });
  await here.call('templates.save', [whole(connection), other]);
  expect(await here.call('templates.export', { connection })).toMatchObject({ value: { saved: true } });
  const text = readFileSync(join(here.folder, 'audit-desk-templates-2026-01-05.json'), 'utf8');
  expect(text).not.toContain(connection);
  expect(text).not.toContain(secret);

  const there = computer();
  const its = await connect(there.call);
  const found = await opened(there, its, text);
  expect(found).toMatchObject({ isOpened: true, fault: null, unreadable: 0 });
  expect(await listed(there, its)).toEqual([]); // it is told first
  const entries = fileEntries(found.templates, []);
  expect(entries.map(({ verdict }) => verdict)).toEqual(['new', 'new']);
  await there.call(
    'templates.save',
    entries.map(({ kept }) => kept),
  );
  expect(await listed(there, its)).toEqual([whole(its), { ...other, connection: its }]);
  const again = fileEntries((await opened(there, its, text)).templates, await listed(there, its));
  expect(again.map(({ verdict }) => verdict)).toEqual(['same', 'same']);
});

const header = '"format":"audit-desk-templates"';

test.each([
  ['no JSON', 'hello', 'foreign'],
  ['a file of settings', '{"format":"audit-desk-settings","version":1}', 'other-kind'],
  ['a newer version', `{${header},"version":2,"templates":[]}`, 'newer'],
  ['a file without a list', `{${header},"version":1,"templates":7}`, 'foreign'],
  ['more than 2,000', `{${header},"version":1,"templates":[${Array(2_001).fill('{}').join()}]}`, 'too-many'],
  ['too much', ' '.repeat(8 * 1024 * 1024 + 1), 'too-large'],
])('%s is not taken', async (_, text, fault) => {
  const app = computer();
  const connection = await connect(app.call);
  expect(await opened(app, connection, text)).toMatchObject({ isOpened: false, fault, templates: [] });
});

test('of a file that somebody has changed, what can be read is taken, and the others are counted', async () => {
  const app = computer();
  const connection = await connect(app.call);
  const { connection: _, ...good } = templateWith(connection, { id: 'g', name: 'Good' });
  const templates = [good, { ...good, id: '' }, { ...good, audit_type: 'huge' }, null, 'x', { name: 'y' }];
  const text = JSON.stringify({ format: 'audit-desk-templates', version: 1, templates });
  expect(await opened(app, connection, text)).toMatchObject({
    isOpened: true,
    savedAt: null,
    unreadable: 5,
    templates: [{ id: 'g', connection }],
  });
});

test('where the policy forbids imports, no file is asked for', async () => {
  const app = computer(JSON.stringify({ settingsImport: 'off' }));
  expect(await app.call('templates.open', { connection: 'c' })).toEqual(fail('managed'));
});
