import { useTranslation } from 'react-i18next';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { scopingLabels } from '../../../shared/rules/work-package.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { Banner } from '../../ui/banner.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './wizard.module.css';
import { useField, useRoom, useWizard } from './wizard-context.ts';

const mostRadios = 8;

/** The choice of a scoping label, of those that the package offers in the language of the audit. */
export function ScopingLabelField() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage } = useRoom();
  const language = useWizard(({ content }) => content.fields.language);
  const { language: languageWord } = useAuditWords();
  const field = useField('scoping_package_id');
  if (workPackage === null)
    return (
      <Without label={field.label} error={field.error}>
        <p className={styles.help}>{t('methodology.choosePackage')}</p>
      </Without>
    );
  const labels = [...new Set(scopingLabels(workPackage, language))];
  if (labels.length === 0)
    return (
      <Without label={field.label} error={field.error}>
        {workPackage.scoping_packages.length === 0 ? (
          <Banner tone="warning" title={t('methodology.labelNone')} role="status">
            {t('methodology.labelNoneText')}
          </Banner>
        ) : (
          <Banner
            tone="warning"
            title={t('methodology.labelNoneLanguage', { language: languageWord(language) })}
            role="status"
          >
            {t('methodology.labelNoneLanguageText')}
          </Banner>
        )}
      </Without>
    );
  const choices = labels.map((label) => {
    const languages = language === '' ? languagesOf(workPackage, label) : [];
    return {
      id: label,
      label,
      help:
        languages.length === 0
          ? undefined
          : t('methodology.labelLanguages', { languages: languages.map(languageWord).join(', ') }),
    };
  });
  const value = labels.includes(field.value) ? field.value : null;
  return labels.length <= mostRadios ? (
    <RadioGroup {...field} help={t('methodology.labelHelp')} choices={choices} value={value} />
  ) : (
    <Select
      {...field}
      help={t('methodology.labelHelp')}
      options={choices.map(({ help, ...option }) => ({ ...option, detail: help }))}
      value={value}
    />
  );
}

function Without(props: {
  readonly label: string;
  readonly error: string | undefined;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.group} role="group" aria-label={props.label}>
      <p className={styles.label}>{props.label}</p>
      {props.children}
      {props.error !== undefined && <p className={styles.error}>{props.error}</p>}
    </div>
  );
}

function languagesOf(workPackage: WorkPackage, label: string): readonly string[] {
  const offers = workPackage.scoping_packages.filter((one) => one.label === label);
  return offers.some(({ languages }) => languages === null)
    ? []
    : offers.flatMap(({ languages }) => languages ?? []);
}
