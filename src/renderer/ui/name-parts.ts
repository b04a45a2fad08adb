/** Where something stands in a text: from one character up to before another. */
export type Place = readonly [from: number, to: number];

/** A part of a name, and what becomes of it where the name does not fit. */
export interface NamePart {
  readonly text: string;
  /** The text as it is drawn by itself: letters that join those of the next part do so here. */
  readonly drawn: string;
  /** The place of its first character. */
  readonly at: number;
  /** `head` makes room first and keeps its end, `rest` next and keeps its start; what tells the name apart and a match stay. */
  readonly role: 'head' | 'rest' | 'apart' | 'match';
}

/** Words, with the space before them. Long ones, as names without a blank are, in pieces; no mark is parted from its letter. */
const pieces = /\s*(?:(?<!\S)\S{1,30}(?!\S)|\S{1,8}[\p{M}\p{Cf}]*)/gu;

const mostOfEnd = 20; // characters: a group's letter or number and its year

/**
 * What tells a name apart from others beside it: the fewest words from where it leaves those that begin like it, so that none of the
 * others has them, or ends with them where they are its end; the whole name where nothing less does. Of a name by itself, its last words.
 * The time is linear in the others.
 */
export function apartIn(name: string, others: readonly string[]): Place {
  const ends = Array.from(name.matchAll(pieces), ({ 0: piece, index }) => index + piece.length);
  const starts = [0, ...ends.slice(0, -1)];
  const unlike = others.filter((other) => other !== name);
  if (unlike.length === 0) {
    const end = starts.find((start) => name.length - start <= mostOfEnd);
    return [end ?? starts.at(-1) ?? 0, name.length];
  }
  const padded = ` ${name} `;
  const isOnly = (from: number, to: number) => {
    // With the spaces around: 0 is another word than 10.
    const words = padded.slice(from === 0 ? 0 : from + 1, to + (padded[to + 1] === ' ' ? 2 : 1));
    const has = to < name.length ? 'includes' : 'endsWith';
    return unlike.every((other) => !` ${other} `[has](words));
  };
  const shared = unlike.reduce((most, other) => Math.max(most, commonStart(name, other)), 0);
  const leaves = starts.findLastIndex((start) => start <= shared);
  for (const end of ends.slice(leaves)) {
    const from = starts[leaves] ?? 0;
    if (isOnly(from, end)) return [from, end];
  }
  const from = starts.slice(0, leaves).findLast((start) => isOnly(start, name.length));
  return [from ?? 0, name.length];
}

function commonStart(name: string, other: string): number {
  let at = 0;
  while (at < name.length && name.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

const shortest = 3; // characters: fewer are no shorter as an ellipsis

/** A name in its parts, in their order: they are the whole of it, and none is empty. */
export function partsOf(name: string, apart: Place, matches: readonly Place[]): readonly NamePart[] {
  const kept = [apart, ...matches];
  const edges = [...new Set([0, name.length, ...kept.flat()])].toSorted((one, other) => one - other);
  const first = Math.min(...kept.map(([from]) => from));
  return edges.slice(1).map((to, index) => {
    const from = edges[index] ?? 0;
    const isIn = (place: Place) => place[0] <= from && to <= place[1];
    const folds = to - from >= shortest && !isIn(apart);
    const role = matches.some(isIn) ? 'match' : folds ? (from < first ? 'head' : 'rest') : 'apart';
    const text = name.slice(from, to);
    return { text, drawn: `${joinerAt(name, from)}${text}${joinerAt(name, to)}`, at: from, role };
  });
}

function joinerAt(name: string, at: number): string {
  return /^[\u0600-\u08ff]{2}$/.test(name.slice(Math.max(0, at - 1), at + 1)) ? '\u200d' : '';
}

/** A name in so many characters: what tells it apart, then what follows it, then what is before it. */
export function folded(name: string, [from, to]: Place, most: number): string {
  const end = Math.min(name.length, Math.max(to, from + most));
  const start = Math.max(0, Math.min(from, end - most));
  return `${start > 0 ? '…' : ''}${name.slice(start, end)}${end < name.length ? '…' : ''}`;
}

/** A name from what tells it apart on. */
export function fromApart(name: string, others: readonly string[]): string {
  const [from] = apartIn(name, others);
  return `${from > 0 ? '…' : ''}${name.slice(from).trimStart()}`;
}
