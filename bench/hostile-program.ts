import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { connect, openApp } from '../src/main/testing/app.ts';
import { address } from '../src/main/testing/services.ts';

// A program: the whole main process but for Electron, which reads a page of audits from one address again and again, and then one
// from another. It has a process of its own, so that its memory is that of this answer alone.

export interface Cost {
  /** The longest work in which nothing else had its turn, in milliseconds of its thread. */
  readonly stop: number;
  /** The most that was resident beyond what was before, in MiB. */
  readonly memory: number;
  /** The longest stop of an ordinary page. */
  readonly plainStop: number;
  /** `ok`, or the code and reason of the refusal. */
  readonly outcome: string;
}

const longest = 20_000; // milliseconds: an answer that is waited after by the clock, which stands still here, never comes
const [plain = '', hostile = ''] = process.argv.slice(2);
let now = plain;
const folder = await mkdtemp(join(tmpdir(), 'audit-desk-bench-'));
const app = openApp(folder, {
  sandbox: {
    fetch: async (request: Request) => {
      const { method, headers, signal } = request;
      const body = method === 'GET' ? {} : { body: await request.text() };
      return fetch(request.url.replace(address, now), { method, headers, signal, ...body });
    },
  },
  control: async () => ({ body: null }),
});
const connection = await connect(app.call);

/** Milliseconds that this thread has worked: what else the machine does takes none of them. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Asks for the page as a window does, and answers how long it worked while nobody else had a turn. */
async function ask(): Promise<{ readonly stop: number; readonly outcome: string }> {
  let [last, stop] = [worked(), 0];
  const beat = (): void => {
    stop = Math.max(stop, worked() - last);
    last = worked();
  };
  const timer = setInterval(beat, 1);
  const outcome = await Promise.race([
    app.readList(connection, 'audits.list').then(async (reply) => {
      const list = { operation: 'audits.list' } as const;
      serialize(await app.call('mirror.rows', { connection, list, epoch: null, since: 0 })); // as it crosses to the window
      return reply.ok ? 'ok' : [reply.error.code, reply.error.reason ?? []].flat().join(', ');
    }),
    wait(longest, 'waiting', { ref: false }),
  ]);
  await wait(5);
  beat();
  await app.clock.advance(120_000); // the quota of the page comes back
  clearInterval(timer);
  return { stop, outcome };
}

const mebibyte = 1024 * 1024;
for (let warm = 0; warm < 30; warm += 1) await ask();
let plainStop = 0;
for (let turn = 0; turn < 10; turn += 1) plainStop = Math.max(plainStop, (await ask()).stop);
now = hostile;
globalThis.gc?.();
const before = process.memoryUsage.rss() / mebibyte;
const { stop, outcome } = await ask();
const memory = Math.max(0, process.resourceUsage().maxRSS / 1_024 - before);
const cost: Cost = { stop, memory, plainStop, outcome };
process.stdout.write(JSON.stringify(cost), () => {
  void rm(folder, { recursive: true, force: true }).then(() => process.exit(0));
});
