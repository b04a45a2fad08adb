import { choose, type Language } from './language.ts';

/** What files say, by the folder that each is in: the paths of a glob are `./<language>/…`. */
export function byLanguage<Content>(
  files: Readonly<Record<string, Content>>,
): Readonly<Record<string, Content>> {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [path.split('/')[1], content]));
}

/** Every language that has a folder here, in the order in which they are offered. */
export const languages: readonly Language[] = Object.entries(
  byLanguage(
    import.meta.glob<Omit<Language, 'id'> & { readonly place: number }>('./*/language.json', {
      eager: true,
      import: 'default',
    }),
  ),
)
  .toSorted(([, a], [, b]) => a.place - b.place)
  .map(([id, { name, locale }]) => ({ id, name, locale }));

/** The language to show: the chosen one, else the system's (BCP 47), where it is one of ours; else English. */
export function languageFor(chosen: string | null, system: string): string {
  return choose(languages, chosen, system);
}

/** The locale that belongs to a language. */
export function localeOf(language: string): string {
  return languages.find(({ id }) => id === language)?.locale ?? 'en-US';
}
