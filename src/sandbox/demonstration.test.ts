import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

/** What a module imports and what that imports, with what is loaded on demand. */
function reachedFrom(file: string, reached: Set<string> = new Set()): ReadonlySet<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const [, named = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g))
    if (named.startsWith('.')) reachedFrom(join(dirname(file), named), reached);
    else reached.add(named);
  return reached;
}

const isOfPostgres = (module: string) => /^pg$|store\/postgres\//.test(module);
const within = (file: string) =>
  [...reachedFrom(join(import.meta.dirname, file))].map((module) =>
    module.startsWith('/') ? relative(import.meta.dirname, module) : module,
  );

it('decision 46: the service that the app starts has nothing of PostgreSQL, the command has it', () => {
  expect(within('demonstration.ts')).toContain('store/sqlite/sqlite.ts');
  expect(within('demonstration.ts').filter(isOfPostgres)).toEqual([]);
  expect(within('cli.ts').filter(isOfPostgres)).toContain('pg');
});
