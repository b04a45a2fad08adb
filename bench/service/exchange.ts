import { connect } from 'node:net';

/** One connection that is kept open, for one request at a time. */
export interface Line {
  /** Sends the request; `answered` is called when all of the answer is there. */
  readonly ask: (answered: () => void) => void;
  readonly end: () => void;
}

/**
 * Opens a connection that sends the same request over and over. A raw socket, so that the caller costs less than the
 * server that it measures: it looks at the status of each answer, and at the length of the first, which all the others have.
 * `failed` is told of any other answer and of a connection that ends.
 */
export function openLine(port: number, request: Buffer, failed: (reason: string) => void): Promise<Line> {
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
    if (fresh && chunk.toString('latin1', 9, 12) !== '200') {
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
          socket.write(request);
        },
        end: () => {
          ended = true;
          socket.destroy();
        },
      });
    });
  });
}

/** Bytes of a whole answer, as its head tells; undefined while its head is not complete. */
function lengthOf(answer: Buffer): number | undefined {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const body = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, headEnd))?.[1];
  if (body === undefined) throw new Error('an answer does not tell its length');
  return headEnd + 4 + Number(body);
}
