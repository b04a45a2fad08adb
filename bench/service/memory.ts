import { readFileSync } from 'node:fs';
import type { Figure } from '../measurement.ts';
import { auditCount, countedAudits, type Running, withSandbox } from './sandbox.ts';

const goal = 150;

function resident(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1_024;
}

/** The most that is resident while all pages of the list are read, twice. */
async function whilePaging({ pid, port, token }: Running): Promise<number> {
  let most = 0;
  for (let page = 0; page < auditCount / 10; page += 1) {
    const target = `http://127.0.0.1:${String(port)}/api/v1/audits/?page=${String((page % 500) + 1)}`;
    const answer = await fetch(target, { headers: { Authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    most = Math.max(most, resident(pid));
  }
  return most;
}

/** Memory of the service's process with 10,000 audits, as the system sees it. */
export const serviceMemory: Figure = async () => {
  if (process.platform !== 'linux')
    return [{ figure: 'service, memory', value: 'not measured', beside: 'needs /proc' }];
  return withSandbox(countedAudits(), async (sandbox) => {
    const started = resident(sandbox.pid);
    const paging = await whilePaging(sandbox);
    return [['after its start', started] as const, ['while all pages are read', paging] as const].map(
      ([when, mebibytes]) => ({
        figure: `10,000 audits, resident ${when}`,
        value: `${mebibytes.toFixed(0)} MiB`,
        beside: `goal ≤ ${String(goal)} MiB${mebibytes > goal ? ': MISSED' : ''}`,
      }),
    );
  });
};
