import { connect } from 'node:net';

// A process of its own, on a core of its own, that loads a server as it is told and tells what it saw.

export interface Task {
  readonly port: number;
  /** The whole request as it goes over the wire. In place of `#########` it has a number that no other has. */
  readonly request: string;
  /** The status of every answer. */
  readonly status: number;
  readonly connections: number;
  /** It ends then, or once it has sent that many requests. */
  readonly seconds: number;
  readonly most: number;
  /** Requests a second, evenly; null: each connection asks again as soon as it is answered. */
  readonly pace: number | null;
}

export interface Tally {
  readonly count: number;
  /** Answers a second. */
  readonly rate: number;
  /** Milliseconds from when a request was due; empty without a pace. */
  readonly p50: number;
  readonly p99: number;
  /** Share of the time in which it had answers to take: near 1, it is itself what is measured. */
  readonly busy: number;
}

function giveUp(reason: string): never {
  console.error(`the load: ${reason}`);
  process.exit(1);
}

async function work({ port, request, status, connections, seconds, most, pace }: Task): Promise<Tally> {
  const bytes = Buffer.from(request);
  const lines = await Promise.all(
    Array.from({ length: connections }, () => openLine({ port, status, request: bytes }, giveUp)),
  );
  const spinning = spin();
  const begin = performance.now();
  const waits = pace === null ? [] : await askEvenly(lines, pace, begin, seconds * 1_000);
  const count = pace === null ? await askAtOnce(lines, begin + seconds * 1_000, most) : waits.length;
  const took = performance.now() - begin;
  const idle = spinning.end();
  for (const line of lines) line.end();
  waits.sort((a, b) => a - b);
  const quantile = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
  return {
    count,
    rate: (count / took) * 1_000,
    p50: quantile(0.5),
    p99: quantile(0.99),
    busy: 1 - idle / took,
  };
}

let taken = 0; // answers

/**
 * Keeps the process awake: a server that answers a sleeping caller pays for waking it, the more the slower it is itself.
 * `end` tells for how many milliseconds there was nothing to do.
 */
function spin(): { readonly end: () => number } {
  let [idle, running, seen, last] = [0, true, taken, performance.now()];
  const turn = () => {
    const now = performance.now();
    if (seen === taken) idle += now - last;
    [seen, last] = [taken, now];
    if (running) setImmediate(turn);
  };
  turn();
  return {
    end: () => {
      running = false;
      return idle;
    },
  };
}

function askAtOnce(lines: readonly Line[], end: number, most: number): Promise<number> {
  let [count, asking] = [0, lines.length];
  return new Promise((resolve) => {
    for (const line of lines) {
      const again = () => {
        count += 1;
        taken += 1;
        if (count + asking <= most && performance.now() < end) line.ask(again);
        else if ((asking -= 1) === 0) resolve(count);
      };
      line.ask(again);
    }
  });
}

/** Each request has its time, whether or not the server keeps up: waiting for a free connection counts as waiting. */
function askEvenly(lines: readonly Line[], pace: number, begin: number, length: number): Promise<number[]> {
  const total = Math.floor((length / 1_000) * pace);
  const free = [...lines];
  const waits: number[] = [];
  let asked = 0;
  return new Promise((resolve) => {
    const look = () => {
      while (asked < total && free.length > 0) {
        const due = begin + (asked / pace) * 1_000;
        if (due > performance.now()) break;
        const line = free.pop();
        asked += 1;
        line?.ask(() => {
          waits.push(performance.now() - due);
          free.push(line);
          taken += 1;
        });
      }
      if (waits.length === total) resolve(waits);
      else setImmediate(look);
    };
    look();
  });
}

process.on('message', (task: Task) => {
  work(task).then(
    (tally) => process.send?.(tally),
    (error: unknown) => giveUp(String(error)),
  );
});
process.on('disconnect', () => process.exit(0));

/** One connection that is kept open, for one request at a time. */
interface Line {
  /** Sends the request; `answered` is called when all of the answer is there. */
  readonly ask: (answered: () => void) => void;
  readonly end: () => void;
}

/**
 * Opens a connection that sends the same request over and over. A raw socket, so that the caller costs less than the
 * server that it measures: it looks at the status of each answer, and at the length of the first, which all the others have.
 * `failed` is told of any other answer and of a connection that ends.
 */
function openLine(
  { port, status, request }: { readonly port: number; readonly status: number; readonly request: Buffer },
  failed: (reason: string) => void,
): Promise<Line> {
  const number = request.indexOf('#########');
  let answered = () => {};
  let [expected, received] = [0, 0];
  let first: Buffer = Buffer.alloc(0);
  let [ended, fresh] = [false, true];

  const learn = (chunk: Buffer) => {
    first = Buffer.concat([first, chunk]);
    expected = lengthOf(first) ?? 0;
    received = first.length;
  };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('data', (chunk) => {
    if (fresh && chunk.toString('latin1', 9, 12) !== String(status)) {
      failed(`answered ${chunk.toString('latin1', 0, 300)}`);
      return;
    }
    fresh = false;
    if (expected === 0) learn(chunk);
    else received += chunk.length;
    if (expected === 0 || received < expected) return;
    if (received > expected) {
      failed('answers differ in length');
      return;
    }
    [received, fresh] = [0, true];
    answered();
  });
  socket.on('close', () => {
    if (!ended) failed('the connection was closed');
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => {
      resolve({
        ask: (done) => {
          answered = done;
          socket.write(number < 0 ? request : numbered(request, number));
        },
        end: () => {
          ended = true;
          socket.destroy();
        },
      });
    });
  });
}

let sent = 0;

/** A copy, since a socket may still hold the last one. */
function numbered(request: Buffer, at: number): Buffer {
  sent += 1;
  const copy = Buffer.from(request);
  copy.write(String(sent).padStart(9, '0'), at, 'latin1');
  return copy;
}

/** Bytes of a whole answer, as its head tells; undefined while its head is not complete. */
function lengthOf(answer: Buffer): number | undefined {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const body = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, headEnd))?.[1];
  if (body === undefined) throw new Error('an answer does not tell its length');
  return headEnd + 4 + Number(body);
}
