import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { projectNode, root, say } from './place.mjs';

// `npm run mutations`: proves that the screen tests can fail. Each row of e2e/screens/mutations.json changes one line of a
// copy of the project; the tests that guard the line must fail on it, and pass without it. Arguments choose rows by a part of
// their file or test.
const rows = JSON.parse(readFileSync(join(root, 'e2e/screens/mutations.json'), 'utf8'));
const wanted = process.argv.slice(2);
const chosen = rows.filter(
  ({ file, spec }) =>
    wanted.length === 0 || wanted.some((part) => file.includes(part) || spec.includes(part)),
);
const left = new Set(['node_modules', '.git', 'test-results', 'pictures']);
const copy = mkdtempSync(join(tmpdir(), 'audit-desk-mutations-'));
cpSync(root, copy, { recursive: true, filter: (path) => !left.has(relative(root, path).split(sep)[0]) });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

/** How many tests passed and failed; null where nothing could be run. */
function run(spec, grep) {
  const report = join(copy, 'test-results', 'e2e.json');
  rmSync(report, { force: true });
  const args = [
    join(copy, 'scripts/e2e.mjs'),
    '--project=screens',
    '--workers=1',
    `screens/${spec.split('/').at(-1)}`,
  ];
  spawnSync(projectNode(), [...args, '--grep', grep], { cwd: copy, stdio: 'ignore' });
  try {
    const { expected, unexpected } = JSON.parse(readFileSync(report, 'utf8')).stats;
    return { passed: expected, failed: unexpected };
  } catch {
    return null; // it was not built, which is no failing test
  }
}

const survived = [];
try {
  for (const { file, from, to, spec, grep } of chosen) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    const line = `${file}: ${from} → ${to} (${spec}: ${grep})`;
    if (text.split(from).length !== 2) {
      survived.push(`not once in the file: ${line}`);
      continue;
    }
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    const counts = run(spec, grep);
    writeFileSync(path, text);
    const holds = counts !== null && counts.failed > 0;
    say(`${holds ? 'found' : 'SURVIVED'}: ${line}`);
    if (!holds) survived.push(line);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
say(`${chosen.length - survived.length} of ${chosen.length} changes were found.`);
for (const line of survived) say(`not found: ${line}`);
process.exitCode = survived.length === 0 ? 0 : 1;
