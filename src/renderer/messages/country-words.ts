import { countryCodes } from '../../shared/model/country.ts';
import { localeOf } from '../../words/languages.ts';
import { useTranslation } from './language.ts';

export interface CountryWords {
  /** The name of a country by its code; what is no code of a country stays as the service spells it. */
  readonly name: (code: string) => string;
  readonly options: readonly { readonly id: string; readonly label: string; readonly detail: string }[];
}

export function countryWords(locale: string): CountryWords {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const name = (code: string) => {
    try {
      return names.of(code) ?? code;
    } catch {
      return code;
    }
  };
  const { compare } = new Intl.Collator(locale);
  const options = countryCodes
    .map((id) => ({ id, label: name(id), detail: id }))
    .toSorted((a, b) => compare(a.label, b.label));
  return { name, options };
}

export function useCountryWords(): CountryWords {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const words = spoken.get(language) ?? countryWords(localeOf(language));
  spoken.set(language, words);
  return words;
}

const spoken = new Map<string, CountryWords>(); // by language
