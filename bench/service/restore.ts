import { join } from 'node:path';
import { tenThousandAudits } from '../../src/sandbox/fixture/scenarios/ten-thousand-audits.ts';
import { startCluster } from '../../src/sandbox/testing/cluster.ts';
import { type Figure, type Measurement, median } from '../measurement.ts';
import { type Running, withSandbox } from './sandbox.ts';

const rounds = 9;
const goal = 100;

/** How long it takes to restore a snapshot of 10,000 audits, beside loading their fixture anew. */
export const serviceRestore: Figure = async () => {
  const cluster = await startCluster();
  const inPostgres = ['--control', '--database', `${cluster?.address ?? ''}&schema=bench`];
  try {
    return [
      await restored('in memory', () => ['--control']),
      await restored('in a data file', (folder) => ['--control', '--data', join(folder, 'sandbox.db')]),
      ...(cluster === null ? [] : [await restored('in PostgreSQL', () => inPostgres)]),
    ];
  } finally {
    await cluster?.end();
  }
};

function restored(where: string, words: (folder: string) => readonly string[]): Promise<Measurement> {
  const measure = async ({ port }: Running) => {
    const post = async (path: string, body = '{}') => {
      const begin = performance.now();
      const answer = await fetch(`http://127.0.0.1:${String(port)}/__sandbox/${path}/`, {
        method: 'POST',
        body,
      });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
      return performance.now() - begin;
    };
    await post('snapshots', '{"name": "start"}');
    const [restores, resets, slight]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      resets.push(await post('reset'));
      restores.push(await post('snapshots/start/restore'));
      slight.push(await post('snapshots/start/restore'));
    }
    const [restore, reset] = [median(restores), median(resets)];
    const missed = restore > goal ? ': MISSED' : '';
    return {
      figure: `10,000 audits restored, ${where}`,
      value: `${restore.toFixed(0)} ms`,
      beside: `goal ≤ ${String(goal)} ms${missed}; a load of the fixture takes ${(reset / restore).toFixed(1)} times as long; where little has changed: ${median(slight).toFixed(0)} ms`,
    };
  };
  return withSandbox(tenThousandAudits(), measure, words);
}
