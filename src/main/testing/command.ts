import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type Desk, openDesk } from '../command/desk.ts';
import { StoredConnection } from '../connections/stored-connection.ts';
import { openStore } from '../storage/store.ts';
import { createFakeLog } from './log.ts';
import { serve } from './server.ts';

const own = {
  AUDIT_DESK_KEYCHAIN_SERVICE: 'audit-desk-no-such',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
};

const fromSource = [
  '--disable-warning=ExperimentalWarning',
  join(import.meta.dirname, '..', 'command', 'cli.ts'),
] as const;

interface TrialOptions {
  readonly clientId: string;
  readonly secret: string;
  readonly slow: number;
  /** What Node runs: the command from its source unless given. */
  readonly program?: readonly string[];
}

export type CommandTrial = Awaited<ReturnType<typeof openCommandTrial>>;

/** The command as a scheduler starts it, on data of its own, against a service on a port whose writes are answered `slow` milliseconds later. */
export async function openCommandTrial(
  answerOf: (request: Request) => Promise<Response>,
  { clientId, secret, slow, program = fromSource }: TrialOptions,
) {
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-command-'));
  const hear = new EventEmitter(); // `asked` at each request, `made` at each creation of an audit, `said` with what a command tells while it runs
  const running: ChildProcess[] = [];
  let posts = 0;
  let mayAnswer = Promise.resolve(); // to a write
  const service = await serve((request, response) => {
    const answer = async (): Promise<void> => {
      const { method = 'GET', url = '/', headers } = request;
      const isWrite = method !== 'GET' && !url.endsWith('/oauth/token/');
      const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
      const body = method === 'GET' ? null : await text(request);
      hear.emit('asked', isWrite);
      const answered = await answerOf(
        new Request(`http://${headers.host ?? ''}${url}`, {
          method,
          headers: [...sent].map((pair) => [...pair]),
          body,
        }),
      );
      if (method === 'POST' && url === '/api/v1/audits/' && answered.status === 201) {
        posts += 1;
        hear.emit('made');
      }
      if (isWrite) await Promise.all([wait(slow), mayAnswer]);
      response.writeHead(answered.status, [...answered.headers].flat());
      response.end(Buffer.from(await answered.arrayBuffer()));
    };
    void answer();
  });

  const baseUrl = `http://127.0.0.1:${String(service.port)}`;
  const begin = (...words: readonly string[]) => {
    const env = { ...process.env, ...own, DESK_SECRET: secret, EMPTY: '' };
    const args = [...program, '--data-folder', folder, ...words];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.push(child);
    child.stderr.on('data', (part) => hear.emit('said', String(part)));
    const status = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
    });
    return { child, status };
  };
  return {
    folder,
    baseUrl,
    hear,
    /** How many audits were made. */
    posts: () => posts,
    /** No write is answered before this. */
    answersAfter: (moment: Promise<void>): void => {
      mayAnswer = moment;
    },
    begin,
    desk: async (...words: readonly string[]) => {
      const { child, status } = begin(...words);
      const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return { out, errors, status: await status };
    },
    opened: (givenSecret: string | null): Promise<Desk> => opened(folder, givenSecret),
    keepConnection: (kind: 'test' | 'production'): void =>
      keepConnection(folder, { baseUrl, clientId, kind }),
    close: async (): Promise<void> => {
      for (const each of running) each.kill('SIGKILL');
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The data as this very process opens it, as the app does. */
async function opened(folder: string, givenSecret: string | null): Promise<Desk> {
  const found = await openDesk({
    folder,
    environment: own,
    takesUp: () => false,
    givenSecret: () => givenSecret,
    answers: () => false,
  });
  if (found === null || 'fault' in found) throw new Error('The data cannot be opened.');
  return found;
}

function keepConnection(folder: string, of: Pick<StoredConnection, 'baseUrl' | 'clientId' | 'kind'>): void {
  const store = openStore(join(folder, 'audit-desk.db'), createFakeLog(), Date.now);
  store.collection('connections', StoredConnection).put('firm', {
    ...of,
    id: 'firm',
    name: 'Firm',
    access: 'read-write',
    place: 'keychain',
    account: '',
    addedAt: '2026-01-01T00:00:00.000Z',
    lastUsedAt: null,
  });
  store.close();
}
