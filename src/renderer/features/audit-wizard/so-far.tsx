import { useTranslation } from 'react-i18next';
import { coupledIds } from './creation.ts';
import { useCredits, useEntered } from './entered.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

/** What the audit is so far, what it is likely to cost, and that nothing of it can be changed later. */
export function SoFar() {
  const { t } = useTranslation('audit-wizard');
  const entered = useEntered();
  const credits = useCredits();
  const changed = useWizard(({ content }) => Object.keys(content.settings).length);
  const coupled = useWizard(({ content }) => coupledIds(content).length);
  const { period_start: start, period_end: end } = entered;
  const fact = (term: string, value: string) => (value === '' ? [] : [{ term, value }]);
  const price = !credits.known
    ? ''
    : credits.isTest
      ? t('soFar.creditsTest')
      : credits.credits === null
        ? t('soFar.creditsFree')
        : t('soFar.creditsValue', { credits: credits.credits });
  return (
    <aside className={styles.soFar} aria-label={t('soFar.title')}>
      <h2>{t('soFar.title')}</h2>
      <Facts
        facts={[
          ...fact(t('soFar.type'), entered.audit_type),
          ...fact(t('soFar.client'), entered.client_organisation_id),
          ...fact(t('soFar.entity'), entered.legal_entity_id),
          ...fact(t('soFar.package'), entered.work_package_id),
          ...fact(t('soFar.label'), entered.scoping_package_id),
          ...fact(t('soFar.period'), start === '' && end === '' ? '' : `${start || '…'} – ${end || '…'}`),
          ...fact(t('soFar.language'), entered.language),
          ...fact(t('soFar.unit'), entered.unit_of_measurement),
          ...fact(t('soFar.settings'), changed === 0 ? '' : t('soFar.settingsChanged', { count: changed })),
          ...fact(t('soFar.coupling'), coupled === 0 ? '' : t('soFar.couplingCount', { count: coupled })),
          ...fact(t('soFar.name'), entered.name),
          ...fact(t('soFar.id'), entered.id),
          ...fact(t('soFar.credits'), price),
        ]}
      />
      <p className={styles.help}>{t('soFar.unchangeable')}</p>
    </aside>
  );
}

interface Fact {
  readonly term: string;
  readonly value: string;
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
