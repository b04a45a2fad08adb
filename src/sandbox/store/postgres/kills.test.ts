import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FirmState } from '../../../shared/workbench.ts';
import { clusterAddress } from '../../testing/postgres.ts';
import { call, createProcesses, type Running, tokenOf } from '../../testing/processes.ts';
import { newSchema } from '../../testing/stores.ts';
import { creation, twoFirms } from '../../testing/two-firms.ts';
import { expectWhole, openWitness, richFirms, writeUntil } from '../../testing/witness.ts';

// Replicas as processes, of which one is killed again and again while all of them are at work.

const kills = Number(process.env['KILLS'] ?? 4);
const limit = 60_000 + kills * 10_000; // milliseconds

let folder = '';
const processes = createProcesses({ check: true });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => {
  processes.endAll();
  rmSync(folder, { recursive: true });
});

/** Starts replicas of a new service. */
function replicasOf(fixture: unknown, ...more: readonly string[]): () => Promise<Running> {
  const file = join(folder, 'f.json');
  writeFileSync(file, JSON.stringify(fixture));
  const words = ['--fixture', file, '--database', newSchema(clusterAddress())];
  return () => processes.start([...words, '--control', '--initialisation-seconds', '0', ...more]);
}

/** Gives each connection to the next replica, as a balancer does that knows nothing of HTTP. */
function createBalancer(replicas: readonly Running[]): Server {
  let taken = 0;
  return createServer((socket) => {
    const replica = replicas[taken % replicas.length];
    taken += 1;
    const other = connect(Number(new URL(replica?.baseUrl ?? '').port), '127.0.0.1');
    socket.pipe(other).pipe(socket);
    for (const one of [socket, other])
      one
        .on('error', () => {})
        .on('close', () => {
          socket.destroy();
          other.destroy();
        });
  });
}

it(
  'kill -9 of a replica loses nothing that was answered with success, and leaves nothing by half',
  async () => {
    const start = replicasOf(richFirms());
    const [witness, survivor] = [openWitness(), await start()];
    const token = await tokenOf(survivor, 'north-manager', 'north manager secret');
    for (let round = 0; round < kills; round += 1) {
      const victim = await start();
      await writeUntil(1 + ((round * 7) % 40), { running: [victim, survivor], token, witness, round });
      await victim.ended;
      if (round % 10 === 9 || round === kills - 1) await expectWhole(survivor, token, witness);
    }
    expect(witness.coupled.size).toBeGreaterThan(kills / 4);
  },
  limit,
);

it('behind a TCP balancer they are one service, also while one of them dies', async () => {
  const replicas: Running[] = [];
  const balancer = createBalancer(replicas);
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  const { port } = balancer.address() as AddressInfo; // it listens on a port, not on a pipe
  const allow = ['--allow-host', `127.0.0.1:${String(port)}`];
  const burst = 20;
  const start = replicasOf(
    { ...twoFirms(), rate_limits: { ...twoFirms().rate_limits, read: { burst } } },
    ...allow,
  );
  const first = await start();
  replicas.push(first, await start(), await start());
  const base = { ...first, baseUrl: `http://127.0.0.1:${String(port)}` };
  // Each request has a connection of its own, and so another replica than the one before.
  const ask = async (method: string, path: string, token: string, body?: unknown): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${base.baseUrl}${path}`,
        {
          method,
          agent: false,
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        },
        (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0));
        },
      );
      sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  const token = await tokenOf(base, 'north-manager', 'north manager secret');
  expect(await ask('POST', '/api/v1/audits/', token, creation)).toBe(201);
  const statuses = [];
  for (let nth = 0; nth < burst + 3; nth += 1) {
    if (nth === 7) {
      const [victim] = replicas.splice(0, 1); // the balancer sees that it is gone
      victim?.child.kill('SIGKILL');
      await victim?.ended;
    }
    statuses.push(await ask('GET', `/api/v1/audits/${creation.id}/`, token));
  }
  expect(statuses).toEqual([...Array.from({ length: burst }, () => 200), 429, 429, 429]);
  balancer.close();
});

it(
  'no quota is forgotten or given twice where a replica is killed',
  async () => {
    const burst = 25;
    const start = replicasOf({ ...twoFirms(), rate_limits: { ...twoFirms().rate_limits, read: { burst } } });
    const survivor = await start();
    await call(survivor, '', 'POST', '/__sandbox/clock/', { frozen: true });
    for (let round = 0; round < kills; round += 1) {
      const victim = await start();
      const token = await tokenOf(survivor, 'north-manager', 'north manager secret');
      let answered = 0;
      const read = async (replica: Running) => {
        const { status } = await call(replica, token, 'GET', '/api/v1/audits/audit/');
        answered += 1;
        if (answered === 5 + (round % 15)) victim.child.kill('SIGKILL');
        return status;
      };
      const asked = Array.from({ length: 60 }, (_, nth) =>
        read(nth % 2 === 0 ? victim : survivor).catch(() => 'lost' as const),
      );
      const results = await Promise.all(asked);
      const count = (wanted: number | 'lost') => results.filter((result) => result === wanted).length;
      expect(count(200)).toBeLessThanOrEqual(burst);
      expect(count(200) + count('lost')).toBeGreaterThanOrEqual(burst);
      expect(count(200) + count('lost') + count(429)).toBe(60);
      // What was admitted without an answer counts as well.
      const { body } = await call(survivor, '', 'GET', '/__sandbox/state/');
      const [firm] = (body as { readonly firms: readonly FirmState[] }).firms; // as the state tests prove
      const windows = firm?.tiers.find(({ tier }) => tier === 'read')?.windows;
      expect(windows?.[0]).toMatchObject({ window: 'burst', counted: burst });
      await victim.ended;
      await call(survivor, '', 'POST', '/__sandbox/clock/', { advance_seconds: 60 });
    }
  },
  limit,
);
