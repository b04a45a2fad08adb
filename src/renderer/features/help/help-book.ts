import { queryOptions } from '@tanstack/react-query';
import type { CommandId } from '../../../shared/commands.ts';
import type { AuditLanguage } from '../../../shared/model/audit.ts';
import { languages } from '../../messages/language.ts';
import { fold } from '../../ui/fold.ts';

/** The help for one screen: what it is for, what one can do there, and what cannot be undone. */
export interface HelpPage {
  readonly title: string;
  readonly purpose: string;
  readonly can: readonly string[];
  readonly final: readonly string[];
}

/** All pages of one language by topic: the name of a route, or a matter that belongs to every screen. */
export type HelpBook = Readonly<Record<string, HelpPage>>;

const books: Readonly<Record<AuditLanguage, () => Promise<HelpBook>>> = {
  'en-us': async () => (await import('./pages/en-us.json')).default,
  nl: async () => (await import('./pages/nl.json')).default,
  it: async () => (await import('./pages/it.json')).default,
};

/** The book of a language, which is a chunk of its own: no other screen loads it. */
export function bookQuery(spoken: string) {
  const language = languages.find(({ id }) => id === spoken)?.id ?? 'en-us';
  return queryOptions({
    queryKey: ['help', language],
    queryFn: books[language],
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const lists: readonly string[] = [
  'audits',
  'auditComponents',
  'clients',
  'workPackages',
  'users',
  'teams',
  'activity',
  'plan',
  'requests',
  'trail',
];

/** The commands that a page names with their keys, as this person has them. */
export function commandsOf(topic: string): readonly CommandId[] {
  const own: readonly CommandId[] = topic === 'audits' ? ['new-audit'] : [];
  return [...own, ...(isList(topic) ? (['filter'] as const) : []), 'next-region', 'back', 'shortcuts'];
}

/** Whether a page is about a list or a tree, in which keys of their own lead. */
export function isList(topic: string): boolean {
  return lists.includes(topic);
}

/** Topics that belong to no single screen; they stand first. */
const general: readonly string[] = ['accessibility', 'offline'];

/** The topics of a book in which every word of a search occurs, those with all of them in the title first. */
export function topicsFound(book: HelpBook, search: string): readonly string[] {
  const words = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  const has = (text: string): boolean => words.every((word) => fold(text).includes(word));
  const pages = Object.entries(book)
    .filter(([, { title, purpose, can, final }]) => has([title, purpose, ...can, ...final].join(' ')))
    .toSorted(([a], [b]) => Number(general.includes(b)) - Number(general.includes(a)));
  if (words.length === 0) return pages.map(([topic]) => topic);
  return pages
    .toSorted(([, a], [, b]) => Number(has(b.title)) - Number(has(a.title)))
    .map(([topic]) => topic);
}
