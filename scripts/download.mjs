import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, say } from './place.mjs';

// Run by itself, in a process of its own: Electron's install.js, whose `fetch` is watched. It says how far the download is, and in
// one line why there is none; install.js names no cause of a failed connection.

/** How it ends where nothing came from the other side: no connection, or not one byte. */
export const nothingCame = 3;
/** For who asked for the download: no limit but those of `fetch` itself, for a proxy that looks through a file before it gives any. */
export const patient = '--patient';

const silence = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|UND_ERR_(CONNECT|HEADERS|SOCKET))/;
const megabytes = (bytes) => Math.round(bytes / 1_000_000);

/** The bytes of a download; tells of each tenth of it, or of each 10 MB where its size is not known. */
async function* metered(body, size, tell) {
  const part = size > 0 ? size / 10 : 10_000_000;
  let [bytes, told] = [0, 0];
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes >= told + part) {
      told = bytes - (bytes % part);
      tell(size > 0 ? `${megabytes(bytes)} of ${megabytes(size)} MB` : `${megabytes(bytes)} MB`);
    }
    yield chunk;
  }
}

/** `fetch`, given up after `seconds` without an answer; how far it is goes to `tell`, and its fault to `blame`. */
export function watched(fetch, seconds, tell, blame) {
  return async (url, options) => {
    const failed = (error, hasBegun) => {
      let cause = error;
      while (cause.cause) cause = cause.cause;
      const words = cause.message || cause.code; // several addresses that all failed have no message together
      blame({
        words: `${new URL(url).host}: ${words}`,
        isSilence: !hasBegun && silence.test(cause.code ?? ''),
      });
      throw error;
    };
    async function* content(body, size) {
      try {
        yield* metered(body, size, tell);
      } catch (error) {
        failed(error, true);
      }
    }
    const giveUp = new AbortController();
    const end = () =>
      giveUp.abort(Object.assign(new Error(`nothing came within ${seconds} seconds`), { code: 'ETIMEDOUT' }));
    const timer = seconds === null ? undefined : setTimeout(end, seconds * 1_000);
    try {
      const answer = await fetch(url, { ...options, signal: giveUp.signal });
      if (!answer.ok || answer.body === null) return answer;
      const size = Number(answer.headers.get('content-length'));
      return new Response(ReadableStream.from(content(answer.body, size)), answer);
    } catch (error) {
      return failed(error, false);
    } finally {
      clearTimeout(timer);
    }
  };
}

function download() {
  const said = [];
  let fault = null;
  globalThis.fetch = watched(
    globalThis.fetch,
    process.argv.includes(patient) ? null : 20,
    (progress) => say(`Electron: ${progress}`),
    (found) => {
      fault = found;
    },
  );
  process.env.ELECTRON_GET_NO_PROGRESS = '1'; // its bar comes after 30 seconds
  console.error = (...words) => said.push(...words); // by it install.js tells the fault that ends it
  process.on('exit', (code) => {
    if (code === 0) return;
    say(`Electron could not be downloaded: ${fault?.words ?? String(said.at(-1)).split('\n', 1)[0]}`);
    if (fault?.isSilence) process.exitCode = nothingCame;
  });
  createRequire(import.meta.url)(join(root, 'node_modules', 'electron', 'install.js'));
}

if (import.meta.filename === process.argv[1]) download();
