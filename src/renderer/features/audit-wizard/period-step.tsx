import { getLocalTimeZone, today } from '@internationalized/date';
import { useTranslation } from 'react-i18next';
import { auditLanguages } from '../../../shared/model/terms.ts';
import { supportsLanguage } from '../../../shared/rules/work-package.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { languages as ownNames } from '../../messages/language.ts';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Stack } from '../../ui/page.tsx';
import { FilledFields } from './filled-fields.tsx';
import { likelyYears, periodLength } from './period.ts';
import { PreviousOffer } from './previous-offer.tsx';
import { UnitField } from './unit-field.tsx';
import styles from './wizard.module.css';
import { useField, useRoom, useWizard } from './wizard-context.ts';

/** When, in which language and in which unit. */
export function PeriodStep() {
  const isFilled = useWizard(({ content }) => content.coupling.isFilled);
  return (
    <Stack gap="wide">
      {isFilled ? <FilledFields names={['period_start', 'period_end']} /> : <PeriodFields />}
      <LanguageField />
      <UnitField />
    </Stack>
  );
}

function PeriodFields() {
  const { t } = useTranslation('audit-wizard');
  const { known } = useRoom();
  const start = useField('period_start');
  const end = useField('period_end');
  const take = useWizard((state) => state.take);
  return (
    <>
      <PreviousOffer />
      <div className={styles.group}>
        <div className={styles.pair}>
          <DateField {...start} help={t('period.startHelp')} />
          <DateField {...end} help={t('period.endHelp')} />
        </div>
        <PeriodLength start={start.value} end={end.value} />
        <div className={styles.buttons} role="group" aria-label={t('period.likely')}>
          <span className={styles.help}>{t('period.likely')}</span>
          {likelyYears(today(getLocalTimeZone()).toString()).map((year) => (
            <Button
              key={year.start}
              onPress={() => take({ period_start: year.start, period_end: year.end }, known.packages)}
            >
              {year.start.slice(0, 4)}
            </Button>
          ))}
        </div>
      </div>
    </>
  );
}

function PeriodLength({ start, end }: { readonly start: string; readonly end: string }) {
  const { t } = useTranslation('audit-wizard');
  const length = periodLength({ start, end });
  if (length === null) return null;
  const isUsual = length.unit === 'months' && length.count === 12;
  return (
    <p role="status" className={styles.help}>
      {[
        `${start} – ${end}`,
        t(`period.${length.unit}`, { count: length.count }),
        ...(isUsual ? [] : [t('period.unusual')]),
      ].join(' · ')}
    </p>
  );
}

function LanguageField() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage } = useRoom();
  const { value, ...field } = useField('language');
  const { language: word } = useAuditWords();
  const offered = auditLanguages.filter(
    (language) => workPackage === null || supportsLanguage(workPackage, language),
  );
  const isOpen = workPackage !== null && workPackage.languages.length === 0;
  return (
    <RadioGroup
      {...field}
      orientation="horizontal"
      help={isOpen ? t('period.languageNone') : t('period.languageHelp')}
      choices={offered.map((id) => ({ id, label: nameOf(id, word(id)) }))}
      value={offered.find((language) => language === value) ?? null}
    />
  );
}

// In its own words first: whoever holds an audit in a language reads it.
function nameOf(language: string, word: string): string {
  const own = ownNames.find(({ id }) => id === language)?.name ?? word;
  return own === word ? own : `${own} (${word})`;
}
