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

// Each language is a chunk of its own: only the one in use is loaded.
const sources = {
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

/** Starts the interface's texts in a language; they are there when it settles. */
export async function startMessages(language: AuditLanguage): Promise<i18n> {
  const { messages } = await sources[language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: messages },
    ns: Object.keys(messages),
    defaultNS: 'common',
    fallbackLng: false,
    lowerCaseLng: true,
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false },
  });
  return i18next;
}

/** Changes to a language, when its texts are there. */
export async function changeLanguage(language: AuditLanguage): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'common')) {
    const { messages } = await sources[language]();
    for (const [namespace, texts] of Object.entries(messages)) {
      i18next.addResourceBundle(language, namespace, texts);
    }
  }
  await i18next.changeLanguage(language);
}
