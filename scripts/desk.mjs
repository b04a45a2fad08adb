import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectNode, root } from './place.mjs';

// `npm run desk`: the app's work without its window, on the project's own Node, which reads TypeScript. What tells this process to end tells it.
const [noun, ...rest] = process.argv.slice(2);
const isCheck = noun === 'check';
const command = join(root, 'src', ...(isCheck ? ['check'] : ['main', 'command']), 'cli.ts');
const flags = ['--disable-warning=ExperimentalWarning', '--use-system-ca', '--use-env-proxy'];
const running = spawn(projectNode(), [...flags, command, ...(isCheck ? rest : process.argv.slice(2))], {
  stdio: 'inherit',
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => running.kill(signal));
running.once('exit', (status) => {
  process.exitCode = status ?? 1;
});
