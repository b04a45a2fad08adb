import i18next, { type InitOptions } from 'i18next';
import { useSyncExternalStore } from 'react';
import { byLanguage } from '../../words/languages.ts';
import { formatNumber } from './format.ts';
import { loadSharedSentences } from './shared-sentences.ts';
import type { Namespace, Translate, Words } from './translate.ts';

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
  const [first, others] = await Promise.all([
    startWords(language),
    screens[language]?.(),
    loadSharedSentences(),
  ]);
  return { ...first, ...others };
}

let current = 'en-us';

/** Starts the interface's texts in a language; those of the frame and the first screen are there when it settles. */
export async function startMessages(language: string): Promise<void> {
  const first = await startWords(language);
  current = language;
  await i18next.init(speech({ lng: language, resources: { [language]: first }, ns: Object.keys(first) }));
  i18next.services.formatter?.add('number', (value, lng) => formatNumber(Number(value), lng ?? current));
}

/** How the library says our texts: no language stands in for another, and values are put in as they are, because React escapes. */
export function speech(options: InitOptions): InitOptions {
  return {
    defaultNS: 'common',
    fallbackLng: false,
    lowerCaseLng: true,
    interpolation: { escapeValue: false },
    ...options,
  };
}

/** Settles when all texts of the language in use are there; at once before the interface has started. */
export async function allMessages(): Promise<void> {
  if (i18next.isInitialized) await addAll(current);
}

/** Changes to a language, when its texts are there, and draws all texts anew. */
export async function changeLanguage(language: string): Promise<void> {
  current = language; // a screen that opens meanwhile waits for this one's texts
  await addAll(language);
  await i18next.changeLanguage(language);
}

async function addAll(language: string): Promise<void> {
  for (const [namespace, texts] of Object.entries(await allWords(language)))
    if (!i18next.hasResourceBundle(language, namespace))
      // Our own modules' texts, which nobody changes: copying them would take longer than drawing the first rows.
      i18next.addResourceBundle(language, namespace, texts, false, false, { skipCopy: true });
}

/** What is being loaded, once all words are there, too. */
export async function withMessages<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([loading, allMessages()]);
  return loaded;
}

interface Spoken {
  readonly language: string;
  /** By namespace; each keeps its identity until the language, or how it writes, changes. */
  readonly translations: Map<Namespace, unknown>;
}

let spoken: Spoken = { language: current, translations: new Map() };
const listeners = new Set<() => void>();
i18next.on('languageChanged', (language) => {
  spoken = { language, translations: new Map() };
  for (const listener of listeners) listener();
});

/** The texts of a namespace in the language in use, and which language that is. */
export function useTranslation<Own extends Namespace = 'common'>(
  namespace?: Own,
): { readonly t: Translate<Own>; readonly i18n: { readonly language: string } } {
  const { language, translations } = useSyncExternalStore(subscribe, present, present);
  const name = namespace ?? 'common';
  const t = translations.get(name) ?? i18next.getFixedT(language, name);
  translations.set(name, t);
  return { t: t as Translate<Own>, i18n: { language } }; // what is kept under a name is of that name
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function present(): Spoken {
  return spoken;
}
