import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { BridgeOutput } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import type { Correction } from '../../shared/rules/tables/model.ts';
import { connect, openApp, planOf } from '../testing/app.ts';
import { clientColumns, everything, importsIn, sentClients, setupOf, view } from '../testing/imports.ts';

// A table in front of the whole of main, a service and the process that has it.

let folder = '';
const open: { readonly close: () => Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tables-'));
});
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
  rmSync(folder, { recursive: true });
});

/** The app in front of a service, some of whose answers a test has otherwise. */
async function openImports(answer: (path: string) => Promise<number | null> | number | null = () => null) {
  const desk = openDesk();
  const asked: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method === 'GET') asked.push(pathname.replace('/api/v1', ''));
    const status = await answer(pathname.replace('/api/v1', ''));
    return status === null ? desk.sandbox.fetch(request) : Response.json({ detail: 'No.' }, { status });
  };
  const app = openApp(folder, { ...desk, sandbox: { ...desk.sandbox, fetch } });
  open.push(app);
  const connection = await connect(app.call);
  return { ...app, ...importsIn(app.call, folder, connection), connection, asked, desk };
}

const clients = [
  ['group', 'Groep N.V.', 'NL'],
  ['fresh', 'Fresh B.V.', 'NL'],
  ['nowhere', 'Nowhere', 'Atlantis'],
];

test('a table is checked where it was read; its plan is made of what was checked, and it is kept as it was sent', async () => {
  const { value, openRows, check, checkWhole, desk, events } = await openImports();
  const id = await openRows(clients);
  const first = await checkWhole(id, setupOf('clients', clientColumns));
  expect(first.states).toEqual({ 2: 'unchanged', 3: 'new', 4: 'wrong' });
  expect(first).toMatchObject({
    counts: { new: 1, unchanged: 1, wrong: 1 },
    causes: [{ code: 'unknown-value', column: 'country', isWarning: false, count: 1 }],
    doubted: [],
    remedies: [],
    steps: 1,
    error: null,
  });
  expect(events).not.toContainEqual({ type: 'import-known', id }); // what it is checked against had come

  const corrections = [
    { row: 4, place: 2, text: 'BE' },
    { row: 4, place: 2, text: 'IT' },
  ];
  const second = await check(id, setupOf('clients', clientColumns, { corrections }));
  expect(second).toMatchObject({ steps: 2, isWhole: true, states: { 4: 'new' } });
  expect(second.rows.at(-1)?.row.cells).toEqual(['nowhere', 'Nowhere', 'IT']);
  const left = setupOf('clients', clientColumns, { corrections, left: [3] });
  expect(await check(id, left)).toMatchObject({ steps: 1, states: { 2: 'unchanged', 4: 'new' } });

  expect(await value('import.send', { id, ...sentClients })).toMatchObject({ id: 'plan' });
  expect(await value('plans.wait', { id: 'plan' })).toMatchObject({ state: 'ended', counts: { done: 1 } });
  expect(JSON.stringify((await desk.get('/client-organisations/')).body)).toContain('"nowhere"');
  expect(await value('import.readSent', { id: 'plan' })).toMatchObject({ name: 'clients.csv', rows: 3 });
  const kept = await value('import.readSentRows', { id: 'plan', part: 1 });
  expect(JSON.parse(kept ?? '')).toMatchObject([
    { number: 2, unsent: 'unchanged', existing: 'group' },
    { number: 3, unsent: 'left' },
    { number: 4, unsent: null, cells: ['nowhere', 'Nowhere', 'IT'] },
  ]);
});

test('the numbers of rows cross only where they are others, and the rows of a view whenever it is asked for', async () => {
  const { value, openRows, check, checkWhole } = await openImports();
  const id = await openRows(clients);
  const { shown } = await checkWhole(id, setupOf('clients', clientColumns));
  expect(shown).toMatchObject({ numbers: [2, 3, 4], rows: [{}, {}, {}] });
  const same = { ...view, version: shown.version, first: 1, end: 2 };
  const again = await check(id, setupOf('clients', clientColumns, { view: same }));
  expect(again.shown).toMatchObject({
    version: shown.version,
    numbers: null,
    rows: [{ row: { number: 3 } }],
  });
  const wrong = { ...same, filter: { ...view.filter, state: 'wrong' }, first: 0 };
  const answer = await value('import.shown', { id, view: JSON.stringify(wrong) });
  expect(JSON.parse(answer)).toMatchObject({ numbers: [4], rows: [{ row: { number: 4 } }] });
});

test.each([
  ['a state', { state: 'wrong' }, [4]],
  ['a cause', { cause: { code: 'unknown-value', column: 'country', isWarning: false } }, [4]],
  ['a cause that no row has', { cause: { code: 'twice', column: 'client_id', isWarning: false } }, []],
  ['a state, with one that stays', { state: 'new', staying: [2] }, [2, 3]],
  ['everything', {}, [2, 3, 4]],
])('rows are shown by %s', async (_, filter, numbers) => {
  const { value, openRows, checkWhole } = await openImports();
  const id = await openRows(clients);
  await checkWhole(id, setupOf('clients', clientColumns));
  const text = JSON.stringify({ state: 'all', cause: null, staying: [], ...filter });
  expect(await value('import.numbers', { id, filter: text })).toEqual(numbers);
});

