import { Refused } from './refused.ts';

type Attributes = Readonly<Record<string, string>>;

/** What is done with the elements of one path. */
export interface Visitor {
  /** An attribute with a prefix is named by its local name and its namespace, `id@urn:x`; by its prefix where that is not bound. */
  readonly open?: (attributes: Attributes) => void;
  readonly close?: () => void;
  readonly text?: (text: string) => void;
}

/** An element by where it stands. Those in it are found by their names, as long as none of them declares a namespace of its own. */
interface Place {
  /** The local names from the root on; null where an element of another namespace is above it, or it is one. */
  readonly path: string | null;
  readonly visitor: Visitor | undefined;
  readonly scope: Readonly<Record<string, string>>;
  readonly inside: Map<string, Place>;
}

const none: Attributes = {};
const alternatives = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/**
 * Goes through a part of a workbook and shows each element to the visitor of its path: `sst/si/t`. All names of a path are in the namespace of the
 * root: an extension may call its own elements as it likes. Of alternatives the one for programs without extensions counts. Refuses as `damaged` what
 * is not well formed or has a document type: no workbook needs one, and it could define texts of any size.
 */
export function walkXml(xml: string, visitors: Readonly<Record<string, Visitor>>): void {
  const placeIn = createPlaces(visitors);
  const above: { readonly name: string; readonly place: Place }[] = [];
  let hasRoot = false;
  let at = xml.startsWith('\uFEFF') ? 1 : 0;

  const past = (sign: string, from: number): number => {
    const end = xml.indexOf(sign, from);
    if (end < 0) throw new Refused('damaged');
    return end + sign.length;
  };

  const beginTag = (): void => {
    const tag = readTag(xml, at);
    const { name, isEmpty, hasPrefixes, attributes } = tag;
    at = tag.end;
    if (above.length === 0 && hasRoot) refuse(); // there is one root
    hasRoot = true;
    const own = placeIn(above.at(-1)?.place ?? null, name, hasPrefixes ? attributes : none);
    above.push({ name, place: own });
    own.visitor?.open?.(hasPrefixes ? resolved(attributes, own.scope) : attributes);
    if (isEmpty) endTag(name);
  };

  const endTag = (name: string): void => {
    const last = above.pop();
    if (last?.name !== name) refuse();
    last?.place.visitor?.close?.();
  };

  while (at < xml.length) {
    const from = at;
    if (xml.charCodeAt(at) !== less) {
      const end = xml.indexOf('<', at);
      at = end < 0 ? xml.length : end;
      const text = unescaped(xml.slice(from, at));
      above.at(-1)?.place.visitor?.text?.(text);
    } else if (xml.startsWith('</', at)) {
      at = past('>', at);
      endTag(xml.slice(from + 2, at - 1).trimEnd());
    } else if (xml.startsWith('<?', at)) at = past('?>', at);
    else if (xml.startsWith('<!--', at)) at = past('-->', at + 4);
    else if (xml.startsWith('<![CDATA[', at)) {
      at = past(']]>', at);
      above.at(-1)?.place.visitor?.text?.(xml.slice(from + 9, at - 3));
    } else beginTag();
  }
  if (above.length > 0) refuse();
}

/** Finds the place of an element within another; each is made once. */
function createPlaces(visitors: Readonly<Record<string, Visitor>>) {
  const known = new Map(Object.entries(visitors));
  let ofRoot: string | undefined; // the namespace of the root
  const make = (above: Place | null, name: string, scope: Place['scope']): Place => {
    const { namespace, local } = named(name, scope);
    if (above === null) ofRoot = namespace;
    const path = pathOf(above, local, namespace, ofRoot);
    const isSeen = path !== null && path !== above?.path;
    return { path, visitor: isSeen ? known.get(path) : undefined, scope, inside: new Map() };
  };
  return (above: Place | null, name: string, attributes: Attributes): Place => {
    const found = above?.inside.get(name);
    const declared = Object.entries(attributes).filter(([key]) => /^xmlns(:|$)/.test(key));
    if (declared.length > 0) {
      const own = declared.map(([key, uri]) => [key.slice('xmlns:'.length), uri] as const);
      return make(above, name, { ...above?.scope, ...Object.fromEntries(own) });
    }
    if (found !== undefined) return found;
    const made = make(above, name, above?.scope ?? none);
    above?.inside.set(name, made);
    return made;
  };
}

