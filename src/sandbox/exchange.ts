/** A request as the service sees it, whichever way it came in. */
export interface ServiceRequest {
  readonly method: string;
  /** As sent: percent-encoded, without the query. */
  readonly path: string;
  /** As sent, without its question mark. */
  readonly query: string;
  /** Scheme, host and port by which the caller addressed the service; links carry it (decisions.md §3.3). */
  readonly origin: string;
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array | 'too-large';
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty where the status has no body. */
  readonly body: string;
}

/** What becomes of an answer on its way out: all of it sent, half of it and a reset, or a reset alone. */
export interface Outcome {
  readonly delivery: 'whole' | 'half' | 'none';
  readonly answer: Answer;
}

/** The fields of a form or a query. A question mark at its start belongs to the first name. */
export function fieldsOf(encoded: string): URLSearchParams {
  return new URLSearchParams(`&${encoded}`); // which would take it away
}

/** The most bytes of a body that are read; a longer one is answered with `413`. */
export const longestBody = 1_048_576;

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return jsonText(status, JSON.stringify(value), headers);
}

/** An answer whose JSON is written already. */
export function jsonText(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** An error that belongs to the whole request (decisions.md §2). */
export function detail(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return json(status, { detail: text }, headers);
}

export const empty: Answer = { status: 204, headers: {}, body: '' };
export const notFound: Answer = detail(404, 'Not found.');

export function methodNotAllowed(method: string, allowed: readonly string[]): Answer {
  return detail(405, `Method "${method}" not allowed.`, { Allow: allowed.join(', ') });
}