test('what the columns of a table have is told with its corrections, and with the columns that these add', async () => {
  const { value, openRows, readings } = await openImports();
  const id = await openRows([
    ['', '03/04/2025', "'=1"],
    ['a', '25/04/2025', ''],
  ]);
  const factsOf = async (corrections: readonly Correction[]) =>
    JSON.parse(
      await value('import.facts', {
        id,
        rows: JSON.stringify({ reading: readings.get(id), headerRow: 0, takesHidden: false, corrections }),
      }),
    ) as unknown;
  expect(await factsOf([])).toEqual({
    rows: 2,
    width: 3,
    columns: [
      { sample: 'a', orders: ['ymd'], order: 'ymd', content: null },
      { sample: '03/04/2025', orders: ['dmy'], order: 'dmy', content: null },
      { sample: '=1', orders: ['ymd'], order: 'ymd', content: null },
    ],
    unescaped: 1,
  });
  expect(
    await factsOf([
      { row: 3, place: 1, text: '05/04/2025' },
      { row: 2, place: 3, text: 'more' },
    ]),
  ).toMatchObject({
    width: 3,
    columns: [{}, { orders: ['dmy', 'mdy'], order: null }, {}, { sample: 'more' }],
  });
});

test('of single clients and audits only those in the table are read, and again only what a correction names anew', async () => {
  const { openRows, checkWhole, asked, clock } = await openImports();
  const columns = { group_audit_id: 0, legal_entity_ids: 1, component_name: 2, auditor_relation: 3 };
  const id = await openRows([
    ['consolidated', 'sub', 'component', 'inter_office'],
    ['audit-of-nobody', 'sub', 'other', 'self'],
  ]);
  await clock.advance(1_000);
  const { states } = await checkWhole(id, setupOf('components', columns));
  expect(Object.keys(states)).toEqual(['2', '3']);
  const once = asked.filter((path) => path !== '/permissions/');
  expect(once).toContain('/audits/consolidated/component-audits/');
  expect(once).toContain('/client-organisations/group/legal-entities/');
  expect(once.filter((path) => path.includes('trial') || path.includes('nobody'))).toEqual([]);
  expect(new Set(once).size).toBe(once.length); // each once
  await clock.advance(1_000);
  const corrections = [
    { row: 3, place: 0, text: 'consolidated' },
    { row: 3, place: 1, text: 'leaf' },
  ];
  const again = await checkWhole(id, setupOf('components', columns, { corrections }));
  expect(again.states).toMatchObject({ 3: 'new' });
  expect(asked.filter((path) => path === '/audits/')).toHaveLength(1);
});

test('a component audit that a table of users names is asked for by its id; one that is not there settles that', async () => {
  const { openRows, checkWhole } = await openImports();
  const id = await openRows([
    ['audit', 'anna.smit@firm.example', 'audit_auditor'],
    ['component', 'anna.smit@firm.example', 'audit_auditor'],
    ['no-such-audit', 'anna.smit@firm.example', 'audit_auditor'],
  ]);
  const checked = await checkWhole(id, setupOf('users', { audit_id: 0, user_id: 1, role: 2 }));
  expect(checked).toMatchObject({ isWhole: true, error: null });
  expect(checked.states).toMatchObject({ 2: 'unchanged' });
  expect(checked.rows[2]?.issues).toMatchObject([{ code: 'unknown-audit' }]);
});

test('a list that cannot be read is told, and what was read stays; nothing is sent until it is read on', async () => {
  let isDown = true;
  const { value, call, openRows, checkWhole, asked } = await openImports((path) =>
    isDown && path === '/client-organisations/' ? 403 : null,
  );
  const id = await openRows(clients);
  const failed = await checkWhole(id, setupOf('clients', clientColumns));
  expect(failed).toMatchObject({ isWhole: false, error: { code: 'forbidden' } });
  expect(await call('import.send', { id, ...sentClients })).toMatchObject({
    error: { code: 'invalid-input' },
  });
  expect(await value('import.readSent', { id: 'plan' })).toBeNull();
  isDown = false;
  await value('import.reading', { isWanted: true, id });
  const whole = await checkWhole(id, setupOf('clients', clientColumns));
  expect(whole).toMatchObject({ isWhole: true, error: null });
  expect(asked.filter((path) => path === '/client-organisations/').length).toBeGreaterThan(1);
});

