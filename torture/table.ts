import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditFixture } from '../e2e/fixtures/fixture-file.ts';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import type { Reply } from '../src/shared/error.ts';
import type { Task } from '../src/shared/plan.ts';
import { connection } from './engine.ts';
import { firm } from './firm.ts';
import { type MortalEngine, startMortal } from './mortal-engine.ts';
import { askBeside, endTokens } from './service-state.ts';
import { createSimulatedTime } from './simulated-time.ts';
import { createTraffic, type Entry, refusals } from './traffic.ts';
import { createWire, type WireFault } from './wire.ts';

/** The calls that every fault is tried on (reliability §5). */
export const calls = [
  'token',
  'GET one',
  'list page 2',
  'POST audit',
  'POST component',
  'PATCH',
  'DELETE',
] as const;
export type Call = (typeof calls)[number];

/** How a call ended, and what the service had afterwards. */
export interface CallEnd {
  /** Of a read: `ok` or the code of its error. Of a write: the state of its step, and why its plan is paused. */
  readonly end: string;
  /** How often the written object exists. 1 for a read. */
  readonly there: number;
  /** Requests for a token. */
  readonly tokens: number;
  readonly refusals: number;
}

const engagement = {
  work_package_id: 'wp',
  scoping_package_id: 'Small',
  client_organisation_id: 'group',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  language: 'nl',
} as const;
const components = ['kept', 'scoped', 'deleted'].map((id) => ({
  id,
  legal_entity_ids: ['south'],
  auditor_relation: 'self' as const,
}));
const audits: readonly AuditFixture[] = [
  {
    ...engagement,
    id: 'G',
    name: 'Group',
    audit_type: 'consolidated',
    legal_entity_ids: ['group'],
    components,
  },
  { ...engagement, id: 'S', name: 'Single', audit_type: 'single', legal_entity_ids: ['north'] },
];

const creation = { ...engagement, id: 'new', name: 'New', legal_entity_id: 'north' };
const writes: Readonly<Record<'POST audit' | 'POST component' | 'PATCH' | 'DELETE', Task>> = {
  'POST audit': { kind: 'createAudit', creation },
  'POST component': {
    kind: 'createComponent',
    group: 'G',
    creation: { legal_entity_ids: ['east'], auditor_relation: 'self' },
  },
  PATCH: { kind: 'setOutOfScope', group: 'G', component: 'scoped', explanation: 'Sold.' },
  DELETE: { kind: 'deleteComponent', group: 'G', component: 'deleted' },
};

const requests: Readonly<Record<Call, readonly [method: string, path: RegExp]>> = {
  token: ['POST', /oauth/],
  'GET one': ['GET', /audits\/S\/$/],
  'list page 2': ['GET', /audits\/$/],
  'POST audit': ['POST', /audits\/$/],
  'POST component': ['POST', /component-audits\/$/],
  PATCH: ['PATCH', /./],
  DELETE: ['DELETE', /./],
};

interface Disturbance {
  /** What the wire does. Default: nothing. */
  readonly fault?: WireFault;
  /** To how many requests: the first ones of the call, or every token request. */
  readonly times?: number;
  /** Whether it happens to the token request and not to the call. */
  readonly ofToken?: boolean;
  /** Before how many requests of the call the service revokes all tokens. */
  readonly endsTokens?: boolean;
}

export async function callOver(call: Call, disturbance: Disturbance): Promise<CallEnd> {
  const { fault = { kind: 'none' }, times = 1, ofToken = false, endsTokens = false } = disturbance;
  const time = createSimulatedTime();
  const began = time.clock.wall();
  const fixture = readFixture(firm({ audits }));
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const machineTime = () => began + time.now();
  const sandbox = await createSandbox({ fixture: fixture.value, control: true, machineTime });
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-table-'));
  const traffic = createTraffic();
  const isOf =
    (name: Call) =>
    (entry: Pick<Entry, 'method' | 'path'>): boolean => {
      const [method, path] = requests[name];
      return entry.method === method && path.test(entry.path);
    };
  const [isIt, isDisturbed] = [isOf(call), isOf(ofToken ? 'token' : call)];
  let left = times;
  const wire = createWire({
    time,
    answer: async (request) => {
      if (endsTokens && isIt(request) && left > 0) {
        left -= 1;
        await endTokens(sandbox);
      }
      return sandbox.answer(request);
    },
    traffic,
    latency: () => 20,
    faultOf: (entry) => {
      if (endsTokens || !isDisturbed(entry) || left === 0) return { kind: 'none' };
      left -= 1;
      return fault;
    },
  });
  const engine = startMortal(time, wire, { random: () => 0.5, path: join(folder, 'journal.db') });
  const end = await time.until(made(call, engine));
  await time.pass(120_000); // what is on its way still comes through
  engine.kill();
  const ask = await askBeside(sandbox);
  const there = await presence(call, ask);
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
  const tokens = traffic.entries.filter(({ tier }) => tier === 'token').length;
  return { end, there, tokens, refusals: refusals(traffic.entries) };
}

async function made(call: Call, engine: MortalEngine): Promise<string> {
  const service = engine.services.of(connection);
  const codeOf = (reply: Reply<unknown>): string => (reply.ok ? 'ok' : reply.error.code);
  switch (call) {
    case 'token':
      return codeOf(await service.call('roles.list', {}));
    case 'GET one':
      return codeOf(await service.call('audits.read', { path: { audit_id: 'S' } }));
    case 'list page 2':
      return codeOf(await service.call('audits.list', { cursor: 'page=2&page_size=1' }));
    case 'POST audit':
    case 'POST component':
    case 'PATCH':
    case 'DELETE': {
      const step = { key: 's', after: [], subject: call, task: writes[call] };
      engine.plans.submit({ id: 'p', connection, title: call, steps: [step] });
      const progress = await engine.plans.wait('p');
      const steps = engine.plans.steps({ id: 'p' });
      const state = steps.ok ? (steps.value.results[0]?.state ?? 'gone') : steps.error.code;
      const pause = progress.ok ? progress.value.pause : null;
      return pause === null ? state : `${state}, ${pause.reason}`;
    }
  }
}

async function presence(call: Call, ask: Awaited<ReturnType<typeof askBeside>>): Promise<number> {
  // Lists of the sandbox (decisions.md §3.1).
  const list = async (path: string) =>
    ((await ask('GET', path)) as { readonly results: readonly Readonly<Record<string, unknown>>[] }).results;
  switch (call) {
    case 'token':
    case 'GET one':
    case 'list page 2':
      return 1;
    case 'POST audit':
      return (await list('/audits/')).filter(({ id }) => id === 'new').length;
    case 'POST component':
      return (await list('/audits/G/component-audits/')).filter(({ name }) => name === 'Entity east').length;
    case 'PATCH':
      return (await list('/audits/G/component-audits/')).filter(({ in_scope: inScope }) => inScope === false)
        .length;
    case 'DELETE':
      return (await list('/audits/G/component-audits/')).some(({ id }) => id === 'deleted') ? 0 : 1;
  }
}
