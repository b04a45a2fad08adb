import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

function run(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test.each([
  ['--list', 0],
  ['--fixture=demo:nothing', 2],
])('the service as one file does what its sources do: %s', (option, status) => {
  const ofSources = run('src/sandbox/cli.ts', option);
  expect(ofSources.status).toBe(status);
  expect(run('scripts/sandbox.mjs', option)).toEqual(ofSources);
});
