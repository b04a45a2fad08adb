import { useSyncExternalStore } from 'react';
import { byLanguage } from '../../words/languages.ts';
import { formatNumber } from './format.ts';
import { type Namespace, type Translate, translator, type Words } from './translate.ts';

// Each language is two chunks, by namespace (`packaging/words.ts`): what the frame and the first screen say, and what all others do.
// Only those of the one in use are loaded.
const start = byLanguage(
  import.meta.glob<Words>('./*/language.json', { base: '../../words', query: '?start', import: 'default' }),
);
const screens = byLanguage(
  import.meta.glob<Words>('./*/language.json', { base: '../../words', query: '?screens', import: 'default' }),
);

/** What the frame and the first screen say, by namespace. */
export async function startWords(language: string): Promise<Words> {
  return (await start[language]?.()) ?? {};
}

/** What the interface says in all, by namespace. */
export async function allWords(language: string): Promise<Words> {
  return { ...(await startWords(language)), ...(await screens[language]?.()) };
}

interface Spoken {
  readonly i18n: { readonly language: string };
  /** By namespace; each keeps its identity until the language, or how it writes, changes. */
  readonly translations: Map<Namespace, unknown>;
}

const loaded = new Map<string, Words>();
const listeners = new Set<() => void>();
let wanted: string | null = null; // null before the interface has started
let spoken = speak('en-us');

function speak(language: string): Spoken {
  return { i18n: { language }, translations: new Map() };
}

/** Starts the interface's texts in a language; those of the frame and the first screen are there when it settles. */
export async function startMessages(language: string): Promise<void> {
  loaded.set(language, await startWords(language));
  wanted = language;
  spoken = speak(language);
}

/** Settles when all texts of the language in use are there; at once before the interface has started. */
export async function allMessages(): Promise<void> {
  if (wanted !== null) loaded.set(wanted, await allWords(wanted));
}

/** Changes to a language, when its texts are there, and draws all texts anew. */
export async function changeLanguage(language: string): Promise<void> {
  wanted = language; // a screen that opens meanwhile waits for this one's texts
  loaded.set(language, await allWords(language));
  if (wanted !== language) return; // another was chosen meanwhile
  spoken = speak(language);
  for (const listener of listeners) listener();
}

/** The texts of a namespace in the language in use, and which language that is. */
export function useTranslation<Own extends Namespace = 'common'>(
  namespace?: Own,
): { readonly t: Translate<Own>; readonly i18n: Spoken['i18n'] } {
  const { i18n, translations } = useSyncExternalStore(subscribe, present, present);
  const name = namespace ?? 'common';
  const t =
    translations.get(name) ??
    translator({ language: i18n.language, words: () => loaded.get(i18n.language) ?? {}, formatNumber }, name);
  translations.set(name, t);
  return { t: t as Translate<Own>, i18n }; // what is kept under a name is of that name
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function present(): Spoken {
  return spoken;
}
