import type { RequestEntry } from '../../../shared/record.ts';
import { shellWord } from '../../../shared/rules/shell-word.ts';

/** What the command says of what it does not have, each as a comment of its own. */
export interface CurlWords {
  readonly token: string;
  readonly body: string;
  readonly credentials: string;
}

/**
 * A request of the log as a command for a POSIX shell; null where it is not known how it was sent. There is no token, secret
 * or body in it, since the log has none: the command names variables and a file for them, and says so.
 */
export function curlOf(
  baseUrl: string,
  { operation, method, path }: Pick<RequestEntry, 'operation' | 'method' | 'path'>,
  words: CurlWords,
): string | null {
  if (method === null || path === null) return null;
  const signsIn = operation === 'tokens.issue';
  const takesBody = !signsIn && (method === 'POST' || method === 'PATCH');
  const comments = signsIn ? [words.credentials] : [words.token, ...(takesBody ? [words.body] : [])];
  const parts = [
    `curl -X ${shellWord(method)} ${shellWord(`${baseUrl}${path}`)}`,
    `-H ${shellWord('Accept: application/json')}`,
    ...(signsIn
      ? [
          `--data-urlencode ${shellWord('grant_type=client_credentials')}`,
          '--data-urlencode "client_id=$CLIENT_ID"',
          '--data-urlencode "client_secret=$CLIENT_SECRET"',
        ]
      : ['-H "Authorization: Bearer $TOKEN"']),
    ...(takesBody ? [`-H ${shellWord('Content-Type: application/json')}`, '--data @body.json'] : []),
  ];
  return [...comments.map((text) => `# ${text}`), parts.join(' \\\n  ')].join('\n');
}
