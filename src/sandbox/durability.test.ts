import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProcesses, tokenOf } from './testing/processes.ts';
import { expectWhole, openWitness, richFirms, writeUntil } from './testing/witness.ts';

// The process is killed again and again in the middle of writing, on one data file: what was answered with success is
// there, and nothing is there by half.

let folder = '';
const processes = createProcesses({ check: true });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => {
  processes.endAll();
  rmSync(folder, { recursive: true });
});

it('decisions §1.3, §9.9: kill -9 loses nothing that was answered with success and leaves nothing by half', async () => {
  const file = join(folder, 'f.json');
  writeFileSync(file, JSON.stringify(richFirms()));
  const data = join(folder, 'data.db');
  const words = ['--fixture', file, '--data', data, '--control', '--initialisation-seconds', '0'];
  const witness = openWitness();
  let running = await processes.start(words);
  const token = await tokenOf(running, 'north-manager', 'north manager secret');
  // Killed after so many answers, with seven more requests on their way.
  for (const [round, answers] of [1, 3, 9, 20, 40, 60].entries()) {
    await writeUntil(answers, { running: [running], token, witness, round });
    await running.ended;
    running = await processes.start(words);
    await expectWhole(running, token, witness);
  }
  expect(witness.coupled.size).toBeGreaterThan(5);
  expect(witness.goneGroups.size).toBeGreaterThan(1);
}, 60_000);
