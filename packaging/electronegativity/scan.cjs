// Runs Electronegativity on a folder in a process of its own, and prints what it found as JSON.
const { createRequire } = require('node:module');
const path = require('node:path');

const [entry, folder, electronVersion] = process.argv.slice(2);
// It would fetch translations and a list of releases, and ends where it cannot: here nothing is fetched.
const got = createRequire(entry).resolve('got');
require.cache[got] = {
  id: got,
  filename: got,
  loaded: true,
  exports: () => Promise.reject(new Error('Nothing is fetched.')),
};
const print = console.log;
console.log = () => undefined; // it talks
const run = require(path.join(path.dirname(entry), 'runner.js'));
run({ input: folder, isRelative: true, electronVersionOverride: electronVersion }).then(
  ({ globalChecks, atomicChecks, errors, issues }) =>
    print(
      JSON.stringify({
        checks: globalChecks + atomicChecks,
        errors: errors.map(({ file, message }) => ({ file, message })),
        findings: issues.map(({ id, file, sample, description }) => ({
          id,
          file,
          sample: sample ?? '',
          description,
        })),
      }),
    ),
);
