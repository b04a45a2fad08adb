import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type Desk, manager, openDesk, startOfTime } from '../testing/desk.ts';
import { creation, twoFirms } from '../testing/two-firms.ts';
import { longestSnapshot } from './exchange.ts';

const at = (milliseconds: number) => new Date(startOfTime + milliseconds).toISOString();
const restore = (desk: Desk, name: string) => desk.control('POST', `/snapshots/${name}/restore/`);

async function bytesOf(desk: Desk): Promise<Uint8Array> {
  const answer = await desk.sandbox.fetch(new Request('http://127.0.0.1/__sandbox/snapshot/'));
  expect(answer.headers.get('content-type')).toBe('application/vnd.sqlite3');
  return new Uint8Array(await answer.arrayBuffer());
}
async function sent(desk: Desk, bytes: Uint8Array) {
  const request = new Request('http://127.0.0.1/__sandbox/snapshot/', {
    method: 'POST',
    body: new Uint8Array(bytes),
  });
  const answer = await desk.sandbox.fetch(request);
  return { status: answer.status, body: (await answer.json()) as unknown };
}
/** As a service of before wrote it, without a checksum. */
function changed(bytes: Uint8Array, statements: string): Uint8Array {
  const db = new DatabaseSync(':memory:');
  db.deserialize(bytes);
  db.exec(statements);
  const now = db.serialize();
  db.close();
  return now.fill(0, 72, 92);
}

describe('sandbox.md, another fixture', () => {
  it('is loaded in place of the one that there is: its accounts and variants, and a reset returns to it', async () => {
    const desk = openDesk();
    await desk.post('/audits/', creation);
    await desk.advance(60);
    const fixture = { ...twoFirms(), variants: { bare_lists: true } };
    fixture.firms = fixture.firms.slice(0, 1).map((firm) => ({ ...firm, audits: firm.audits.slice(0, 1) }));
    expect((await desk.control('POST', '/fixture/', { fixture })).status).toBe(200);
    expect((await desk.control('GET', '/clock/')).body).toEqual({ now: at(0) });
    expect((await desk.get('/audits/')).status).toBe(401); // no token is left
    const headers = { Authorization: `Bearer ${await desk.token(manager)}` };
    const get = (path: string) => desk.call('GET', path, { as: null, headers });
    expect((await get('/roles/')).body).toEqual([expect.anything(), expect.anything(), expect.anything()]);
    expect((await get('/audits/')).body).toMatchObject({ count: 1 });
    await desk.control('POST', '/audits/north/audit/', { status: 'archived' });
    await desk.control('POST', '/reset/');
    const state = (await desk.control('GET', '/state/north/audits/0/')).body;
    expect(state).toMatchObject({ count: 1, results: [{ id: 'audit', status: 'open' }] });
  });

  it('a scenario by its name; what is none leaves the state as it is, and is a sentence', async () => {
    const desk = openDesk();
    const { results } = (await desk.control('GET', '/scenarios/')).body as {
      readonly results: readonly { readonly name: string; readonly sentence: string }[];
    };
    expect(results.map(({ name }) => name)).toContain('demo:no-credits');
    expect(await desk.control('POST', '/fixture/', { fixture: 'demo:nothing' })).toMatchObject({
      status: 400,
      body: { fixture: [expect.stringContaining('demo:no-credits')] },
    });
    expect(await desk.control('POST', '/fixture/', { fixture: { roles: 5 } })).toMatchObject({ status: 400 });
    expect((await desk.get('/audits/')).status).toBe(200);
    await desk.control('POST', '/fixture/', { fixture: 'demo:no-credits' });
    expect((await desk.control('GET', '/state/')).body).toMatchObject({
      firms: [{ id: 'van-rossem-bellani', credits: 0 }],
    });
  });
});

const fixtureFault = 'its fixture cannot be read';
const kindFault = 'its table "audit" has a value of another kind';

