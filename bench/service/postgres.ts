import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { startCluster } from '../../src/sandbox/testing/cluster.ts';
import { type Figure, type Measurement, median } from '../measurement.ts';
import { type Load, speedOf, withLoad } from './load.ts';
import { processorTime } from './processes.ts';
import { inTurn, type Pair, perSecond, ratio, rounds } from './ratio.ts';
import { countedAudits, type Running, requestText, withSandbox } from './sandbox.ts';

const targets = [
  ['one audit', '/api/v1/audits/audit-5000/'],
  ['page of 20', '/api/v1/audits/?page_size=20'],
] as const;

interface Services {
  readonly sqlite: Running;
  readonly replicas: readonly [Running, ...Running[]];
  /** The first process of PostgreSQL. */
  readonly postgres: number;
}

/** Answers in a second of the clock, of all services together. */
async function together(
  loads: readonly Load[],
  services: readonly Running[],
  target: string,
): Promise<number> {
  const tallies = await Promise.all(
    services.map(async (service, at) =>
      loads[at]?.({ port: service.port, request: requestText(target, service), seconds: 1 }),
    ),
  );
  return tallies.reduce((sum, tally) => sum + (tally?.rate ?? 0), 0);
}

/** The processes of a PostgreSQL whose first one is `first`: one for each connection, and its own. */
function processesOf(first: number): readonly number[] {
  const children = readFileSync(`/proc/${String(first)}/task/${String(first)}/children`, 'utf8');
  return [first, ...children.split(' ').filter(Boolean).map(Number)];
}

/** Milliseconds of processor time that PostgreSQL and a service take under the same load. */
async function processorTimes(
  load: Load,
  { pid, port }: Running,
  task: { readonly request: string; readonly postgres: number },
): Promise<Pair> {
  const now = () => ({
    ours: processesOf(task.postgres).reduce((sum, one) => sum + (processorTime(one) ?? 0), 0),
    theirs: processorTime(pid) ?? 0,
  });
  const before = now();
  await load({ port, request: task.request, seconds: 0.8 });
  const after = now();
  return { ours: after.ours - before.ours, theirs: after.theirs - before.theirs };
}

/** What three replicas bring where each has a core to itself, by the processor time that PostgreSQL takes for each of them. */
async function onPaper(name: string, measure: () => Promise<Pair>): Promise<readonly Measurement[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push(await measure());
  const row = ratio(
    `${name}, processor time of PostgreSQL against that of the service`,
    pairs,
    null,
    inMilliseconds,
  );
  const share = median(pairs.map(({ ours, theirs }) => ours / theirs));
  return [
    row,
    {
      figure: `${name}, three replicas against one, on paper`,
      value: '3.00 ×',
      beside: `where PostgreSQL has ${(3 * share).toFixed(1)} cores, and each replica one; 1.50 × where it has ${(1.5 * share).toFixed(1)}`,
    },
  ];
}

const inMilliseconds = (milliseconds: number) => `${milliseconds.toFixed(0)} ms`;

async function measured(
  loads: readonly [Load, ...Load[]],
  { sqlite, replicas, postgres }: Services,
): Promise<readonly Measurement[]> {
  const [load] = loads;
  const [first] = replicas;
  const rows: Measurement[] = [];
  for (const [name, target] of targets) {
    if (process.platform === 'linux') {
      const task = { request: requestText(target, first), postgres };
      rows.push(...(await onPaper(name, () => processorTimes(load, first, task))));
    }
    const stores = await inTurn(
      () => speedOf(load, first, requestText(target, first)),
      () => speedOf(load, sqlite, requestText(target, sqlite)),
    );
    const one = await inTurn(
      () => together(loads, replicas, target),
      () => together(loads, [first], target),
    );
    rows.push(
      ratio(`${name}, PostgreSQL against SQLite, of the service's processor time`, stores, null, perSecond),
      ratio(`${name}, three replicas against one`, one, null, perSecond),
    );
  }
  const cores = `${String(availableParallelism())} processors for replicas, PostgreSQL and load together`;
  return [...rows, { figure: 'how', value: '', beside: cores }];
}

/** What PostgreSQL costs a service, and what more replicas bring. */
export const servicePostgres: Figure = async () => {
  const cluster = await startCluster();
  if (cluster === null)
    return [{ figure: 'PostgreSQL', value: 'not measured', beside: 'it is not installed here' }];
  const fixture = countedAudits();
  const withReplica = <Value>(measure: (running: Running) => Promise<Value>) =>
    withSandbox(fixture, measure, () => ['--database', `${cluster.address}&schema=bench`]);
  try {
    const begin = performance.now();
    const filled = await withReplica(() => Promise.resolve(performance.now() - begin));
    const rows = await withSandbox(fixture, (sqlite) =>
      withReplica((a) =>
        withReplica((b) =>
          withReplica((c) =>
            withLoad((x) =>
              withLoad((y) =>
                withLoad((z) =>
                  measured([x, y, z], { sqlite, replicas: [a, b, c], postgres: cluster.pid() }),
                ),
              ),
            ),
          ),
        ),
      ),
    );
    return [
      {
        figure: '10,000 audits into PostgreSQL',
        value: `${(filled / 1_000).toFixed(1)} s`,
        beside: 'goal ≤ 5 s; from the start of the service until it is ready',
      },
      ...rows,
    ];
  } finally {
    await cluster.end();
  }
};
