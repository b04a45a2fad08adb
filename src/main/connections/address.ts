import { fail, type Reply, succeed } from '../../shared/error.ts';
import { readBaseUrl } from '../../shared/rules/texts/base-url.ts';

/**
 * The base URL that a person entered, its host and port as every spelling of them is written (`:443` of https goes, as does the dot at the end of a
 * name); `invalid-address` where our reading or the URL parser refuses it.
 */
export function readAddress(entered: string): Reply<string> {
  const reading = readBaseUrl(entered);
  if (!reading.ok) return fail('invalid-address', { fields: { baseUrl: [reading.fault] } });
  const url = URL.parse(reading.baseUrl);
  if (url === null) return fail('invalid-address', { fields: { baseUrl: ['not-an-address'] } });
  return succeed(reading.baseUrl.replace(/^(\w+:\/\/)[^/]*/, `$1${url.host.replace(/\.(?=$|:)/, '')}`));
}