describe('sandbox.md, snapshots', () => {
  it('by name: state, tokens, clock and limits come back; quota, faults and log are empty', async () => {
    const desk = openDesk();
    const token = await desk.token(manager);
    await desk.control('POST', '/firms/north/', { credits: 7, rate_limits: { read: { burst: 2 } } });
    await desk.advance(60);
    const kept = await desk.control('POST', '/snapshots/', { name: 'start/é' });
    expect(kept).toMatchObject({ status: 201, body: { name: 'start/é', taken_at: at(60_000) } });
    const before = (await desk.get('/audits/')).text;

    await desk.post('/audits/', creation);
    await desk.call('DELETE', '/audits/audit/');
    await desk.control('POST', '/firms/north/', { credits: 1, rate_limits: { read: { burst: 9 } } });
    await desk.control('POST', '/service-accounts/north-manager/', { revoke_tokens: true });
    await desk.control('POST', '/faults/', { kind: 'drop_before', times: null });
    await desk.advance(5_000);

    expect(await restore(desk, 'start%2F%C3%A9')).toMatchObject({
      status: 200,
      body: { taken_at: at(60_000) },
    });
    expect((await desk.control('GET', '/clock/')).body).toEqual({ now: at(60_000) });
    expect((await desk.control('GET', '/requests/')).body).toEqual({ results: [] });
    const headers = { Authorization: `Bearer ${token}` };
    const get = (path: string) => desk.call('GET', path, { as: null, headers });
    expect((await get('/audits/')).text).toBe(before);
    // Two requests fit, as the limits of the snapshot say.
    const statuses = [];
    for (const path of ['audit', 'audit', 'audit']) statuses.push((await get(`/audits/${path}/`)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await desk.control('POST', '/firms/north/', {})).body).toMatchObject({ credits: 7 });
  });

  it('a snapshot can be restored again and again, also after a reset, until it is deleted', async () => {
    const desk = openDesk();
    await desk.post('/audits/', creation);
    await desk.control('POST', '/snapshots/', { name: 'one' });
    for (const _ of [1, 2]) {
      await desk.control('POST', '/reset/');
      expect((await restore(desk, 'one')).status).toBe(200);
      expect((await desk.control('POST', '/audits/north/new/', {})).status).toBe(200);
    }
    expect((await desk.control('GET', '/snapshots/')).body).toEqual({
      results: [{ name: 'one', taken_at: at(0) }],
    });
    expect((await desk.control('DELETE', '/snapshots/one/')).status).toBe(200);
    expect((await desk.control('GET', '/snapshots/')).body).toEqual({ results: [] });
    for (const answer of [await restore(desk, 'one'), await desk.control('DELETE', '/snapshots/one/')])
      expect(answer).toMatchObject({ status: 404, body: { detail: 'There is no snapshot "one".' } });
    for (const answer of [await restore(desk, '%00'), await desk.control('DELETE', '/snapshots/%00/')])
      expect(answer).toMatchObject({ status: 404, body: { detail: 'There is no snapshot "\0".' } });
    expect((await desk.control('POST', '/audits/north/new/', {})).status).toBe(200);
  });

  it('a frozen clock stays frozen', async () => {
    const desk = openDesk(undefined, { machineTime: Date.now });
    const { body } = await desk.control('POST', '/clock/', { frozen: true });
    await desk.control('POST', '/snapshots/', { name: 'still' });
    await desk.control('POST', '/clock/', { frozen: false, advance_seconds: 60 });
    await restore(desk, 'still');
    expect((await desk.control('GET', '/clock/')).body).toEqual(body);
  });

  it('names: taken, missing and too many', async () => {
    const desk = openDesk();
    expect((await desk.control('POST', '/snapshots/', {})).body).toEqual({
      name: ['This field is required.'],
    });
    for (let index = 0; index < 100; index += 1)
      expect((await desk.control('POST', '/snapshots/', { name: String(index) })).status).toBe(201);
    expect(await desk.control('POST', '/snapshots/', { name: '5' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('"5" already') },
    });
    expect(await desk.control('POST', '/snapshots/', { name: 'more' })).toMatchObject({
      status: 409,
      body: { detail: 'There are 100 snapshots already. Delete one first.' },
    });
    expect((await desk.control('GET', '/snapshot/')).status).toBe(200);
    expect((await desk.control('DELETE', '/snapshot/')).status).toBe(405);
  });

  it('as a file: another service goes on with another fixture, and its own snapshots stay', async () => {
    const [one, other] = [
      openDesk(),
      openDesk((f) => ({ ...f, firms: f.firms.slice(1), variants: { windows: 'fixed' } })),
    ];
    const token = await one.token(manager);
    await one.post('/audits/', creation);
    await other.control('POST', '/snapshots/', { name: 'own' });
    expect((await sent(other, await bytesOf(one))).status).toBe(200);
    const headers = { Authorization: `Bearer ${token}` };
    const get = (path: string) => other.call('GET', path, { as: null, headers });
    expect((await get('/audits/new/')).status).toBe(200);
    expect((await get('/work-packages/')).text).toBe((await one.get('/work-packages/')).text);
    await other.control('POST', '/reset/');
    expect((await other.control('POST', '/firms/north/', {})).status).toBe(200);
    expect((await restore(other, 'own')).status).toBe(200);
    expect((await other.control('POST', '/firms/north/', {})).status).toBe(404);
    expect((await other.control('POST', '/firms/south/', {})).status).toBe(200);
  });

  it.each([
    ['nothing', () => new Uint8Array(), 'it is not a snapshot of this service'],
    [
      'text',
      () => new TextEncoder().encode('no database '.repeat(900)),
      'it is not a snapshot of this service',
    ],
    ['half', (all: Uint8Array) => all.slice(0, all.length / 2), /^it is damaged|malformed/],
    [
      'a page overwritten',
      (all: Uint8Array) => all.map((byte, index) => (index >= 4_096 && index < 8_192 ? 255 : byte)),
      'it is damaged: its checksum is another',
    ],
    [
      'one letter of a name changed',
      (all: Uint8Array) => {
        const place = Buffer.from(all).indexOf('Statutory audit');
        return all.map((byte, index) => (index === place ? byte + 1 : byte));
      },
      'it is damaged: its checksum is another',
    ],
    [
      'a newer version',
      (all: Uint8Array) => changed(all, 'pragma user_version = 99'),
      'it has version 99, this service reads 5',
    ],
    [
      'another program’s',
      (all: Uint8Array) => changed(all, 'pragma application_id = 7'),
      'it is not a snapshot of this service',
    ],
    [
      'one with a trigger',
      (all: Uint8Array) => changed(all, 'create trigger t after insert on audit begin select 1; end'),
      'it has other tables than a snapshot',
    ],
    [
      'one without a table',
      (all: Uint8Array) => changed(all, 'drop table token'),
      'it has other tables than a snapshot',
    ],
    [
      'one without a fixture',
      (all: Uint8Array) => changed(all, "delete from meta where key = 'fixture'"),
      'it has no state',
    ],
    ...(
      [
        ['a fixture that is no JSON', "update meta set value = '{' where key = 'fixture'", fixtureFault],
        ['a fixture of nothing', "update meta set value = '[]' where key = 'fixture'", fixtureFault],
        ['a time in words', "update meta set value = 'x' where key = 'taken-at'", 'its time is none'],
        [
          'a time too late',
          "update meta set value = '999999999999999' where key = 'taken-at'",
          'its time is none',
        ],
        ['limits that are no JSON', "update firm set limits = '{'", 'its limits cannot be read'],
        ['limits of no tier', "update firm set limits = '{}'", 'its limits cannot be read'],
        ['roles that are no names', "update account set roles = '[5]'", 'its roles cannot be read'],
        ['a word for a time', "update audit set created_at = 'abc' where id = 'audit'", kindFault],
        ['bytes for a name', "update audit set name = x'00ff' where id = 'audit'", kindFault],
        ['a null character', "update audit set name = 'a' || char(0) where id = 'audit'", kindFault],
        [
          'a number too large',
          "update audit set created_at = 9223372036854775807 where id = 'audit'",
          kindFault,
        ],
      ] as const
    ).map(
      ([name, statement, reason]) => [name, (all: Uint8Array) => changed(all, statement), reason] as const,
    ),
    [
      'a data file',
      (all: Uint8Array) => all.map((byte, index) => (index === 18 || index === 19 ? 2 : byte)),
      'it is a data file and not a snapshot',
    ],
  ] as const)('%s is refused by a sentence, and the state stays', async (_, make, reason) => {
    const desk = openDesk();
    await desk.post('/audits/', creation);
    const refused = await sent(desk, make(await bytesOf(desk)));
    expect(refused).toEqual({
      status: 400,
      body: {
        detail: expect.stringMatching(/^The snapshot was not restored: .*\. The state is as it was\.$/),
      },
    });
    expect(
      (refused.body as { detail: string }).detail.slice('The snapshot was not restored: '.length),
    ).toMatch(reason);
    expect((await desk.get('/audits/new/')).status).toBe(200);
  });

  it('one of before, without a checksum, is restored', async () => {
    const desk = openDesk();
    const before = changed(await bytesOf(desk), 'select 1');
    await desk.post('/audits/', creation);
    expect((await sent(desk, before)).status).toBe(200);
    expect((await desk.control('GET', '/state/north/audit/new/')).status).toBe(404);
  });

  it('one that is too large is refused', async () => {
    const desk = openDesk();
    expect(await sent(desk, new Uint8Array(longestSnapshot + 1))).toMatchObject({ status: 413 });
    expect((await desk.get('/audits/')).status).toBe(200);
  });
});
