import type { CurlRequest } from '../shared/rules/curl.ts';
import { type Exchange, removed } from '../shared/workbench.ts';

/**
 * A request as it is copied, to a service at a base URL. The notes say what of it could not be given: it stands above the
 * command, since whoever runs it may not see this page.
 */
export function sampleOf({ method, path, query, request }: Exchange, base: string): CurlRequest {
  const { authorization, accept, 'content-type': type } = request.headers;
  const { body } = request;
  const address = `${base}${path}${query === '' ? '' : `?${query}`}`;
  const isWithout = method === 'GET' || method === 'HEAD';
  return {
    method,
    address,
    hasToken: authorization !== undefined,
    accept: accept === '*/*' ? undefined : accept,
    body:
      body !== null && (body.text !== '' || type !== undefined)
        ? { type: type ?? 'text/plain', text: body.text }
        : undefined,
    notes: [
      ...(body === null ? ['The body was not kept, and is missing here.'] : []),
      ...(body !== null && body.omitted > 0
        ? [`The body ends too early: ${body.omitted.toLocaleString('en-US')} characters were not kept.`]
        : []),
      ...(body?.isRedacted === true || address.includes(removed)
        ? [`What was secret is replaced by ${removed}.`]
        : []),
      ...(isWithout && body !== null && body.text !== '' ? [`The body of this ${method} is left out.`] : []),
      ...(authorization !== undefined && !authorization.startsWith('Bearer ')
        ? ['The request was authorised by something else than a bearer token.']
        : []),
    ],
  };
}
