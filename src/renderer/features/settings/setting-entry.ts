import type { ReactNode } from 'react';
import type { Preferences } from '../../../shared/model/preferences.ts';
import { fold } from '../../ui/fold.ts';

/** The sections of the page, in their order. */
export const sections = ['appearance', 'language', 'work', 'data', 'about'] as const;
export type SettingSection = (typeof sections)[number];

/** One thing on the page of settings. */
export interface SettingEntry {
  readonly id: string;
  readonly section: SettingSection;
  /** All that a search looks through: label, help, choices, the section's title. */
  readonly words: readonly string[];
  readonly content: ReactNode;
  /** The preference that it sets, with its default in words; it can be put back to that. */
  readonly preference?: {
    readonly name: keyof Preferences;
    readonly label: string;
    readonly defaultWords: string;
  };
}

/** The entries that have all words of a search, somewhere. */
export function matching(entries: readonly SettingEntry[], search: string): readonly SettingEntry[] {
  const wanted = fold(search).split(/\s+/);
  return entries.filter(({ words }) => {
    const text = fold(words.join(' '));
    return wanted.every((word) => text.includes(word));
  });
}
