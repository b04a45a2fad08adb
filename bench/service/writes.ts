import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenThousandAudits } from '../../src/sandbox/scenarios/ten-thousand-audits.ts';
import type { Figure } from '../measurement.ts';
import { type Load, withLoad } from './load.ts';
import { inTurn, perSecond, ratio } from './ratio.ts';
import { type Running, requestText, withSandbox } from './sandbox.ts';

const seconds = 0.5;
const record = Buffer.alloc(4_096, 1);

/** Records a second that reach the disk one by one, appended to a file: the least that keeping a change can cost. */
function appends(file: string): number {
  const handle = openSync(file, 'w');
  const [begin, end] = [performance.now(), performance.now() + seconds * 1_000];
  let count = 0;
  for (; performance.now() < end; count += 1) {
    writeSync(handle, record);
    fdatasyncSync(handle);
  }
  const took = performance.now() - begin;
  closeSync(handle);
  return (count / took) * 1_000;
}

async function changes(load: Load, sandbox: Running, connections: number): Promise<number> {
  const [user] = tenThousandAudits().firms[0]?.audits[1]?.users ?? [];
  if (user === undefined) throw new Error('the audit has no user');
  const target = `/api/v1/audits/audit-2/users/${encodeURIComponent(user.id)}/`;
  const request = requestText(target, sandbox, { role: user.role });
  const { rate } = await load({ port: sandbox.port, request, seconds, connections });
  return rate;
}

/** Changes a second that a service with a data file answers, each on the disk before its answer. */
export const serviceWrites: Figure = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'audit-desk-appends-'));
  const append = async () => appends(join(folder, 'appended'));
  try {
    return await withSandbox(
      tenThousandAudits(),
      (sandbox) =>
        withLoad(async (load) => {
          const goal = { at: 'least', ratio: 0.2 } as const;
          const alone = await inTurn(() => changes(load, sandbox, 1), append);
          const together = await inTurn(() => changes(load, sandbox, 20), append);
          return [
            ratio('durable changes, one caller, against bare appends', alone, goal, perSecond),
            ratio('durable changes, 20 callers, against bare appends', together, goal, perSecond),
          ];
        }),
      (data) => ['--data', join(data, 'sandbox.db')],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
