import { useTranslation } from 'react-i18next';
import { useAuditWords } from '../../messages/audit-words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { Notice } from './change.ts';
import type { Step } from './steps.ts';
import { useWizard } from './wizard-context.ts';

const steps = {
  'language-cleared': 'period',
  'label-cleared': 'methodology',
  'settings-dropped': 'settings',
} as const satisfies Record<Notice['code'], Step>;

/** Says what a change took away elsewhere, and leads there. */
export function NoticeBanner() {
  const { t } = useTranslation('audit-wizard');
  const { language } = useAuditWords();
  const notices = useWizard((state) => state.notices);
  const current = useWizard(({ content }) => content.step);
  const open = useWizard((state) => state.open);
  const dismiss = useWizard((state) => state.dismissNotices);
  if (notices.length === 0) return null;
  const words = (notice: Notice): string => {
    switch (notice.code) {
      case 'language-cleared':
        return t('notice.languageCleared', { language: language(notice.language) });
      case 'label-cleared':
        return t('notice.labelCleared', { label: notice.label });
      case 'settings-dropped':
        return t('notice.settingsDropped', { count: notice.count });
    }
  };
  const elsewhere = [...new Set(notices.map(({ code }) => steps[code]))].filter((step) => step !== current);
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('notice.title')}
      actions={
        <>
          {elsewhere.map((step) => (
            <Button key={step} onPress={() => open(step)}>
              {t('notice.go', { step: t(`steps.${step}`) })}
            </Button>
          ))}
          <Button variant="quiet" onPress={dismiss}>
            {t('notice.dismiss')}
          </Button>
        </>
      }
    >
      {notices.map((notice) => (
        <p key={notice.code}>{words(notice)}</p>
      ))}
    </Banner>
  );
}
