import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import config, { functionLengths, longFunctions } from '../oxlint.config.ts';

const root = dirname(import.meta.dirname);

test('the functions over the limit are those that the linter is told of', () => {
  // The project's limits without the exceptions, and no other rule.
  const file = join(root, 'node_modules', '.cache', 'lint', 'function-lengths.json');
  mkdirSync(dirname(file), { recursive: true });
  const { ignorePatterns, plugins } = config;
  writeFileSync(
    file,
    JSON.stringify({ plugins, ignorePatterns, categories: { correctness: 'off' }, ...functionLengths }),
  );
  const { stdout } = spawnSync(
    process.execPath,
    [join('node_modules', 'oxlint', 'bin', 'oxlint'), '-c', file, '--format', 'json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  // The linter's own report.
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] };
  const found = diagnostics.map(({ filename, message }) => {
    expect(message).toContain('has too many lines');
    return `${filename.replaceAll('\\', '/')}: ${/`(.+?)`/.exec(message)?.[1] ?? ''}`;
  });
  expect(found.toSorted()).toEqual(longFunctions.map(([path, name]) => `${path}: ${name}`).toSorted());
});
