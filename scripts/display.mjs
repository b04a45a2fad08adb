import { spawn } from 'node:child_process';

/** Whether this session can show a window. */
export function hasDisplay(env) {
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** Starts a virtual display; answers its name for `DISPLAY` and what ends it. It ends with this process in any case. */
export async function virtualDisplay() {
  // The shell waits for this process's end of the pipe, which closes even when this process is killed.
  const script =
    'Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 2>/dev/null & exec 3>&-; cat; kill $!; wait';
  const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore', 'pipe'], detached: true });
  const number = await new Promise((resolve, reject) => {
    let text = '';
    child.stdio[3].on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.trim());
    });
    child.stdio[3].on('end', () => reject(new Error('The virtual display Xvfb did not start.')));
  });
  return { name: `:${number}`, end: () => child.stdin.end() };
}
