import { describe, expect, it } from 'vitest';
import type { Exchange, ExchangePage } from '../../shared/workbench.ts';
import { openSqlite } from '../store/sqlite/sqlite.ts';
import type { Database } from '../store/store.ts';
import { type Desk, openDesk, startOfTime } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

async function newest(desk: Desk): Promise<number> {
  return ((await desk.control('GET', '/exchanges/after/0/')).body as ExchangePage).newest;
}

const again = (desk: Desk, id: number) => desk.control('POST', `/exchanges/${String(id)}/replay/`);

async function exchange(desk: Desk, id: number): Promise<Exchange> {
  return (await desk.control('GET', `/exchanges/${String(id)}/`)).body as Exchange;
}

describe('a request that is sent again', () => {
  it('is carried out for the same service account, and recorded as any other', async () => {
    const desk = openDesk();
    await desk.post('/audits/', creation);
    const first = await newest(desk);
    await desk.call('DELETE', '/audits/new/');
    await desk.advance(10);
    const received = await again(desk, first);
    expect(received).toMatchObject({ status: 200, body: { id: await newest(desk) } });
    expect(await exchange(desk, await newest(desk))).toMatchObject({
      method: 'POST',
      status: 201,
      client_id: 'north-manager',
      request: { headers: { authorization: 'Bearer (removed)' }, body: { text: JSON.stringify(creation) } },
    });
    expect((await desk.get('/audits/new/')).status).toBe(200);
    await again(desk, first);
    expect(await exchange(desk, await newest(desk))).toMatchObject({ status: 409, rules: ['id-taken'] });
  });
  it('counts against the tier, and meets faults', async () => {
    const desk = openDesk((fixture) => ({ ...fixture, rate_limits: { reference: { burst: 1 } } }));
    await desk.get('/roles/');
    const first = await newest(desk);
    await again(desk, first);
    expect(await exchange(desk, await newest(desk))).toMatchObject({ status: 429 });
    await desk.control('POST', '/faults/', { kind: 'drop_before' });
    expect((await again(desk, first)).status).toBe(200);
    expect(await exchange(desk, await newest(desk))).toMatchObject({ status: null, fault: 'drop_before' });
  });
  it('that a fault kept from the service is carried out now', async () => {
    const desk = openDesk();
    await desk.get('/roles/');
    for (const kind of ['status', 'drop_before'] as const) {
      await desk.control('POST', '/faults/', { kind, status: 503 });
      await desk.get('/audits/').catch(() => undefined);
      await again(desk, await newest(desk));
      expect(await exchange(desk, await newest(desk))).toMatchObject({
        path: '/api/v1/audits/',
        status: 200,
      });
    }
  });
  it('without a token, or with one that nobody knew, is refused as before', async () => {
    const desk = openDesk();
    for (const headers of [{}, { Authorization: 'Bearer unknown-token' }] as const) {
      await desk.call('GET', '/roles/', { as: null, headers });
      const first = await newest(desk);
      await again(desk, first);
      const [one, other] = [await exchange(desk, first), await exchange(desk, await newest(desk))];
      expect(other).toMatchObject({ status: 401, rules: one.rules });
    }
  });
  it('of which nobody knows who sent it is not sent', async () => {
    const database = openSqlite({ file: undefined, cache: undefined, machineTime: () => startOfTime });
    let isBroken = false;
    const read: Database['read'] = (work) => {
      if (isBroken) throw new Error('broken');
      return database.read(work);
    };
    const desk = openDesk(undefined, { database: { ...database, read, outageOf: () => 'away' } });
    await desk.get('/roles/');
    isBroken = true;
    expect((await desk.get('/roles/')).status).toBe(503);
    isBroken = false;
    const last = await newest(desk);
    expect(await again(desk, last)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('which service account') },
    });
    expect(await newest(desk)).toBe(last);
  });
  it('is that of the run that is named, and no other', async () => {
    const desk = openDesk();
    await desk.get('/roles/');
    const { run, newest: id } = (await desk.control('GET', '/exchanges/after/0/')).body as ExchangePage;
    const send = (of: string) => desk.control('POST', `/exchanges/${of}/${String(id)}/replay/`);
    const read = (of: string) => desk.control('GET', `/exchanges/${of}/${String(id)}/`);
    expect([(await send('another')).status, (await read('another')).status]).toEqual([404, 404]);
    expect(await newest(desk)).toBe(id);
    expect([(await send(run)).status, (await read(run)).status]).toEqual([200, 200]);
  });
  it('of which a part was not kept is not sent', async () => {
    const desk = openDesk();
    await desk.token('north-manager');
    const received = await again(desk, await newest(desk));
    expect(received).toMatchObject({ status: 409, body: { detail: expect.stringContaining('not kept') } });
    expect(await newest(desk)).toBe(1);
    expect((await again(desk, 99)).status).toBe(404);
    expect((await desk.control('GET', '/exchanges/1/replay/')).status).toBe(405);
  });
});
