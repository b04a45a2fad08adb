import type { Outcome, ServiceRequest } from './exchange.ts';

/** A web request as the service reads it. */
export async function requestOf(request: Request, longestBody: number): Promise<ServiceRequest> {
  const { origin, pathname, search } = new URL(request.url);
  const bytes = new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    origin,
    header: (name) => request.headers.get(name) ?? undefined,
    body: bytes.length > longestBody ? 'too-large' : bytes,
  };
}

/** An outcome as a web response. Rejects, or breaks off, where the connection would have been reset. */
export async function answered({ delivery, answer }: Outcome): Promise<Response> {
  const { status, headers, body } = answer;
  switch (delivery) {
    case 'whole':
      return new Response(body === '' ? null : body, { status, headers });
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
