import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectNode, root } from './place.mjs';

// `npm run check`: runs on the project's own Node, which reads TypeScript.
const command = join(root, 'src', 'check', 'cli.ts');
const { status } = spawnSync(
  projectNode(),
  ['--disable-warning=ExperimentalWarning', command, ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
