import type { Tier } from '../../shared/model/tiers.ts';
import type { Reason, Rule } from '../../shared/reasons.ts';

export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Scheme, host and port of the request. Links use them (decisions.md §3.3). */
  readonly origin: string;
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array | 'too-large';
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty where the status has no body. */
  readonly body: string;
  /** In place of the body where it is no text. */
  readonly bytes?: Uint8Array;
  /** Why it refuses, for whoever asks: the workbench, and the tests of every refusal. */
  readonly why?: () => readonly Reason[];
}

/** An answer that says by which rule it refuses. */
export function because(answer: Answer, rule: Rule, about: Omit<Reason, 'rule'> = {}): Answer {
  return { ...answer, why: () => [{ rule, ...about }] };
}

/** An answer, and how much of it is sent: all, half and then a reset, or only a reset. */
export interface Outcome {
  readonly delivery: 'whole' | 'half' | 'none';
  readonly answer: Answer;
  /** As specified, where `answer` says it in dialects. */
  readonly meant?: Answer;
}

/** The fields of a form or a query. */
export function fieldsOf(encoded: string): URLSearchParams {
  return new URLSearchParams(`&${encoded}`); // without `&`, it would remove a question mark at the start
}

export const longestBody = 1_048_576; // bytes
export const longestSnapshot = 128 * 1_048_576; // bytes

/** A snapshot is the only thing that is longer than the body of a request to the API. */
export function mostOf(path: string): number {
  return path.endsWith('/__sandbox/snapshot/') ? longestSnapshot : longestBody;
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return jsonText(status, JSON.stringify(value), headers);
}

export function jsonText(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** An error of the whole request (decisions.md §2). */
export function detail(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return json(status, { detail: text }, headers);
}

export const empty: Answer = { status: 204, headers: {}, body: '' };
export const notFound: Answer = because(detail(404, 'Not found.'), 'unknown-path');

export function methodNotAllowed(method: string, allowed: readonly string[]): Answer {
  const answer = detail(405, `Method "${method}" not allowed.`, { Allow: allowed.join(', ') });
  return because(answer, 'wrong-method', { facts: { allowed: allowed.join(', ') } });
}

export function whole(answer: Answer): Outcome {
  return { delivery: 'whole', answer };
}

export async function requestOf(request: Request): Promise<ServiceRequest> {
  const { origin, pathname, search } = new URL(request.url);
  const bytes = new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    origin,
    header: (name) => request.headers.get(name) ?? undefined,
    body: bytes.length > mostOf(pathname) ? 'too-large' : bytes,
  };
}

/** An outcome as a web response. Rejects or breaks off in place of a reset of the connection. */
export async function answered({ delivery, answer }: Outcome): Promise<Response> {
  const { status, headers, body, bytes } = answer;
  switch (delivery) {
    case 'whole':
      return new Response(bytes === undefined ? body || null : new Uint8Array(bytes), { status, headers });
    case 'half':
      return new Response(brokenOff(body), { status, headers });
    case 'none':
      throw reset();
  }
}

function reset(): TypeError {
  return new TypeError('fetch failed', {
    cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  });
}

function brokenOff(body: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  let sent = false;
  return new ReadableStream({
    pull: (controller) => {
      if (sent) controller.error(reset());
      else controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2)));
      sent = true;
    },
  });
}

/** What became of a request. */
export interface Handled {
  readonly answer: Answer;
  /** The answer in dialects, where it is sent in some. */
  readonly said?: Answer;
  readonly tier: Tier | null;
  readonly clientId: string | null;
}
