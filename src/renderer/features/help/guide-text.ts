/** A piece of running text. A link names a document of the project, and a heading in it, or an address. */
export type Piece =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly id: string; readonly text: string }
  | { readonly kind: 'paragraph'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly entries: readonly (readonly Piece[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Piece[])[];
      readonly rows: readonly (readonly (readonly Piece[])[])[];
    }
  | {
      readonly kind: 'code';
      readonly text: string /** From 1 on: by it each has a name of its own. */;
      readonly number: number;
    };

/** A document as data: its title, and what stands below it. */
export interface Guide {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/**
 * Reads a document of `docs` as far as these are written: headings, paragraphs, lists of one level, tables and code. Nothing becomes HTML;
 * what else Markdown has stands as it is written, and `guides.test.ts` finds it.
 */
export function readGuide(source: string): Guide {
  const blocks: Block[] = [];
  const lines = source.split(/\r?\n/);
  let at = 0;
  let examples = 0;
  const take = (fits: (line: string) => boolean): readonly string[] => {
    const from = at;
    while (at < lines.length && fits(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const [, marks, heading] = /^(#{1,4}) (.+)$/.exec(line) ?? [];
    if (line.trim() === '') at += 1;
    else if (heading !== undefined && marks !== undefined) {
      const text = heading.replaceAll('`', '');
      blocks.push({ kind: 'heading', level: marks.length, id: headingId(text), text });
      at += 1;
    } else if (line.startsWith('```')) {
      at += 1;
      examples += 1;
      const text = take((each) => !each.startsWith('```')).join('\n');
      blocks.push({ kind: 'code', text, number: examples });
      at += 1;
    } else if (line.startsWith('|')) blocks.push(tableOf(take((each) => each.startsWith('|'))));
    else {
      const part = take((each) => each.trim() !== '' && !/^(#{1,4} |```|\|)/.test(each));
      blocks.push(...partsOf(part));
    }
  }
  const [first, ...rest] = blocks;
  return first?.kind === 'heading' ? { title: first.text, blocks: rest } : { title: '', blocks };
}

/** The name by which links find a heading, as code hosts make it. */
export function headingId(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');
}

const entryMark = /^(?:-|\d+\.) +/;

/** Lines without an empty one between them: a paragraph, a list, or both. */
function partsOf(lines: readonly string[]): readonly Block[] {
  const first = lines.findIndex((line) => entryMark.test(line));
  const before = first < 0 ? lines : lines.slice(0, first);
  const entries: string[] = [];
  for (const line of first < 0 ? [] : lines.slice(first))
    if (entryMark.test(line)) entries.push(line.replace(entryMark, ''));
    else entries.push(`${entries.pop() ?? ''} ${line.trim()}`);
  return [
    ...(before.length === 0 ? [] : [{ kind: 'paragraph', pieces: piecesOf(before.join(' ')) } as const]),
    ...(entries.length === 0
      ? []
      : [
          {
            kind: 'list',
            isNumbered: /^\d/.test(lines[first] ?? ''),
            entries: entries.map(piecesOf),
          } as const,
        ]),
  ];
}

function tableOf(lines: readonly string[]): Block {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .replace(/^\|/, '')
      .replace(/\|\s*$/, '')
      .split('|')
      .map((cell) => piecesOf(cell.trim())),
  );
  return { kind: 'table', head, rows };
}

const marked =
  /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|(?<![\p{L}\p{N}])_([^_]+)_(?![\p{L}\p{N}])/gu;

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(marked)) {
    if (found.index > from) pieces.push({ kind: 'text', text: text.slice(from, found.index) });
    const [whole, code, link, to, strong, emphasis] = found;
    if (code !== undefined) pieces.push({ kind: 'code', text: code });
    else if (link !== undefined && to !== undefined)
      pieces.push({ kind: 'link', text: link.replaceAll('`', ''), to });
    else if (strong !== undefined) pieces.push({ kind: 'strong', text: strong });
    else pieces.push({ kind: 'emphasis', text: emphasis ?? '' });
    from = found.index + whole.length;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}
