import { fieldTitles, useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useLossWords } from '../../messages/loss-words.ts';
import { useFilledWords } from '../../parts/coupling/filled-words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { FieldBack, Notice } from './change.ts';
import { type Step, stepOf, stepOfLoss, stepTitles } from './steps.ts';
import { useWizard, useWizardContext } from './wizard-context.ts';

function stepsOf(notice: Notice): readonly Step[] {
  if (notice.code === 'values-back') return notice.fields.flatMap(({ field }) => stepOf(field) ?? []);
  return [notice.code === 'settings-back' ? 'settings' : stepOfLoss(notice.code)];
}

/** Tells what a change removed or brought back in other steps, and leads there. */
export function NoticeBanner() {
  const { t } = useTranslation('audit-wizard');
  const { language } = useAuditWords();
  const { connection } = useWizardContext();
  const clientId = useWizard(({ content }) => content.fields.client_organisation_id);
  const lossWords = useLossWords();
  const filledWords = useFilledWords(connection, clientId);
  const notices = useWizard((state) => state.notices);
  const current = useWizard(({ content }) => content.step);
  const open = useWizard((state) => state.open);
  const dismiss = useWizard((state) => state.dismissNotices);
  if (notices.length === 0) return null;
  const fieldWords = ({ field, value }: FieldBack): string =>
    value === '' ? t('notice.empty') : field === 'language' ? language(value) : filledWords(field, value);
  const words = (notice: Notice): string => {
    if (notice.code === 'values-back') return t('notice.valuesBack');
    return notice.code === 'settings-back'
      ? t('notice.settingsBack', { count: notice.count })
      : lossWords(notice);
  };
  const elsewhere = [...new Set(notices.flatMap(stepsOf))].filter((step) => step !== current);
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('notice.title')}
      actions={
        <>
          {elsewhere.map((step) => (
            <Button key={step} onPress={() => open(step)}>
              {t('commands:go', { screen: t(stepTitles[step]) })}
            </Button>
          ))}
          <Button variant="quiet" onPress={dismiss}>
            {t('parts:word.dismiss')}
          </Button>
        </>
      }
    >
      {notices.map((notice) => (
        <div key={`${notice.code} ${'subject' in notice ? notice.subject : ''}`}>
          <p>{words(notice)}</p>
          {notice.code === 'values-back' && (
            <ul>
              {notice.fields.map((back) => (
                <li key={back.field}>
                  {t(fieldTitles[back.field])}: {fieldWords(back)}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </Banner>
  );
}
