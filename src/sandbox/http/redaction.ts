import { removed } from '../../shared/workbench.ts';
import { isDictionary } from './fields.ts';

const secretName = /secret|token|password|authorization|assertion|credential|api_?key/i;
/** Fields of the service that only sound like a secret. */
const harmless: ReadonlySet<string> = new Set(['token_type', 'allow_password_login']);

const isSecret = (name: string) => secretName.test(name) && !harmless.has(name.toLowerCase());

/** A text in which each value that has the name of a secret is replaced; null where nobody knows what is secret in it. */
export function withoutSecrets(text: string): string | null {
  if (!secretName.test(text)) return text;
  const start = text.trimStart()[0];
  if (start === '{' || start === '[') return jsonWithoutSecrets(text);
  return /^[^\s"'{}<>]+$/.test(text) ? formWithoutSecrets(text) : null;
}

function jsonWithoutSecrets(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    const cleaned = cleanedOf(value);
    return cleaned === value ? text : JSON.stringify(cleaned);
  } catch {
    return null; // half a document may hold a whole secret
  }
}

/** The same object where nothing in it is secret. */
function cleanedOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const entries = value.map(cleanedOf);
    return entries.every((one, at) => one === value[at]) ? value : entries;
  }
  if (!isDictionary(value)) return value;
  const entries = Object.entries(value).map(
    ([name, one]) => [name, isSecret(name) ? removed : cleanedOf(one)] as const,
  );
  return entries.every(([name, one]) => one === value[name]) ? value : Object.fromEntries(entries);
}

/** A form or a query. A name is looked at as it is meant, whatever of it is percent-encoded. */
export function formWithoutSecrets(text: string): string {
  return text
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      const name = at < 0 ? pair : pair.slice(0, at);
      const meant = decodedName(name);
      if (!isSecret(meant)) return pair;
      if (!/^[\w.[\]-]+$/.test(meant)) return removed; // no name, but a text that may hold the secret itself
      return at < 0 ? pair : `${name}=${removed}`;
    })
    .join('&');
}

function decodedName(name: string): string {
  return new URLSearchParams(`${name}=`).keys().next().value ?? name;
}
