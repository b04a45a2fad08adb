/** Why the control plane did not do what it was asked; `message` is its own words. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, words: string) {
    super(words);
    this.name = 'Refused';
    this.status = status;
  }
}

/** Calls the control plane beside this page. `Value` is what `shared/workbench.ts` says of the path. */
export async function ask<Value>(
  path: string,
  { method = 'GET', body }: { readonly method?: 'GET' | 'POST' | 'DELETE'; readonly body?: unknown } = {},
): Promise<Value> {
  const answer = await fetch(path, {
    method,
    cache: 'no-store',
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refused(answer.status, text);
  return JSON.parse(text) as Value; // the service and this page are built from one description
}

/** Whether the service answers that there is none; one that does not answer says nothing about that. */
export function isGone(cause: unknown): boolean {
  return cause instanceof Refused && cause.status === 404;
}

/** What a person is told of a call that failed: the words of the service, each field with its own. */
export function sentenceOf(cause: unknown): string {
  if (!(cause instanceof Refused)) return 'The sandbox does not answer. Start it again, then repeat this.';
  try {
    const said: unknown = JSON.parse(cause.message);
    if (typeof said !== 'object' || said === null) return cause.message;
    return Object.entries(said)
      .map(([field, words]) =>
        field === 'detail'
          ? String(words)
          : `${field}: ${Array.isArray(words) ? words.join(' ') : JSON.stringify(words)}`,
      )
      .join(' ');
  } catch {
    return cause.message;
  }
}
