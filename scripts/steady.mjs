import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { projectNode, root, say } from './place.mjs';

// `npm run steady [-- runs]`: the end-to-end tests so many times in a row (10 unless told), every second time beside a load
// that keeps all processors busy. Succeeds where no run had a failure.
const runs = Number(process.argv[2] ?? 10);
const busy = 'const end = process.ppid; while (process.ppid === end) for (let i = 0; i < 1e7; i += 1);';

const failed = [];
for (let number = 1; number <= runs; number += 1) {
  const isLoaded = number % 2 === 0;
  const load = isLoaded
    ? Array.from({ length: availableParallelism() }, () =>
        spawn(projectNode(), ['-e', busy], { stdio: 'ignore' }),
      )
    : [];
  const begun = performance.now();
  const { status } = spawnSync(projectNode(), [join(root, 'scripts/e2e.mjs'), '--reporter=dot'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (const process of load) process.kill();
  if (status !== 0) failed.push(number);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  say(
    `run ${number} of ${runs}${isLoaded ? ', under load' : ''}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`,
  );
}
say(failed.length === 0 ? `${runs} of ${runs} runs passed.` : `failed: runs ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
