import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlimited } from '../e2e/fixtures/fixture-file.ts';
import type { Fetch } from '../src/main/api/exchange.ts';
import { type Clock, systemClock } from '../src/main/clock.ts';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import { listen } from '../src/sandbox/http/listen.ts';
import type { Step } from '../src/shared/plan.ts';
import { connection, startEngine } from './engine.ts';
import { firm, standing } from './firm.ts';
import { seeded, weighted } from './random.ts';
import { openWireProxy, type Treatment } from './wire-proxy.ts';

const group = 'standing 0';
const pace = 100; // time goes so many times as fast: the engine looks for a minute for what was lost

export interface EndingConnections {
  /** Requests that create, as the engine counts them and as they came to the other side. */
  readonly sent: number;
  readonly reached: number;
  /** Components that are there of the creations, and steps that are done. */
  readonly there: number;
  readonly done: number;
  /** Steps that leave it to a person which of several components is theirs. */
  readonly named: number;
}

/**
 * Has the engine create components, each of other entities, over real sockets that are kept until they end at random: before the service
 * has the request, before its answer, within it.
 */
export async function createOverEndingConnections(
  count: number,
  seed: number,
  fetch: Fetch,
): Promise<EndingConnections> {
  const fixture = readFixture(firmOf(count));
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value });
  const service = await listen(sandbox, 0);
  const proxy = await openWireProxy(service.baseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-connections-'));
  const random = seeded(seed);
  let reached = 0;
  proxy.treat(({ method, path }) => {
    if (method !== 'POST' || !path.endsWith('/component-audits/')) return {};
    reached += 1;
    return weighted(random, endings);
  });
  const clock: Clock = {
    wall: systemClock.wall,
    monotonic: () => systemClock.monotonic() * pace,
    schedule: (milliseconds, callback) => systemClock.schedule(milliseconds / pace, callback),
  };
  const path = join(folder, 'journal.db');
  const engine = startEngine({ clock, fetch, baseUrl: proxy.baseUrl, path, random });
  engine.plans.submit({ id: 'plan', connection, title: 'Components', steps: stepsOf(count) });
  for (let round = 0; round < 100; round += 1) {
    const ended = await engine.plans.wait('plan');
    if (ended.ok && ended.value.state !== 'paused') break;
    engine.plans.resume('plan'); // five losses in a row pause it
  }
  const { steps, there } = await outcome(engine, count);
  await engine.close();
  await proxy.close();
  await service.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
  return {
    sent: steps.reduce((sum, { attempts }) => sum + attempts, 0),
    reached,
    there,
    done: steps.filter(({ state }) => state === 'done').length,
    named: steps.filter(({ state }) => state === 'unclear').length,
  };
}

const endings: readonly (readonly [Treatment, number])[] = [
  [{}, 40],
  [{ forwards: 0, bytes: 0, end: 'finish' }, 1],
  [{ forwards: 0, bytes: 0, end: 'reset' }, 1],
  [{ bytes: 0, end: 'finish' }, 2],
  [{ bytes: 0, end: 'reset' }, 2],
  [{ bytes: 90, end: 'finish' }, 1],
  [{ instead: 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n', end: 'finish' }, 1],
];

function firmOf(count: number) {
  const given = firm({ limits: unlimited, audits: standing.slice(0, 1) });
  return {
    ...given,
    firms: given.firms.map((one) => ({
      ...one,
      client_organisations: one.client_organisations.map((client) => ({
        ...client,
        legal_entities: [
          ...client.legal_entities,
          ...Array.from({ length: count }, (_, at) => ({
            id: `entity ${String(at)}`,
            name: `Entity ${String(at)}`,
            country: 'NL',
            parent_id: 'group',
          })),
        ],
      })),
    })),
  };
}

function stepsOf(count: number): readonly Step[] {
  return Array.from({ length: count }, (_, at) => ({
    key: `step ${String(at)}`,
    after: [],
    subject: '',
    task: {
      kind: 'createComponent',
      group,
      creation: {
        legal_entity_ids: [`entity ${String(at)}`],
        auditor_relation: 'self',
        name: `Made ${String(at)}`,
      },
    },
  }));
}

async function outcome({ plans, services }: ReturnType<typeof startEngine>, count: number) {
  const page = plans.steps({ id: 'plan', pageSize: count });
  const listed = await services.of(connection).all('components.list', { path: { audit_id: group } });
  if (!page.ok || !listed.ok) throw new Error('The outcome cannot be read.');
  return {
    steps: page.value.results,
    there: listed.value.filter(({ name }) => name.startsWith('Made ')).length,
  };
}
