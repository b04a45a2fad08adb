import { queryOptions } from '@tanstack/react-query';
import { lexer, type MarkedToken, type Token } from 'marked';
import type { ScreenName } from '../../../shared/screens.ts';
import { pathTo } from '../../routes.ts';

/** The documents that can be read in the app, each a chunk of its own; the first two are the guides. */
export const guideFiles = {
  season: 'guides/season.md',
  administration: 'guides/administration.md',
  policy: 'policy.md',
  data: 'data.md',
  sandbox: 'sandbox.md',
} as const;
export type GuideName = keyof typeof guideFiles;
export const guideNames = Object.keys(guideFiles) as readonly GuideName[]; // keys of a literal: exactly these

/** A document as data: its title, and what stands below it. Nothing of it becomes HTML. */
export interface Guide {
  readonly title: string;
  readonly blocks: readonly MarkedToken[];
}

/** Reads a document in Markdown. */
export function readGuide(source: string): Guide {
  const blocks = known(lexer(source)).filter(({ type }) => type !== 'space');
  const [first, ...rest] = blocks;
  return first?.type === 'heading' ? { title: plain(first.text), blocks: rest } : { title: '', blocks };
}

/** What a token consists of. */
export function known(tokens: readonly Token[] = []): readonly MarkedToken[] {
  return tokens as readonly MarkedToken[]; // the others are of extensions, of which there is none
}

/** The words of a heading. */
export function plain(heading: string): string {
  return heading.replaceAll('`', '');
}

/** The name by which links find a heading, as code hosts make it. */
export function headingId(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');
}

export interface GuidePlace {
  readonly guide: GuideName;
  /** The id of a heading; null for the beginning. */
  readonly part: string | null;
}

/** Where a guide tells more about a screen. */
export const guideOfTopic: Readonly<Partial<Record<ScreenName, GuidePlace>>> = {
  season: { guide: 'season', part: 'plan-the-season' },
  import: { guide: 'season', part: 'import-a-table' },
  templates: { guide: 'season', part: 'keep-a-template' },
  rollForward: { guide: 'season', part: 'roll-a-group-forward' },
  rollForwardMany: { guide: 'season', part: 'roll-a-group-forward' },
  plan: { guide: 'season', part: 'when-something-is-in-trouble' },
  activity: { guide: 'season', part: 'follow-the-plans' },
  network: { guide: 'season', part: 'look-at-last-years-network' },
  clientNetwork: { guide: 'season', part: 'look-at-last-years-network' },
  limits: { guide: 'administration', part: 'limits' },
  connections: { guide: 'administration', part: 'service-accounts-and-connections' },
  newConnection: { guide: 'administration', part: 'service-accounts-and-connections' },
  connection: { guide: 'administration', part: 'service-accounts-and-connections' },
  inspection: { guide: 'administration', part: 'service-accounts-and-connections' },
  settings: { guide: 'administration', part: 'settings-and-policy' },
  about: { guide: 'administration', part: 'updates' },
};

export function guideOf(topic: string): GuidePlace | null {
  return new Map<string, GuidePlace>(Object.entries(guideOfTopic)).get(topic) ?? null;
}

const texts = import.meta.glob<string>(
  ['../../../../docs/guides/*.md', '../../../../docs/{policy,data,sandbox}.md'],
  { query: '?raw', import: 'default' },
);

export function guideQuery(name: GuideName) {
  return queryOptions({
    queryKey: ['guide', name],
    queryFn: async () => readGuide((await texts[`../../../../docs/${guideFiles[name]}`]?.()) ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The address of a guide, at a heading of it; null for its beginning. */
export function guidePath({ guide, part }: GuidePlace): string {
  const path = pathTo('guide', { guide });
  return part === null ? path : `${path}?${new URLSearchParams({ part })}`;
}

/** Where a link of a document leads in the app; null for what the app does not have. */
export function placeOfLink(from: GuideName, to: string): GuidePlace | null {
  if (/^[a-z]+:/i.test(to)) return null;
  const [path = '', part] = to.split('#');
  const { pathname } = new URL(path === '' ? guideFiles[from] : path, `docs:/${guideFiles[from]}`);
  const guide = guideNames.find((name) => `/${guideFiles[name]}` === pathname);
  return guide === undefined ? null : { guide, part: part ?? null };
}
