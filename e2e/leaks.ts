import { existsSync, readFileSync, rmSync } from 'node:fs';
import { findIn, findInFiles } from './canary.ts';
import type { Message } from './traffic.ts';

/** What a test leaves behind, when its app has ended. */
interface Remains {
  /** Where the app's own files are, temporary ones and Chromium's. */
  readonly folder: string;
  /** What the app wrote to its output. */
  readonly output: string;
  /** What crossed between pages and main. */
  readonly traffic: readonly Message[];
}

/** Operations with which a person hands a secret over: it is in the call, and must be nowhere else. */
const handingOver = /^connections\.(test|save|rotate)$/;
const shortest = 8; // characters; what is shorter is found by chance

/** The secrets and tokens that `secrets-recorder.cjs` wrote down, which are gone after that. */
export function takeSecrets(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1); // the last is empty, or cut off by a kill
  rmSync(file);
  const secrets = lines.map((line) => String(JSON.parse(line)));
  return [...new Set(secrets)].filter((secret) => secret.length >= shortest);
}

/** Where any of the secrets is, in any spelling, that has no business there: a line each. */
export function leaksIn({ folder, output, traffic }: Remains, secrets: readonly string[]): readonly string[] {
  const messages = traffic.filter(
    ({ kind, operation }) => !(kind === 'call' && handingOver.test(operation ?? '')),
  );
  const crossed = Buffer.from(messages.map(({ body }) => body).join('\n'));
  return secrets.flatMap((secret) => {
    const name = `${secret.slice(0, 4)}…`;
    return [
      ...findInFiles(folder, secret).map((place) => `${name} in ${place}`),
      ...findIn(Buffer.from(output), secret).map((spelling) => `${name} in the output: ${spelling}`),
      ...findIn(crossed, secret).map((spelling) => `${name} between page and main: ${spelling}`),
    ];
  });
}
