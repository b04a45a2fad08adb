import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { AuditLanguage } from '../../shared/model/audit.ts';

/** The languages of the interface, in their own names, and the locale by which dates and numbers are written. */
export const languages = [
  { id: 'en-us', name: 'English', locale: 'en-US' },
  { id: 'nl', name: 'Nederlands', locale: 'nl-NL' },
  { id: 'it', name: 'Italiano', locale: 'it-IT' },
] as const satisfies readonly {
  readonly id: AuditLanguage;
  readonly name: string;
  readonly locale: string;
}[];

// Each language is two chunks of its own: what the first screen says, and everything. Only those of the one in use are loaded.
const firstOf = {
  'en-us': () => import('./en-us/first.ts'),
  nl: () => import('./nl/first.ts'),
  it: () => import('./it/first.ts'),
} as const satisfies Record<AuditLanguage, () => Promise<{ readonly first: object }>>;
const allOf = {
  'en-us': () => import('./en-us/messages.ts'),
  nl: () => import('./nl/messages.ts'),
  it: () => import('./it/messages.ts'),
} as const satisfies Record<AuditLanguage, () => Promise<{ readonly messages: object }>>;

/** The language to show: the chosen one, else the system's where it is one of ours, else English. */
export function languageFor(chosen: AuditLanguage | null, systemLocale: string): AuditLanguage {
  if (chosen !== null) return chosen;
  const system = systemLocale.toLowerCase().split(/[-_]/)[0];
  return languages.find(({ locale }) => locale.startsWith(`${system}-`))?.id ?? 'en-us';
}

/** The locale that belongs to a language of the interface. */
export function localeOf(language: string): string {
  return languages.find(({ id }) => id === language)?.locale ?? 'en-US';
}

let current: AuditLanguage = 'en-us';

/** Starts the interface's texts in a language; those of the frame and the first screen are there when it settles. */
export async function startMessages(language: AuditLanguage): Promise<i18n> {
  const { first } = await firstOf[language]();
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
  return i18next;
}

/** Settles when all texts of the language in use are there. */
export function allMessages(): Promise<void> {
  return addAll(current);
}

/** Changes to a language, when its texts are there. */
export async function changeLanguage(language: AuditLanguage): Promise<void> {
  current = language; // a screen that opens meanwhile waits for this one's texts
  await addAll(language);
  await i18next.changeLanguage(language);
}

async function addAll(language: AuditLanguage): Promise<void> {
  const { messages } = await allOf[language]();
  for (const [namespace, texts] of Object.entries(messages))
    if (!i18next.hasResourceBundle(language, namespace))
      i18next.addResourceBundle(language, namespace, texts);
}
