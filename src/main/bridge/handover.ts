import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { BridgeOperation } from '../../shared/bridge.ts';
import { fail, type Reply } from '../../shared/error.ts';
import type { App } from '../app.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Dispatch } from './dispatch.ts';

// One process owns the journal. Another of the same person, the command, has it carry out what it wants: through a socket that is on no network,
// by a word that is in a file of this person's alone.

/** What may be handed over: nothing that enters a secret, changes an address or answers a person's question. */
const handedOver: readonly unknown[] = [
  'connections.list',
  'plans.list',
  'plans.read',
  'plans.steps',
  'plans.submit',
  'plans.bring',
  'plans.wait',
  'plans.act',
  'import.drop',
  'import.facts',
  'import.check',
  'import.send',
  'plans.parts',
  'plans.sentComponents',
  'mirror.read',
  'mirror.rows',
  'items.list',
  'items.save',
  'items.remove',
  'season.forecast',
  'rateLimits.read',
] satisfies readonly BridgeOperation[];

/** Of what a person keeps, the season, and drafts, which are removed once they are sent. */
const mayBeOf = new Map<string, z.ZodType>([
  ['items.list', z.looseObject({ of: z.enum(['drafts', 'season']) })],
  ['items.save', z.strictObject({ season: z.unknown() })],
  ['items.remove', z.looseObject({ of: z.literal('drafts') })],
] satisfies [BridgeOperation, z.ZodType][]);

function isHandedOver(operation: string, input: unknown): boolean {
  return handedOver.includes(operation) && mayBeOf.get(operation)?.safeParse(input).success !== false;
}

const Note = z.strictObject({ address: z.string(), word: z.string() });
const Asked = z.strictObject({ id: z.number(), operation: z.string(), input: z.unknown() });
const Answered = z.strictObject({ id: z.number(), reply: z.unknown() });

const noteIn = (folder: string): string => join(folder, 'handover.json');
const longestPath = 100; // bytes of a socket's path, which systems cut at 104 or 108
const longest = { word: 200, line: 32 * 1024 * 1024 } as const; // characters before and after the word was right

export interface Handover {
  /** Resolves once nobody is inside. */
  readonly empty: () => Promise<void>;
  readonly close: () => void;
}

/** Lets processes of this person ask the one that owns the journal. */
export function openHandover(folder: string, dispatch: Dispatch, log: Pick<Log, 'info' | 'warn'>): Handover {
  const word = randomBytes(32).toString('base64url');
  const address = addressIn(folder);
  const inside = new Set<Socket>();
  let last = 0; // no page has a number below
  const leaving = new Set<() => void>();
  const server: Server = createServer((socket) => {
    inside.add(socket);
    socket.on('error', () => socket.destroy()); // whoever asked is gone
    socket.on('close', () => {
      inside.delete(socket);
      if (inside.size === 0) for (const left of leaving) left();
    });
    last -= 1;
    serve(socket, word, last, dispatch);
  });
  server.on('error', (fault) => log.warn('handover-not-opened', { fault }));
  server.listen(address, () => {
    const note = noteIn(folder);
    try {
      writeFileSync(`${note}.new`, JSON.stringify({ address, word }), { mode: 0o600 });
      renameSync(`${note}.new`, note);
      log.info('handover-opened');
    } catch (fault) {
      log.warn('handover-not-opened', { fault });
    }
  });
  return {
    empty: () =>
      new Promise((resolve) => {
        if (inside.size === 0) resolve();
        else leaving.add(resolve);
      }),
    close: () => {
      server.close();
      for (const socket of inside) socket.destroy();
      rmSync(noteIn(folder), { force: true });
      if (dirname(address) !== folder && process.platform !== 'win32')
        rmSync(dirname(address), { recursive: true, force: true });
    },
  };
}

/** The same for an app that may get the journal later; answers what ends that. */
export function keepHandover(
  app: Pick<App, 'plans' | 'listen'>,
  ...parts: Parameters<typeof openHandover>
): () => void {
  let handover: Handover | null = null;
  const open = (): void => {
    handover ??= openHandover(...parts);
  };
  if (app.plans.list({ pageSize: 1 }).ok) open();
  else
    app.listen((event) => {
      if (event.type === 'journal-opened') open();
    });
  return () => handover?.close();
}

function addressIn(folder: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\audit-desk-${randomBytes(16).toString('hex')}`;
  const own = join(folder, 'handover.sock');
  if (Buffer.byteLength(own) > longestPath)
    return join(mkdtempSync(join(tmpdir(), 'audit-desk-')), 'handover');
  rmSync(own, { force: true }); // of an owner that was killed: this one owns the journal
  return own;
}

function serve(socket: Socket, word: string, number: number, dispatch: Dispatch): void {
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  let isKnown = false;
  const write = (message: object): void => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
  };
  const answer = async (line: string): Promise<void> => {
    const asked = Asked.safeParse(jsonOf(line)).data;
    if (asked === undefined) return void socket.destroy();
    const { id, operation, input } = asked;
    const reply = isHandedOver(operation, input)
      ? await dispatch(operation, input, number, gone.signal)
      : fail('invalid-input');
    write({ id, reply });
  };
  eachLine(
    socket,
    () => (isKnown ? longest.line : longest.word),
    (line) => {
      if (isKnown) return void answer(line);
      isKnown = isSame(line, word);
      if (isKnown) write({});
      else socket.destroy();
    },
  );
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function eachLine(socket: Socket, most: () => number, hear: (line: string) => void): void {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (part) => {
    text += String(part);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      hear(text.slice(0, end));
      text = text.slice(end + 1);
    }
    if (text.length > most()) socket.destroy();
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export interface Owner {
  readonly call: (operation: string, input: unknown) => Promise<Reply<unknown>>;
  readonly close: () => void;
}

/** Goes to the process that owns the journal of a folder; null where there is none, or where it does not answer. */
export async function reachOwner(folder: string): Promise<Owner | null> {
  let note: z.output<typeof Note> | undefined;
  try {
    note = Note.safeParse(jsonOf(readFileSync(noteIn(folder), 'utf8'))).data;
  } catch {
    return null;
  }
  if (note === undefined) return null;
  const socket = connect(note.address);
  const waiting = new Map<number, (reply: Reply<unknown>) => void>();
  const { promise: opened, resolve } = Promise.withResolvers<boolean>();
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    resolve(false);
    for (const settle of waiting.values()) settle(fail('journal-unavailable'));
    waiting.clear();
  });
  socket.on('connect', () => socket.write(`${note.word}\n`));
  eachLine(
    socket,
    () => longest.line,
    (line) => {
      const answered = Answered.safeParse(jsonOf(line)).data;
      if (answered === undefined) return resolve(true);
      waiting.get(answered.id)?.(answered.reply as Reply<unknown>); // of the dispatcher of this very app
      waiting.delete(answered.id);
    },
  );
  if (!(await opened)) return null;
  let last = 0;
  return {
    call: (operation, input) =>
      new Promise((settle) => {
        if (socket.destroyed) return settle(fail('journal-unavailable'));
        last += 1;
        waiting.set(last, settle);
        socket.write(`${JSON.stringify({ id: last, operation, input })}\n`);
      }),
    close: () => void socket.end(),
  };
}
