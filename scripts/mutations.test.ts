import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

// The rows of `npm run mutations` follow the code: each still finds its line, and the test that guards it.

const root = dirname(import.meta.dirname);
const Row = z.object({
  file: z.string(),
  from: z.string(),
  to: z.string(),
  spec: z.string(),
  grep: z.string(),
});
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const rows = z.array(Row).parse(JSON.parse(read('e2e/screens/mutations.json')));

test.each(rows)('$file: $from', ({ file, from, to, spec, grep }) => {
  expect(read(file).split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
  expect(read(`e2e/${spec}`)).toContain(grep);
});