/** The path of an element; that of the one above it where it only says which of several alternatives counts. */
function pathOf(
  above: Place | null,
  local: string,
  namespace: string,
  ofRoot: string | undefined,
): string | null {
  if (above === null) return local;
  if (above.path === null) return null;
  if (namespace === ofRoot) return `${above.path}/${local}`;
  return namespace === alternatives && local !== 'Choice' ? above.path : null;
}

/** A name without its prefix, and the namespace of that; the prefix itself where none is bound to it. */
function named(name: string, scope: Place['scope']): { readonly namespace: string; readonly local: string } {
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? '' : name.slice(0, colon);
  return {
    namespace: Object.hasOwn(scope, prefix) ? (scope[prefix] ?? '') : prefix,
    local: name.slice(colon + 1),
  };
}

function resolved(attributes: Attributes, scope: Place['scope']): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => {
      const { namespace, local } = named(key, scope);
      return [key.includes(':') ? `${local}@${namespace}` : key, value];
    }),
  );
}

const less = 60;
const greater = 62;
const slash = 47;
const equals = 61;
const double = 34;
const single = 39;

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

interface Tag {
  readonly name: string;
  readonly attributes: Attributes;
  readonly isEmpty: boolean;
  /** Whether it declares a namespace, or has attributes of another. */
  readonly hasPrefixes: boolean;
  readonly end: number;
}

/** A tag that begins an element. It is read sign by sign: a sheet has hundreds of thousands, and patterns take twice the time. */
function readTag(xml: string, start: number): Tag {
  const nameEnd = endOfName(xml, start + 1);
  const name = xml.slice(start + 1, nameEnd);
  let attributes: Record<string, string> | null = null;
  let hasPrefixes = false;
  let at = nameEnd;
  for (;;) {
    const from = at;
    while (isBlank(xml.charCodeAt(at))) at += 1;
    const sign = xml.charCodeAt(at);
    const isEmpty = sign === slash;
    if (isEmpty || sign === greater) {
      if (isEmpty && xml.charCodeAt(at + 1) !== greater) refuse();
      return { name, attributes: attributes ?? none, isEmpty, hasPrefixes, end: at + (isEmpty ? 2 : 1) };
    }
    if (at === from) refuse();
    const keyEnd = endOfName(xml, at);
    const key = xml.slice(at, keyEnd);
    at = keyEnd;
    while (isBlank(xml.charCodeAt(at))) at += 1;
    if (xml.charCodeAt(at) !== equals) refuse();
    at += 1;
    while (isBlank(xml.charCodeAt(at))) at += 1;
    const quote = xml.charCodeAt(at);
    if (quote !== double && quote !== single) refuse();
    const end = xml.indexOf(quote === double ? '"' : "'", at + 1);
    const value = end < 0 ? refuse() : xml.slice(at + 1, end);
    if (value.includes('<')) refuse();
    attributes ??= {};
    if (Object.hasOwn(attributes, key)) refuse();
    attributes[key] = unescaped(value);
    hasPrefixes ||= key.includes(':') || key === 'xmlns';
    at = end + 1;
  }
}

/** Behind a name that has a letter at least. */
function endOfName(xml: string, start: number): number {
  let at = start;
  for (; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (isBlank(code) || code === equals || code === greater || code === slash || code === less) break;
    if (code === 33 || code === 63) refuse(); // an exclamation or question mark begins what is no element
  }
  return at === start ? refuse() : at;
}

function refuse(): never {
  throw new Refused('damaged');
}

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

function unescaped(text: string): string {
  const even = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text; // as XML reads the ends of lines
  if (!even.includes('&')) return even;
  return even.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));|&/g, (_, hex, decimal, name) => {
    const letter =
      name === undefined
        ? letterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
        : entities.get(name);
    return letter ?? refuse();
  });
}

function letterOf(point: number): string | undefined {
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined; // not for NaN either
}

/** Letters that XML cannot hold stand in the texts of workbooks as `_x001F_`, and that itself as `_x005F_x001F_`. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
