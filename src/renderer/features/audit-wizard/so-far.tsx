import { type PriceQuote, packageName, priceOf } from '../../../shared/rules/service/work-package.ts';
import { localeOf } from '../../../words/languages.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatPeriod } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { usePriceWords } from '../../messages/price-words.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Card, Note } from '../../ui/layout.tsx';
import { coupledIds } from './creation.ts';
import type { FieldName } from './steps.ts';
import { unitLabel, unitsIn } from './unit.ts';
import styles from './wizard.module.css';
import { useWizard, useWizardContext } from './wizard-context.ts';

/** The summary beside the form. */
export function SoFar() {
  const { t, i18n } = useTranslation('audit-wizard');
  const entered = useEntered();
  const credits = useCredits();
  const { short } = usePriceWords();
  const changed = useWizard(({ content }) => Object.keys(content.settings).length);
  const coupled = useWizard(({ content }) => coupledIds(content).length);
  const isWithout = useWizard(({ content }) => content.coupling.decision === 'without');
  const { period_start: start, period_end: end } = entered;
  const price = !credits.known
    ? ''
    : credits.isTest
      ? t('soFar.creditsTest')
      : credits.quote.kind === 'named'
        ? t('soFar.creditsValue', { credits: short(credits.quote) })
        : short(credits.quote);
  const settings = changed === 0 ? '' : t('soFar.settingsChanged', { count: changed });
  const couplings = coupled === 0 ? '' : t('parts:count.components', { count: coupled });
  const facts = [
    { term: t('parts:word.type'), value: entered.audit_type },
    { term: t('parts:field.client_name'), value: entered.client_organisation_id },
    { term: t('parts:field.legal_entity_name'), value: entered.legal_entity_id },
    { term: t('parts:field.work_package'), value: entered.work_package_id },
    { term: t('parts:field.scoping_label'), value: entered.scoping_package_id },
    {
      term: t('parts:word.period'),
      value: start === '' && end === '' ? '' : formatPeriod(start || '…', end || '…', i18n.language),
    },
    { term: t('parts:field.language'), value: entered.language },
    { term: t('soFar.unit'), value: entered.unit_of_measurement },
    { term: t('parts:field.settings'), value: settings },
    { term: t('parts:word.coupling'), value: isWithout ? t('parts:word.none') : couplings },
    { term: t('parts:word.name'), value: entered.name },
    { term: t('parts:word.id'), value: entered.id },
    { term: t('parts:field.credits'), value: price },
  ];
  return (
    <Card as="aside" className={styles.soFar} aria-label={t('soFar.title')}>
      <h2>{t('soFar.title')}</h2>
      <DefinitionList isLow items={facts.filter(({ value }) => value !== '')} />
      <Note>{t('soFar.unchangeable')}</Note>
    </Card>
  );
}

/** Each field as a person reads it; empty where nothing was entered. */
export function useEntered(): Readonly<Record<FieldName, string>> {
  const { i18n } = useTranslation('audit-wizard');
  const { client, workPackage, known } = useWizardContext();
  const fields = useWizard(({ content }) => content.fields);
  const words = useAuditWords();
  const units = unitsIn(localeOf(i18n.language));
  const entity = known.legalEntities?.find(({ id }) => id === fields.legal_entity_id);
  return {
    ...fields,
    client_organisation_id: client?.name ?? fields.client_organisation_id,
    legal_entity_id: entity?.name ?? fields.legal_entity_id,
    audit_type: words.type(fields.audit_type),
    work_package_id: workPackage === null ? fields.work_package_id : packageName(workPackage),
    language: words.language(fields.language),
    unit_of_measurement: unitLabel(fields.unit_of_measurement, units),
  };
}

/** What the price list says about the audit, which is no promise (decisions.md §5.4). */
export type Credits =
  | { readonly known: false }
  | { readonly known: true; readonly quote: PriceQuote; readonly isTest: boolean };

export function useCredits(): Credits {
  const { client, workPackage } = useWizardContext();
  const auditType = useWizard(({ content }) => content.fields.audit_type);
  const isCoupled = useWizard(({ content }) => coupledIds(content).length > 0);
  if (workPackage === null) return { known: false };
  return {
    known: true,
    quote: priceOf(workPackage.prices, auditType, isCoupled),
    isTest: client?.is_test_organisation === true,
  };
}
