import { join } from 'node:path';
import { run } from '../packaging/command/run.js';
import { projectNode, root } from './place.mjs';

// `npm run desk`: the app's work without its window, on the project's own Node, which reads TypeScript.
run(projectNode(), {
  desk: join(root, 'src', 'main', 'command', 'cli.ts'),
  check: join(root, 'src', 'check', 'cli.ts'),
});