test('what a plan makes that has not ended is not made again; when it ends, all is read anew', async () => {
  const { value, openRows, checkWhole, connection, events } = await openImports();
  const row = [
    'new',
    'Jaarrekening 2026',
    'group',
    'leaf',
    '2026-01-01',
    '2026-12-31',
    'wp',
    'Small',
    'en-us',
  ] as const;
  const names = ['audit_id', 'audit_name', 'client_id', 'legal_entity_ids', 'period_start', 'period_end'];
  const columns = [...names, 'work_package_id', 'scoping_label', 'language'];
  const mapping = Object.fromEntries(columns.map((column, place) => [column, place]));
  const setup = setupOf('audits', mapping, { orders: { period_start: 'ymd', period_end: 'ymd' } });
  const id = await openRows([row]);
  expect((await checkWhole(id, setup)).states).toEqual({ 2: 'new' });
  await value('plans.submit', planOf(connection, creation));
  await value('plans.wait', { id: 'plan-1' });
  expect(events).toContainEqual({ type: 'import-known', id });
  expect((await checkWhole(id, setup)).states).toEqual({ 2: 'unchanged' });
});

test('where its lists take long, a table is checked by what has come, and again once it is told that more has', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<null>();
  const { openRows, check, checkWhole, clock, events, asked } = await openImports((path) =>
    path === '/client-organisations/' ? released : null,
  );
  const id = await openRows(clients);
  const first = check(id, setupOf('clients', clientColumns));
  await expect.poll(() => asked).toContain('/client-organisations/');
  await clock.advance(1_000);
  expect(await first).toMatchObject({
    isWhole: false,
    error: null,
    states: { 2: 'new', 3: 'new', 4: 'wrong' },
  });
  release(null);
  await expect.poll(() => events).toContainEqual({ type: 'import-known', id });
  expect((await checkWhole(id, setupOf('clients', clientColumns))).states).toMatchObject({ 2: 'unchanged' });
});

test('while no screen shows it nothing is read for a table; once one does, all is read that changed meanwhile', async () => {
  const { value, openRows, checkWhole, asked, connection, clock } = await openImports();
  const id = await openRows(clients);
  await checkWhole(id, setupOf('clients', clientColumns));
  await value('import.reading', { isWanted: false, id });
  const before = asked.filter((path) => path === '/client-organisations/').length;
  await value('plans.submit', planOf(connection, creation));
  await value('plans.wait', { id: 'plan-1' });
  await clock.advance(1_000);
  expect(asked.filter((path) => path === '/client-organisations/')).toHaveLength(before);
  await clock.advance(1_000);
  expect(await checkWhole(id, setupOf('clients', clientColumns))).toMatchObject({ isWhole: true });
  expect(asked.filter((path) => path === '/client-organisations/')).toHaveLength(before + 1);
});

test('what is asked of another reading of a file is not answered by this one', async () => {
  const { value, call, openRows, check, readings } = await openImports();
  const id = await openRows(clients);
  const { shown } = await check(id, setupOf('clients', clientColumns));
  await value('import.read', { id, separator: ';' }); // the window may not have taken it
  const notFound = { error: { code: 'not-found-here' } };
  const reading = readings.get(id);
  const setup = JSON.stringify({ ...JSON.parse(setupOf('clients', clientColumns)), reading });
  const rows = JSON.stringify({ reading, headerRow: 0, takesHidden: false, corrections: [] });
  expect(await call('import.check', { id, setup })).toMatchObject(notFound);
  expect(await call('import.facts', { id, rows })).toMatchObject(notFound);
  expect(await call('import.shown', { id, view: JSON.stringify(view) })).toMatchObject(notFound);
  expect(await call('import.numbers', { id, filter: everything })).toMatchObject(notFound);
  await value('import.read', { id, separator: ',' });
  const again = await check(
    id,
    setupOf('clients', clientColumns, { view: { ...view, version: shown.version } }),
  );
  expect(again.shown.numbers).toEqual([2, 3, 4]); // of a process that has told none
});

test('a table ends when its window opens another for the same connection, or is gone, and with its process', async () => {
  const { call, dispatch, value, openRows, connection, readings } = await openImports();
  const notFound = { ok: false, error: { code: 'not-found-here' } };
  const isThere = async (id: string) => {
    const reading = readings.get(former); // each is of the same file
    const rows = JSON.stringify({ reading, headerRow: 0, takesHidden: false, corrections: [] });
    return call('import.facts', { id, rows });
  };
  const former = await openRows(clients);
  const id = await openRows(clients);
  expect(await isThere(former)).toMatchObject(notFound);
  expect(await isThere(id)).toMatchObject({ ok: true });

  const page = new AbortController();
  const opened = (await dispatch('import.open', { connection }, 7, page.signal)) as Reply<
    BridgeOutput<'import.open'>
  >;
  const own = opened.ok ? (opened.value?.id ?? '') : '';
  expect(await isThere(own)).toMatchObject({ ok: true });
  expect(await isThere(id)).toMatchObject({ ok: true }); // of another window
  page.abort();
  expect(await isThere(own)).toMatchObject(notFound);

  expect(await call('import.check', { id, setup: 'no JSON' })).toMatchObject(notFound); // its process cannot go on
  expect(await isThere(id)).toMatchObject(notFound);
  expect(await value('import.read', { id })).toMatchObject({ id }); // which reads the file again
  expect(await isThere(id)).toMatchObject({ ok: true });
});
