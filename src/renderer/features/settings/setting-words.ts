import { useTranslation } from '../../messages/language.ts';

export interface Words {
  readonly label: string;
  readonly help?: string;
}

interface SettingWords extends Words {
  /** What stands for the default of a yes or no. */
  readonly on?: string;
  readonly choices?: Readonly<Record<string, string | Words>>;
}

export function useSettingWords(): Readonly<Partial<Record<string, SettingWords>>> {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const entries = t('entry', { returnObjects: true });
  return { ...entries, theme: { ...entries.theme, choices: common('theme', { returnObjects: true }) } };
}
