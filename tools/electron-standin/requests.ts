import type { Session } from './devtools.ts';
import { fromChromium, handlers, toChromium } from './scheme.ts';

/** A request for a document, of which it is still to be said whether it may go on. */
export interface Navigation {
  readonly url: string;
  readonly frameId: string;
  readonly isRedirect: boolean;
}

/** Stops every request of a page: documents need leave, and the app's own scheme is answered by the app's handler. */
export function interceptRequests(
  page: Session,
  mayGo: (to: Navigation) => boolean | Promise<boolean>,
): void {
  page.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, resourceType, frameId, redirectedRequestId } = paused;
    const url = fromChromium(request.url);
    const answer = async (): Promise<void> => {
      const to: Navigation = { url, frameId, isRedirect: redirectedRequestId !== undefined };
      if (resourceType === 'Document' && !(await mayGo(to))) {
        await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
        return;
      }
      const handler = handlers.get(url.split(':', 1)[0] ?? '');
      if (handler === undefined) {
        await page.send('Fetch.continueRequest', { requestId });
        return;
      }
      const body = request.postData === undefined ? {} : { body: request.postData };
      const headers = new Headers(request.headers);
      for (const [name, value] of headers) headers.set(name, fromChromium(value));
      const response = await handler(new Request(url, { method: request.method, headers, ...body }));
      const content = Buffer.from(await response.arrayBuffer());
      await page.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({
          name,
          value: value.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s;,'"]+/gi, toChromium),
        })),
        body: content.toString('base64'),
      });
    };
    answer().catch(async (error: unknown) => {
      process.stderr.write(`${url}: ${String(error)}\n`);
      await page.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => undefined);
    });
  });
}
