import { Refused } from './refused.ts';

interface Visitor {
  readonly open?: (tag: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (tag: string) => void;
  readonly text?: (text: string) => void;
}

const beginning = /<([^\s<>/!?]+)/y;
const attribute = /\s+([^\s=<>/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const ending = /\s*(\/?)>/y;
const none: Readonly<Record<string, string>> = {};

/**
 * Goes through a part of a workbook; tags come without their prefixes. Refuses as `damaged` what is not well formed or has a
 * document type: no workbook needs one, and it could define texts of any size.
 */
export function walkXml(xml: string, { open, close, text }: Visitor): void {
  const above: string[] = [];
  let at = xml.startsWith('\uFEFF') ? 1 : 0;

  const past = (sign: string, from: number): number => {
    const end = xml.indexOf(sign, from);
    if (end < 0) throw new Refused('damaged');
    return end + sign.length;
  };

  const beginTag = (): void => {
    const name = match(beginning, xml, at)?.[1] ?? refuse();
    let attributes = none;
    at = beginning.lastIndex;
    for (let found = match(attribute, xml, at); found !== null; found = match(attribute, xml, at)) {
      if (attributes === none) attributes = {};
      (attributes as Record<string, string>)[found[1] ?? ''] = unescaped(found[2] ?? found[3] ?? ''); // our own object
      at = attribute.lastIndex;
    }
    const isEmpty = (match(ending, xml, at)?.[1] ?? refuse()) === '/';
    at = ending.lastIndex;
    open?.(localName(name), attributes);
    if (isEmpty) close?.(localName(name));
    else above.push(name);
  };

  while (at < xml.length) {
    const from = at;
    if (xml.charCodeAt(at) !== less) {
      const end = xml.indexOf('<', at);
      at = end < 0 ? xml.length : end;
      text?.(unescaped(xml.slice(from, at)));
    } else if (xml.startsWith('</', at)) {
      at = past('>', at);
      const name = xml.slice(from + 2, at - 1).trimEnd();
      if (above.pop() !== name) refuse();
      close?.(localName(name));
    } else if (xml.startsWith('<?', at)) at = past('?>', at);
    else if (xml.startsWith('<!--', at)) at = past('-->', at + 4);
    else if (xml.startsWith('<![CDATA[', at)) {
      at = past(']]>', at);
      text?.(xml.slice(from + 9, at - 3));
    } else beginTag();
  }
  if (above.length > 0) refuse();
}

const less = '<'.charCodeAt(0);

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function refuse(): never {
  throw new Refused('damaged');
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1);
}

const named = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

function unescaped(text: string): string {
  const even = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text; // as XML reads the ends of lines
  if (!even.includes('&')) return even;
  return even.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));|&/g, (_, hex, decimal, name) => {
    const letter =
      name === undefined
        ? letterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
        : named.get(name);
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
