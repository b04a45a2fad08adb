import { queryOptions } from '@tanstack/react-query';
import type { CommandId } from '../../../shared/commands.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { screenNames, screenRow } from '../../../shared/screens.ts';
import { allWords } from '../../messages/language.ts';

/** The help for one screen: what it is for, what one can do there, and what cannot be undone. */
export interface HelpPage {
  readonly title: string;
  readonly purpose: string;
  readonly can: readonly string[];
  readonly final: readonly string[];
}

/** All pages of one language by topic: the name of a screen, or a matter that belongs to every screen. */
export type HelpPages = Readonly<Record<string, HelpPage>>;

/** Topics that belong to no single screen; they stand first. */
const general = ['offline', 'accessibility'] as const;

interface HelpWords {
  readonly screens?: Readonly<Record<string, string>>;
  readonly titles?: Readonly<Record<string, string>>;
  readonly help?: Readonly<Record<string, Pick<HelpPage, 'purpose'> & Partial<HelpPage>>>;
}

/**
 * The pages that stand among the words of screens, at `help.…` of each namespace, in the order of the screens. One without a
 * title has the name of its screen.
 */
export function helpPagesOf(words: Readonly<Record<string, HelpWords>>): HelpPages {
  const { screens = {}, titles = {} } = words['commands'] ?? {};
  const pages = new Map(Object.values(words).flatMap(({ help = {} }) => Object.entries(help)));
  return Object.fromEntries(
    [...general, ...screenNames].flatMap((topic) => {
      const page = pages.get(topic);
      const command = titles[topic.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)];
      const title = screens[topic] ?? command?.replace(/…$/, '') ?? '';
      return page === undefined ? [] : [[topic, { title, can: [], final: [], ...page }]];
    }),
  );
}

export function helpPagesQuery(spoken: string) {
  return queryOptions({
    queryKey: ['help', spoken],
    queryFn: async () => helpPagesOf(await allWords(spoken)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function commandsOf(topic: string): readonly CommandId[] {
  const own: readonly CommandId[] = topic === 'audits' ? ['new-audit'] : [];
  return [...own, ...(isList(topic) ? (['filter'] as const) : []), 'next-region', 'back', 'shortcuts'];
}

/** Whether a page is about a list or a tree, in which keys of their own lead. */
export function isList(topic: string): boolean {
  const screen = screenNames.find((name) => name === topic);
  return screen !== undefined && screenRow(screen).isList === true;
}

/** The topics of a book in which every word of a search occurs, those with all of them in the title first. */
export function topicsFound(book: HelpPages, search: string): readonly string[] {
  const { isOn, finds } = wordSearch(search);
  const has = (text: string): boolean => finds(fold(text));
  const pages = Object.entries(book).filter(([, { title, purpose, can, final }]) =>
    has([title, purpose, ...can, ...final].join(' ')),
  );
  if (!isOn) return pages.map(([topic]) => topic);
  return pages
    .toSorted(([, a], [, b]) => Number(has(b.title)) - Number(has(a.title)))
    .map(([topic]) => topic);
}
