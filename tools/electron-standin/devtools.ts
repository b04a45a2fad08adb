import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from '@playwright/test';

/** A session with Chromium, by the DevTools protocol. */
export type Session = Pick<CDPSession, 'send' | 'on'>;

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** Speaks the DevTools protocol over two pipes. `session(undefined)` is the browser itself. */
export function speak(input: Writable, output: Readable) {
  const waiting = new Map<number, Waiting>();
  const sessions = new Map<string | undefined, { session: Session; events: EventEmitter }>();
  let last = 0;
  let closed = false;

  function session(id: string | undefined): Session {
    const known = sessions.get(id);
    if (known !== undefined) return known.session;
    const events = new EventEmitter().setMaxListeners(0);
    const send = (method: string, params: unknown = {}) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('Chromium is gone'));
        last += 1;
        waiting.set(last, { resolve, reject });
        input.write(`${JSON.stringify({ id: last, method, params, sessionId: id })}\0`);
      });
    const on = (event: string, listener: (payload: unknown) => void) => events.on(event, listener);
    // The protocol's own types describe what goes through here; the pipe itself knows only JSON.
    const made = { send, on } as unknown as Session;
    sessions.set(id, { session: made, events });
    return made;
  }

  function receive(text: string): void {
    const message: Message = JSON.parse(text);
    if (message.id === undefined) {
      sessions.get(message.sessionId)?.events.emit(message.method ?? '', message.params);
      return;
    }
    const waiter = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error !== undefined) waiter?.reject(new Error(message.error.message));
    // The protocol promises this result's shape to the one who sent the command.
    else waiter?.resolve(message.result as never);
  }

  let rest: Buffer[] = [];
  output.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      receive(Buffer.concat([...rest, chunk.subarray(start, end)]).toString());
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  });
  output.on('close', () => {
    closed = true;
    for (const { reject } of waiting.values()) reject(new Error('Chromium is gone'));
    waiting.clear();
  });
  input.on('error', () => undefined); // a pipe broken by Chromium's end is told by the output's close
  return { session, forget: (id: string) => sessions.delete(id) };
}
