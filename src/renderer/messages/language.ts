import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { byLanguage } from '../../words/languages.ts';
import { formatNumber } from './format.ts';

type Words = Readonly<Record<string, object>>;

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

let current = 'en-us';

/** Starts the interface's texts in a language; those of the frame and the first screen are there when it settles. */
export async function startMessages(language: string): Promise<i18n> {
  const first = await startWords(language);
  current = language;
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: first },
    ns: Object.keys(first),
    defaultNS: 'common',
    fallbackLng: false,
    lowerCaseLng: true,
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false },
  });
  i18next.services.formatter?.add('number', (value, lng) => formatNumber(Number(value), lng ?? current));
  return i18next;
}

/** Settles when all texts of the language in use are there; at once before the interface has started. */
export async function allMessages(): Promise<void> {
  if (i18next.isInitialized) await addAll(current);
}

/** Changes to a language, when its texts are there. */
export async function changeLanguage(language: string): Promise<void> {
  current = language; // a screen that opens meanwhile waits for this one's texts
  await addAll(language);
  await i18next.changeLanguage(language);
}

async function addAll(language: string): Promise<void> {
  for (const [namespace, texts] of Object.entries(await allWords(language)))
    if (!i18next.hasResourceBundle(language, namespace))
      i18next.addResourceBundle(language, namespace, texts);
}
