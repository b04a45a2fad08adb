import { spawn } from 'node:child_process';

/**
 * Runs a file of the command: `check` where that is the first word, else `desk`. With the system's certificates, and the proxy that the environment
 * names where it says so; what tells this process to end tells it.
 */
export function run(node, { desk, check }) {
  const words = process.argv.slice(2);
  const isCheck = words[0] === 'check';
  const flags = ['--disable-warning=ExperimentalWarning', '--use-system-ca', '--use-env-proxy'];
  const args = [...flags, isCheck ? check : desk, ...(isCheck ? words.slice(1) : words)];
  const running = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => running.kill(signal));
  running.once('exit', (status) => {
    process.exitCode = status ?? 1;
  });
}
