import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenThousandAudits } from '../../src/sandbox/fixture/scenarios/ten-thousand-audits.ts';
import type { Figure } from '../measurement.ts';
import { type Load, withLoad } from './load.ts';
import { inTurn, perSecond, ratio } from './ratio.ts';
import { type Running, withSandbox } from './sandbox.ts';

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

/** Tokens a second: of all changes the one that can be asked for in the same words over and over, with as long an answer. */
async function tokens(load: Load, { port, credentials }: Running, connections: number): Promise<number> {
  const request = [
    'POST /api/v1/oauth/token/ HTTP/1.1',
    `Host: 127.0.0.1:${String(port)}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${String(credentials.length)}`,
    '',
    credentials,
  ].join('\r\n');
  const { rate } = await load({ port, request, seconds, connections });
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
          const alone = await inTurn(() => tokens(load, sandbox, 1), append);
          const together = await inTurn(() => tokens(load, sandbox, 20), append);
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
