import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { tenThousandAudits } from './fixture/scenarios/ten-thousand-audits.ts';
import { call, createProcesses, tokenOf } from './testing/processes.ts';

const { start, endAll } = createProcesses({ check: false });
const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
afterEach(() => {
  endAll();
  rmSync(folder, { recursive: true });
});

/** Memory of a process that is in use now, in MiB. */
function residentMemory(pid: number | undefined): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

/** The firm of 10,000 audits with the components of its first audit in every one. */
function withComponents() {
  const fixture = tenThousandAudits();
  return {
    ...fixture,
    firms: fixture.firms.map((firm) => ({
      ...firm,
      audits: firm.audits.map((audit) => ({
        ...audit,
        audit_type: 'consolidated',
        components: [1, 2, 3].map((position) => ({
          id: `${audit.id}-C${String(position)}`,
          legal_entity_ids: [`${audit.client_organisation_id}-${String(position)}`],
          auditor_relation: 'self',
        })),
      })),
    })),
  };
}

it.runIf(process.platform === 'linux')(
  'a fixture of 10,000 audits with 30,000 components takes at most 150 MiB, also while they are read',
  async () => {
    const file = join(folder, 'fixture.json');
    writeFileSync(file, JSON.stringify(withComponents()));
    const running = await start(['--fixture', file]);
    expect(residentMemory(running.child.pid)).toBeLessThanOrEqual(150);
    const token = await tokenOf(running, running.ready.client_id, running.ready.client_secret);
    for (let page = 1; page <= 100; page += 1) {
      const { status } = await call(
        running,
        token,
        'GET',
        `/api/v1/audits/?page_size=100&page=${String(page)}`,
      );
      expect(status).toBe(200);
    }
    expect(residentMemory(running.child.pid)).toBeLessThanOrEqual(150);
  },
);
