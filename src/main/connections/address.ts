import { fail, type Reply, succeed } from '../../shared/error.ts';
import { readBaseUrl } from '../../shared/rules/texts/base-url.ts';

/** The base URL that a person entered; `invalid-address` where our reading or the URL parser refuses it. */
export function readAddress(entered: string): Reply<string> {
  const reading = readBaseUrl(entered);
  if (!reading.ok) return fail('invalid-address', { fields: { baseUrl: [reading.fault] } });
  if (URL.canParse(reading.baseUrl)) return succeed(reading.baseUrl);
  return fail('invalid-address', { fields: { baseUrl: ['not-an-address'] } });
}
