import { Refused } from './refused.ts';

interface Visitor {
  readonly open?: (tag: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (tag: string) => void;
  readonly text?: (text: string) => void;
}

// One token from where the last one ended: a comment, CDATA, an instruction, an end, a beginning, or a text.
const token =
  /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\?[^]*?\?>|<\/([^\s>]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Goes through a part of a workbook; tags come without their prefixes. Refuses as `damaged` what is not well formed or has a
 * document type: no workbook needs one, and it could define texts of any size.
 */
export function walkXml(xml: string, { open, close, text }: Visitor): void {
  const above: string[] = [];
  token.lastIndex = xml.startsWith('\uFEFF') ? 1 : 0;
  while (token.lastIndex < xml.length) {
    const found = token.exec(xml);
    if (found === null) throw new Refused('damaged');
    const next = token.lastIndex; // a visitor may go through another part meanwhile
    const [, verbatim, ended, begun, attributes = '', isEmpty, plain] = found;
    if (begun !== undefined) {
      open?.(localName(begun), attributes === '' ? {} : attributesOf(attributes));
      if (isEmpty === '/') close?.(localName(begun));
      else above.push(begun);
    } else if (ended !== undefined) {
      if (above.pop() !== ended) throw new Refused('damaged');
      close?.(localName(ended));
    } else if (plain !== undefined) text?.(unescaped(plain));
    else if (verbatim !== undefined) text?.(verbatim);
    token.lastIndex = next;
  }
  if (above.length > 0) throw new Refused('damaged');
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1);
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from(text.matchAll(attribute), ([, name = '', double, single = '']) => [
      name,
      unescaped(double ?? single),
    ]),
  );
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  const even = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text; // as XML reads the ends of lines
  if (!even.includes('&')) return even;
  return even.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));|&/g, (_, hex, decimal, name) => {
    const letter =
      name === undefined ? letterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) : named[name];
    if (letter === undefined) throw new Refused('damaged');
    return letter;
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
