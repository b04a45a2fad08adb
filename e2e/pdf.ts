import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

/** What a PDF as Chromium writes it says about itself, and its texts. */
export interface Pdf {
  readonly isTagged: boolean;
  readonly title: string;
  readonly language: string;
  /** Millimetres, one pair a page. */
  readonly pages: readonly { readonly width: number; readonly height: number; readonly text: string }[];
  /** The kinds of elements in its structure, as `Table` and `TH`. */
  readonly structure: ReadonlySet<string>;
  /** The headings in its outline. */
  readonly outline: readonly string[];
}

/** Reads a PDF whose objects stand in it one by one, as Chromium's do; throws for a file that is none. */
export function readPdf(path: string): Pdf {
  const file = readFileSync(path).toString('latin1');
  if (!file.startsWith('%PDF-')) throw new Error('not a PDF');
  const objects = new Map(
    [...file.matchAll(/(?<=\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id, body ?? '']),
  );
  const all = [...objects.values()];
  const object = (body: string, key: string) =>
    objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1] ?? '') ?? '';
  const catalog = all.find((body) => body.includes('/Type /Catalog')) ?? '';
  const pages = all.filter((body) => /\/Type \/Page\n/.test(body));
  return {
    isTagged: /\/Marked true/.test(catalog) && /\/StructTreeRoot/.test(catalog),
    title: string(all.find((body) => body.includes('/Producer')) ?? '', 'Title'),
    language: string(catalog, 'Lang'),
    pages: pages.map((page) => {
      const [, width = 0, height = 0] = (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? []).map(Number);
      const maps = new Map(
        [...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id = '']) => [
          name,
          characters(stream(object(objects.get(id) ?? '', 'ToUnicode'))),
        ]),
      );
      const text = textOf(stream(object(page, 'Contents')), maps);
      return { width: millimetres(width), height: millimetres(height), text };
    }),
    structure: new Set(all.flatMap((body) => /\/Type \/StructElem\n\/S \/(\w+)/.exec(body)?.[1] ?? [])),
    outline: all
      .filter((body) => /\/Dest /.test(body) && /\/Title/.test(body))
      .map((body) => string(body, 'Title')),
  };
}

function millimetres(points: number): number {
  return Math.round((points / 72) * 25.4);
}

function stream(body: string): string {
  const start = body.indexOf('stream\n');
  if (start < 0) return '';
  const bytes = Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1');
  return body.slice(0, start).includes('/FlateDecode')
    ? inflateSync(bytes).toString('latin1')
    : bytes.toString('latin1');
}

/** A string of a dictionary: `(plain)`, or `<FEFF…>` in UTF-16. */
function string(body: string, key: string): string {
  const [, plain, hex] =
    new RegExp(`/${key} (?:\\(((?:\\\\.|[^\\\\)])*)\\)|<([0-9A-Fa-f]*)>)`).exec(body) ?? [];
  if (hex !== undefined) return Buffer.from(hex.slice(4), 'hex').swap16().toString('utf16le');
  return (plain ?? '').replace(/\\(.)/g, '$1');
}

/** Which text each glyph of a font stands for. */
function characters(map: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const decoded = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  const code = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
  for (const [, body = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of body.matchAll(/<(\w+)> <(\w+)>/g))
      found.set(glyph, decoded(text));
  for (const [, body = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of body.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let at = Number.parseInt(from, 16); at <= Number.parseInt(to, 16); at += 1)
        found.set(code(at), decoded(code(Number.parseInt(text, 16) + at - Number.parseInt(from, 16))));
  return found;
}

/** The texts of a page in the order in which they are painted; each block of text is a word or more of its own. */
function textOf(
  content: string,
  fonts: ReadonlyMap<string | undefined, ReadonlyMap<string, string>>,
): string {
  let font: ReadonlyMap<string, string> | undefined;
  let text = '';
  for (const [whole, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)> Tj|\bET\b/g)) {
    if (name !== undefined) font = fonts.get(name);
    else if (glyphs !== undefined)
      text += (glyphs.match(/.{4}/g) ?? []).map((glyph) => font?.get(glyph) ?? '\ufffd').join('');
    else if (whole === 'ET') text += ' ';
  }
  return text.replace(/\s+/g, ' ').trim();
}
