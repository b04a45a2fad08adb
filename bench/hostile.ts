import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Answer, heavyBodies, hugeBodies } from '../e2e/fixtures/hostile-answers.ts';
import type { Cost } from './hostile-program.ts';
import type { Figure, Measurement } from './measurement.ts';

const goals = { stop: 50, memory: 100 } as const; // milliseconds, MiB

const audits = Array.from({ length: 100 }, (_, index) => ({
  id: `audit-${index}`,
  name: `Noorderhaven Groep N.V., jaarrekening ${2000 + index}`,
  client_organisation_id: 'noorderhaven',
  legal_entity_ids: ['noorderhaven'],
  period_start: '2024-01-01',
  period_end: '2024-12-31',
  status: 'open',
  audit_type: 'single',
  settings: { use_sampling: true, benchmark: 'profit' },
}));
const ordinary: Answer = { body: () => [JSON.stringify({ count: 100, next: null, results: audits })] };

// The clock of the program stands still: it would wait for ever for a quota to come back.
const tiers = [{ tier: 'read_heavy', windows: { burst: 9_999, sustained: 9_999, daily: 9_999 } }];

/** A service that has nothing but one page of audits, by the name of its answer. */
async function serve(answers: ReadonlyMap<string, Answer>) {
  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => {}); // who was asked may have heard enough
    incoming.resume();
    const [, name = '', ...path] = (incoming.url ?? '').split('/');
    const asked = answers.get(decodeURIComponent(name));
    if (path.includes('audits') && asked !== undefined) {
      outgoing.writeHead(asked.status ?? 200, { 'content-type': 'application/json', ...asked.headers });
      Readable.from(asked.body(), { objectMode: true }).pipe(outgoing);
      return;
    }
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.end(
      JSON.stringify({ access_token: 'a-token-of-the-bench-0123456789', expires_in: 3_600, tiers }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listens on a port, not on a pipe
  return {
    address: (name: string) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What an answer costs a main process of its own, which has read ordinary pages before. */
async function costOf(plain: string, hostile: string): Promise<Cost> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--expose-gc',
      join(import.meta.dirname, 'hostile-program.ts'),
      plain,
      hostile,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const said: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => said.push(bytes));
  await once(child, 'close');
  return JSON.parse(Buffer.concat(said).toString()) as Cost; // the program's own words
}

/** The longest stop of main and the memory that each hostile answer takes, beside an ordinary page in the same process. */
export const hostileAnswers: Figure = async () => {
  const answers = new Map(Object.entries({ ...hugeBodies, ...heavyBodies, ordinary }));
  const service = await serve(answers);
  const rows: Measurement[] = [];
  try {
    for (const name of answers.keys()) {
      if (name === 'ordinary') continue;
      const { stop, memory, plainStop, outcome } = await costOf(
        service.address('ordinary'),
        service.address(name),
      );
      const isMissed = stop > goals.stop || memory > goals.memory;
      rows.push({
        figure: name,
        value: `${stop.toFixed(0)} ms, ${memory.toFixed(0)} MiB`,
        beside: `${(stop / plainStop).toFixed(1)} × an ordinary page; goal ≤ ${goals.stop} ms, ≤ ${goals.memory} MiB${isMissed ? ': MISSED' : ''}; ${outcome}`,
      });
    }
  } finally {
    service.close();
  }
  return rows;
};
