import { type Answer, because, detail, json, type ServiceRequest } from './exchange.ts';
import { isDictionary, notADictionary, wordsOf } from './fields.ts';

type Body =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly answer: Answer };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const deepest = 512; // `JSON.stringify` fails on much deeper values

/** Checks content type, size and form, in this order (decisions.md §1.3, §2). */
export function readJsonBody(request: ServiceRequest): Body {
  const wrong = typeRefusal(request, 'application/json');
  return wrong === null ? readJson(request) : refused(wrong);
}

/** Ignores the content type. */
export function readJson(request: ServiceRequest): Body {
  const packed = packedRefusal(request);
  if (packed !== null) return refused(packed);
  if (request.body === 'too-large') return refused(tooLarge);
  if (request.body.length === 0) return { ok: true, value: {} };
  const parsed = parse(request.body);
  if (!parsed.ok)
    return refused(because(detail(400, `JSON parse error - ${parsed.reason}`), 'body-not-json'));
  return isDictionary(parsed.value)
    ? { ok: true, value: parsed.value }
    : refused(because(json(400, wordsOf(notADictionary(parsed.value))), 'body-not-an-object'));
}

function refused(answer: Answer): Body {
  return { ok: false, answer };
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

function parse(bytes: Uint8Array): Parsed {
  const text = decoded(bytes);
  if (text === null) return { ok: false, reason: 'not UTF-8' };
  // Each level takes a character at least.
  if (text.length > deepest && depthOf(text) > deepest) return { ok: false, reason: 'nested too deeply' };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, reason: 'not a JSON document' };
  }
}

export function decoded(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function depthOf(text: string): number {
  let [depth, most, quoted] = [0, 0, false];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') most = Math.max(most, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return most;
}

export const tooLarge: Answer = because(detail(413, 'Request body is too large.'), 'body-too-large');

/** Refuses a body that is declared as another type, or as packed. */
export function typeRefusal(request: ServiceRequest, needed: string): Answer | null {
  const type = request.header('content-type') ?? '';
  if (type.split(';')[0]?.trim().toLowerCase() === needed) return packedRefusal(request);
  const answer = detail(415, `Unsupported media type "${type}" in request.`);
  return because(answer, 'content-type', { facts: { declared: type } });
}

/** Nothing is unpacked here, so that no small body is a large one. */
export function packedRefusal(request: ServiceRequest): Answer | null {
  const declared = request.header('content-encoding') ?? '';
  if (['', 'identity'].includes(declared.trim().toLowerCase())) return null;
  const answer = detail(415, `Unsupported content encoding "${declared}" in request.`);
  return because(answer, 'content-encoding', { facts: { declared } });
}
