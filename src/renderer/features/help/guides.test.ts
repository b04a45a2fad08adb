import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Block, type Piece, readGuide } from './guide-text.ts';
import { guideFiles, guideNames, guideOfTopic, placeOfLink } from './guides.ts';

const docs = join(import.meta.dirname, '../../../../docs');
const guideOf = (name: keyof typeof guideFiles) =>
  readGuide(readFileSync(join(docs, guideFiles[name]), 'utf8'));

function piecesOf(block: Block): readonly Piece[] {
  switch (block.kind) {
    case 'paragraph':
      return block.pieces;
    case 'list':
      return block.entries.flat();
    case 'table':
      return [...block.head, ...block.rows.flat()].flat();
    case 'heading':
    case 'code':
      return [];
  }
}
const headingsOf = (name: keyof typeof guideFiles) =>
  guideOf(name).blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));

test('a document is read as what it says', () => {
  const source = [
    '# The title',
    '',
    'One **strong** _word_ of `a_b_c`, snake_case_here',
    'and [a `link`](policy.md#part).',
    '- first',
    '  goes on',
    '- second',
    '',
    '## How to',
    '',
    '1. one',
    '2. two',
    '',
    '| a | `b` |',
    '| - | --- |',
    '| 1 | two |',
    '',
    '```',
    '# no heading',
    '```',
  ].join('\n');
  const text = (words: string): Piece => ({ kind: 'text', text: words });
  expect(readGuide(source)).toEqual({
    title: 'The title',
    blocks: [
      {
        kind: 'paragraph',
        pieces: [
          text('One '),
          { kind: 'strong', text: 'strong' },
          text(' '),
          { kind: 'emphasis', text: 'word' },
          text(' of '),
          { kind: 'code', text: 'a_b_c' },
          text(', snake_case_here and '),
          { kind: 'link', text: 'a link', to: 'policy.md#part' },
          text('.'),
        ],
      },
      { kind: 'list', isNumbered: false, entries: [[text('first goes on')], [text('second')]] },
      { kind: 'heading', level: 2, id: 'how-to', text: 'How to' },
      { kind: 'list', isNumbered: true, entries: [[text('one')], [text('two')]] },
      {
        kind: 'table',
        head: [[text('a')], [{ kind: 'code', text: 'b' }]],
        rows: [[[text('1')], [text('two')]]],
      },
      { kind: 'code', text: '# no heading', number: 1 },
    ],
  });
});

test.each(guideNames)('“%s” is written so that the app can read it', (name) => {
  const { title, blocks } = guideOf(name);
  expect(title).not.toBe('');
  expect(blocks.filter((block) => block.kind === 'heading' && ![2, 3].includes(block.level))).toEqual([]);
  const words = blocks.flatMap(piecesOf).filter(({ kind }) => kind !== 'code');
  for (const { text } of words) expect(text).not.toMatch(/\*\*|`|\]\(|!\[|<\w|^ {0,3}>|\\[|*_]/);
  const ids = headingsOf(name);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(guideNames)(
  'in the app, every link of “%s” leads to a heading that exists, or is plain text',
  (name) => {
    const links = guideOf(name)
      .blocks.flatMap(piecesOf)
      .flatMap((piece) => (piece.kind === 'link' ? [piece.to] : []));
    for (const link of links) {
      const place = placeOfLink(name, link);
      if (guideFiles[name].startsWith('guides/')) expect(place, link).not.toBeNull(); // a guide is read to its end offline
      if (place?.part != null) expect(headingsOf(place.guide), link).toContain(place.part);
    }
  },
);

test.each(Object.entries(guideOfTopic))(
  'the help of “%s” leads to a heading that exists',
  (_, { guide, part }) => {
    if (part !== null) expect(headingsOf(guide)).toContain(part);
  },
);

test.each([
  ['season', '../data.md#the-log', { guide: 'data', part: 'the-log' }],
  ['season', 'administration.md', { guide: 'administration', part: null }],
  ['data', 'architecture.md#what-is-kept-where', null],
  ['policy', '#updates', { guide: 'policy', part: 'updates' }],
  ['policy', 'https://example.com/policy.md', null],
] as const)('of %s, %j leads to %o', (name, link, place) => {
  expect(placeOfLink(name, link)).toEqual(place);
});
