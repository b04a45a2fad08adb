import type { Loss } from '../../shared/rules/service/carry-over.ts';
import { useAuditWords } from './audit-words.ts';
import { useTranslation } from './language.ts';
import { useSettingWords } from './setting-words.ts';

/** What a new audit does not have as it was before, as a sentence. */
export function useLossWords(): (loss: Loss) => string {
  const { t } = useTranslation('parts');
  const { language, type } = useAuditWords();
  const settingWords = useSettingWords();
  const named = ({ code, subject }: Loss): string =>
    code === 'language-gone' ? language(subject) : code === 'other-type' ? type(subject) : subject;
  // Worded without the definition, which the value may not fit.
  return (loss) =>
    t(`loss.${loss.code}`, {
      subject: named(loss),
      count: Number(loss.subject),
      value: settingWords(null, loss.value),
    });
}
