import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The examples of docs/sandbox-library.md, as they stand there, in a project beside this one.

const root = dirname(import.meta.dirname);
const text = readFileSync(join(root, 'docs', 'sandbox-library.md'), 'utf8');
const examples = [...text.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)].map(([, name = '', source = '']) => ({
  name,
  source,
}));

let place = '';
let project = '';
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'library-'));
  project = join(place, 'project');
  mkdirSync(project);
  symlinkSync(root, join(place, 'audit-desk'));
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  for (const { name, source } of examples) writeFileSync(join(project, name), source);
});
afterAll(() => {
  rmSync(place, { recursive: true });
});

test.each([
  ['audits.test.ts', ['vitest/vitest.mjs', 'run', '--root', '.'], /2 passed/],
  ['audits.spec.ts', ['@playwright/test/cli.js', 'test', '--reporter=line'], /1 passed/],
])(
  '%s passes',
  (name, [program = '', ...words], passed) => {
    expect(examples.map((example) => example.name)).toContain(name);
    const own = Object.entries(process.env).filter(([key]) => !/^VITEST|^NODE_OPTIONS$/.test(key)); // it is a run of its own
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'node_modules', program), ...words, name],
      { cwd: project, encoding: 'utf8', env: { ...Object.fromEntries(own), NO_COLOR: '1' } },
    );
    expect(stdout + stderr).toMatch(passed);
  },
  120_000,
);
