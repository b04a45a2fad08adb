import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode, root } from './place.mjs';

// What `npm test` runs: cheap checks first, all of them, so that one run tells everything that is wrong.
const results = join(root, 'test-results');
const unitReport = join('test-results', 'unit.json');
const e2eReport = join('test-results', 'e2e.json');
const bin = (name) => join('node_modules', '.bin', name);
// A log has no colours; Playwright sees to that itself, and its processes complain of being told so.
const colourless = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
const shell = process.platform === 'win32'; // the tools are batch files there

function run(title, command, args) {
  const env = { ...process.env, ...(args.includes('scripts/e2e.mjs') ? {} : colourless) };
  process.stdout.write(`\n── ${title}\n`);
  const begun = performance.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell,
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  process.stdout.write(`── ${title}: ${status === 0 ? 'passed' : 'failed'} in ${seconds} s\n`);
  return status === 0;
}

function report(file, read) {
  return existsSync(join(root, file))
    ? read(JSON.parse(readFileSync(join(root, file), 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
}

/** How often the tests of a suite have started the app (e2e/app.ts notes each time). */
function launchesIn({ suites = [], specs = [] }) {
  const notes = specs.flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations));
  const own = notes.filter(({ type }) => type === 'launch').length;
  return suites.reduce((sum, suite) => sum + launchesIn(suite), own);
}

const total = { passed: 0, failed: 0, skipped: 0 };
function count({ passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
const check = (title, command, args) => {
  const holds = run(title, command, args);
  count(holds ? { passed: 1 } : { failed: 1 });
  return holds;
};
// A run can fail although each of its tests passed: a file that does not load, an error that no test caught.
const tests = (title, command, args, file, read) => {
  const holds = run(title, command, args);
  const counts = report(file, read);
  count(!holds && counts.failed === 0 ? { ...counts, failed: 1 } : counts);
};

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

check('Types', bin('tsc'), ['-b']);
check('Lint', bin('oxlint'), ['--type-aware']);
check('Format', bin('biome'), ['check', '--error-on-warnings']);
tests(
  'Unit tests',
  bin('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  unitReport,
  ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  }),
);
if (check('Build', projectNode(), ['scripts/build.mjs']))
  tests(
    'End-to-end tests',
    projectNode(),
    ['scripts/e2e.mjs'],
    e2eReport,
    ({ stats: { expected, unexpected, flaky, skipped } }) => ({
      passed: expected,
      failed: unexpected + flaky,
      skipped,
    }),
  );
else process.stdout.write('The end-to-end tests are not run: there is nothing built to run them on.\n');

const mostLaunches = 62; // what needs no running app is a screen test (CONTRIBUTING.md)
const launches = existsSync(join(root, e2eReport))
  ? launchesIn(JSON.parse(readFileSync(join(root, e2eReport), 'utf8')))
  : 0;
if (launches > mostLaunches) {
  process.stdout.write(`The app was started ${launches} times: ${mostLaunches} at most.\n`);
  count({ failed: 1 });
}

if (total.skipped > 0) process.stdout.write(`\n${total.skipped} skipped, each named above.\n`);
process.stdout.write(`The app was started ${launches} times.\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
