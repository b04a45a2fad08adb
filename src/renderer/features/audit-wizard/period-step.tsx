import { getLocalTimeZone, parseDate, today } from '@internationalized/date';
import { History } from 'lucide-react';
import { auditLanguages } from '../../../shared/model/terms.ts';
import type { Period } from '../../../shared/rules/roll-forward/period.ts';
import { predecessorOf } from '../../../shared/rules/roll-forward/successor.ts';
import { codePoints, isLongUnit, longestUnit } from '../../../shared/rules/service/audit.ts';
import { endsBeforeStart, isCalendarDate } from '../../../shared/rules/service/calendar.ts';
import { supportsLanguage } from '../../../shared/rules/service/work-package.ts';
import { localeOf, languages as ownNames } from '../../../words/languages.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatPeriod } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { ChoiceBox } from '../../ui/combo-box.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Columns, Note, Row, Stack } from '../../ui/layout.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { tell } from '../../ui/toast.ts';
import { FilledFields } from './fields.tsx';
import { isTaken, offerOf } from './offer.ts';
import { useHelp } from './source.ts';
import { type Unit, unitLabel, unitOf, unitsIn } from './unit.ts';
import { useField, useWizard, useWizardContext } from './wizard-context.ts';

export function PeriodStep() {
  const isFilled = useWizard(({ content }) => content.coupling.isFilled);
  return (
    <Stack gap="6">
      {isFilled ? <FilledFields names={['period_start', 'period_end']} /> : <PeriodFields />}
      <LanguageField />
      <UnitField />
    </Stack>
  );
}

function PeriodFields() {
  const { t } = useTranslation('audit-wizard');
  const start = useField('period_start');
  const end = useField('period_end');
  const help = useHelp();
  const take = useWizard((state) => state.take);
  return (
    <>
      <PreviousOffer />
      <Stack gap="2">
        <Columns min={180}>
          <DateField {...start} help={help('period_start')} />
          <DateField {...end} help={help('period_end')} />
        </Columns>
        <PeriodLength start={start.value} end={end.value} />
        <Row role="group" aria-label={t('period.likely')}>
          <Note as="span">{t('period.likely')}</Note>
          {likelyYears(today(getLocalTimeZone()).toString()).map((year) => (
            <Button key={year.start} onPress={() => take({ period_start: year.start, period_end: year.end })}>
              {year.start.slice(0, 4)}
            </Button>
          ))}
        </Row>
      </Stack>
    </>
  );
}

function PeriodLength({ start, end }: { readonly start: string; readonly end: string }) {
  const { t, i18n } = useTranslation('audit-wizard');
  const length = periodLength({ start, end });
  if (length === null) return null;
  const isUsual = length.unit === 'months' && length.count === 12;
  return (
    <Note role="status">
      {[
        formatPeriod(start, end, i18n.language),
        t(`parts:count.${length.unit}`, { count: length.count }),
        ...(isUsual ? [] : [t('period.unusual')]),
      ].join(' · ')}
    </Note>
  );
}

function LanguageField() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage } = useWizardContext();
  const { value, ...field } = useField('language');
  const { language: word } = useAuditWords();
  const help = useHelp();
  const offered = auditLanguages.filter(
    (language) => workPackage === null || supportsLanguage(workPackage, language),
  );
  const isOpen = workPackage !== null && workPackage.languages.length === 0;
  return (
    <RadioGroup
      {...field}
      orientation="horizontal"
      help={help('language', isOpen ? t('period.languageNone') : undefined)}
      choices={offered.map((id) => ({ id, label: nameOf(id, word(id)) }))}
      value={offered.find((language) => language === value) ?? null}
    />
  );
}

// The language's own name comes first, for those who read it.
function nameOf(language: string, word: string): string {
  const own = ownNames.find(({ id }) => id === language)?.name ?? word;
  return own === word ? own : `${own} (${word})`;
}

/** Offers the values of the audit before, with the next period (ux W12). */
function PreviousOffer() {
  const { t, i18n } = useTranslation('audit-wizard');
  const { known, workPackage } = useWizardContext();
  const content = useWizard((state) => state.content);
  const take = useWizard((state) => state.take);
  const { language } = useAuditWords();
  const before = predecessorOf(content.fields, known.audits);
  if (before === null) return null;
  const offer = offerOf(before, workPackage);
  if (Object.keys(offer).length === 0 || isTaken(content, offer)) return null;
  const { period_start: start, period_end: end } = offer;
  const offered = [
    ...(start === undefined || end === undefined ? [] : [formatPeriod(start, end, i18n.language)]),
    ...(offer.language === undefined ? [] : [language(offer.language)]),
    ...(offer.unit_of_measurement === undefined ? [] : [offer.unit_of_measurement]),
    ...(offer.scoping_package_id === undefined ? [] : [offer.scoping_package_id]),
  ].join(' · ');
  return (
    <Banner
      tone="info"
      title={t('period.previous', {
        name: before.name,
        period: formatPeriod(before.period_start, before.period_end, i18n.language),
      })}
      actions={
        <Button
          icon={<History aria-hidden />}
          onPress={() => {
            take(offer);
            tell(t('period.taken', { name: before.name }));
          }}
        >
          {t('period.offer')}
        </Button>
      }
    >
      {t('period.previousOffer', { offered })}
    </Banner>
  );
}

/** The unit of amounts: a currency, or any other short text. */
function UnitField() {
  const { t, i18n } = useTranslation('audit-wizard');
  const { value, onChange, ...field } = useField('unit_of_measurement');
  const units = unitsIn(localeOf(i18n.language));
  const help = useHelp();
  const detail = ({ withdrawn, kind }: Unit): string | undefined =>
    withdrawn !== undefined
      ? t('period.withdrawn', { year: withdrawn })
      : kind === undefined
        ? undefined
        : t(`period.${kind}`);
  return (
    <ChoiceBox
      {...field}
      isOptional
      allowsFreeText
      help={
        isLongUnit(value) ? (
          <StatusMark
            look="ending"
            word={t('period.unitLong', { count: codePoints(value), most: longestUnit })}
          />
        ) : (
          help('unit_of_measurement', t('period.unitHelp'))
        )
      }
      options={units.map((unit) => ({ id: unit.id, label: unit.label, detail: detail(unit) }))}
      value={units.some(({ id }) => id === value) ? value : null}
      onChange={onChange}
      shown={unitLabel(value, units)}
      onType={(text) => onChange(unitOf(text, units))}
    />
  );
}

/** The length in months where they are whole, else in days; null for an invalid period. */
export function periodLength({
  start,
  end,
}: Period): { readonly unit: 'months' | 'days'; readonly count: number } | null {
  if (!isCalendarDate(start) || !isCalendarDate(end) || endsBeforeStart(start, end)) return null;
  const first = parseDate(start);
  const after = parseDate(end).add({ days: 1 });
  const months = (after.year - first.year) * 12 + after.month - first.month;
  return months > 0 && first.add({ months }).compare(after) === 0
    ? { unit: 'months', count: months }
    : { unit: 'days', count: after.compare(first) };
}

/** The calendar years to offer: last year and this year. */
export function likelyYears(day: string): readonly Period[] {
  const { year } = parseDate(day);
  return [year - 1, year].map((one) => ({ start: `${one}-01-01`, end: `${one}-12-31` }));
}
