import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Token, walkTokens } from 'marked';
import { expect, test } from 'vitest';
import { guideFiles, guideNames, guideOfTopic, headingId, known, placeOfLink, readGuide } from './guides.ts';

const docs = join(import.meta.dirname, '../../../../docs');
const guideOf = (name: keyof typeof guideFiles) =>
  readGuide(readFileSync(join(docs, guideFiles[name]), 'utf8'));

/** All tokens of a guide, those within others too. */
function tokensOf(name: keyof typeof guideFiles) {
  const found: Token[] = [];
  void walkTokens([...guideOf(name).blocks], (token) => void found.push(token));
  return known(found);
}
const headingsOf = (name: keyof typeof guideFiles) =>
  guideOf(name).blocks.flatMap((block) => (block.type === 'heading' ? [headingId(block.text)] : []));

const shown = [
  'heading',
  'paragraph',
  'list',
  'list_item',
  'table',
  'code',
  'text',
  'strong',
  'em',
  'codespan',
  'link',
  'space',
];

test.each(guideNames)('“%s” is written so that the app can read it', (name) => {
  const { title, blocks } = guideOf(name);
  expect(title).not.toBe('');
  const levels = blocks.flatMap((block) => (block.type === 'heading' ? [block.depth] : []));
  expect(levels.filter((level) => ![2, 3].includes(level))).toEqual([]);
  const others = tokensOf(name).filter(({ type }) => !shown.includes(type));
  expect(others).toEqual([]);
  const ids = headingsOf(name);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(guideNames)(
  'in the app, every link of “%s” leads to a heading that exists, or is plain text',
  (name) => {
    const links = tokensOf(name).flatMap((token) => (token.type === 'link' ? [token.href] : []));
    if (guideFiles[name].startsWith('guides/')) expect(links).not.toEqual([]);
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
