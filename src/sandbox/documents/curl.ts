import { shellWord } from '../../shared/rules/shell-word.ts';
import type { OperationObject } from '../openapi/document.ts';

/** A command line that carries an operation out with the values of its examples; `$TOKEN` holds the token. */
export function curlOf(origin: string, path: string, method: string, operation: OperationObject): string {
  const { parameters = [], requestBody, security } = operation;
  const address = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const [[type, body] = []] = Object.entries(requestBody?.content ?? {});
  const form = type === 'application/x-www-form-urlencoded';
  const fields = Object.entries(body?.example ?? {});
  const named = method !== 'get' && !(method === 'post' && body !== undefined); // otherwise curl takes it by itself
  const words = [
    `curl ${named ? `-X ${method.toUpperCase()} ` : ''}${shellWord(`${origin}${address}`)}`,
    ...(security === undefined ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined || form ? [] : [`-H 'Content-Type: ${type ?? ''}'`]),
    ...(form
      ? fields.map(([name, value]) => `--data-urlencode ${shellWord(`${name}=${String(value)}`)}`)
      : []),
    ...(body === undefined || form ? [] : [`-d ${shellWord(JSON.stringify(body.example, null, 2))}`]),
  ];
  return words.join(' \\\n  ');
}
