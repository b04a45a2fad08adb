import { Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActiveConnection } from '../../data/connections.ts';
import { useSettingWords } from '../../messages/setting-words.ts';
import { CodeBlock, Id } from '../../ui/code.tsx';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Panel, Stack } from '../../ui/page.tsx';
import { coupledIds, creationOf } from './creation.ts';
import { useCredits, useEntered } from './entered.ts';
import { settingValue } from './setting-entry.ts';
import { type Step, stepFields, steps } from './steps.ts';
import styles from './wizard.module.css';
import { useRoom, useWizard } from './wizard-context.ts';

/** Everything once more, in the order of the steps, with what cannot be undone (ux W5, W9). */
export function ReviewStep() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage } = useRoom();
  const content = useWizard((state) => state.content);
  return (
    <Stack>
      {steps
        .filter((step) => step !== 'review')
        .map((step) => (
          <Panel key={step} title={t(`steps.${step}`)} actions={<EditLink step={step} />}>
            <StepReview step={step} />
          </Panel>
        ))}
      <Consequences />
      <details className={styles.request}>
        <summary>{t('review.request')}</summary>
        <CodeBlock
          label={t('review.request')}
          text={JSON.stringify(creationOf(content, workPackage), null, 2)}
        />
      </details>
    </Stack>
  );
}

function StepReview({ step }: { readonly step: Step }) {
  if (step === 'settings') return <SettingsReview />;
  return step === 'coupling' ? <CouplingReview /> : <FieldsReview step={step} />;
}

function CouplingReview() {
  const { t } = useTranslation('coupling');
  const { candidates, verdict } = useRoom();
  const ids = useWizard(({ content }) => content.coupling.ids);
  const isCoupled = useWizard(({ content }) => coupledIds(content).length > 0);
  if (!isCoupled) return <p className={styles.help}>{t('step.reviewNone')}</p>;
  const named = (id: string) => (
    <p key={id}>
      {candidates.network.candidate(id)?.component.name} <Id value={id} />
    </p>
  );
  const initialising = verdict?.initialising?.id;
  return (
    <DefinitionList
      items={[
        { term: t('step.review'), value: <>{ids.map(named)}</> },
        ...(initialising === undefined ? [] : [{ term: t('step.initialising'), value: named(initialising) }]),
      ]}
    />
  );
}

function EditLink({ step }: { readonly step: Step }) {
  const { t } = useTranslation('audit-wizard');
  const open = useWizard((state) => state.open);
  return (
    <a
      href={`#${step}`}
      aria-label={t('review.editStep', { step: t(`steps.${step}`) })}
      onClick={(event) => {
        event.preventDefault();
        open(step);
      }}
    >
      {t('review.edit')}
    </a>
  );
}

function FieldsReview({ step }: { readonly step: Step }) {
  const { t } = useTranslation('audit-wizard');
  const entered = useEntered();
  const ids = useWizard(({ content }) => content.fields);
  return (
    <DefinitionList
      items={stepFields[step].map((field): Definition => {
        const isReference = field === 'client_organisation_id' || field === 'legal_entity_id';
        return {
          term: t(`field.${field}`),
          value:
            entered[field] === '' ? (
              <span className={styles.help}>{t('review.empty')}</span>
            ) : field === 'id' ? (
              <Id value={entered.id} isCopyable />
            ) : isReference ? (
              <>
                {entered[field]} <Id value={ids[field]} />
              </>
            ) : (
              entered[field]
            ),
        };
      })}
    />
  );
}

function SettingsReview() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage } = useRoom();
  const entries = useWizard(({ content }) => content.settings);
  const words = useSettingWords();
  const definitions = workPackage?.settings ?? [];
  if (definitions.length === 0) return <p className={styles.help}>{t('settings.none')}</p>;
  return (
    <DefinitionList
      items={definitions.map((definition) => {
        const isSet = Object.hasOwn(entries, definition.id);
        const value = isSet ? settingValue(definition, entries[definition.id]) : definition.default;
        return {
          term: definition.name,
          value: (
            <>
              {words(definition, value)}{' '}
              {!isSet && <span className={styles.help}>({t('settings.notSent')})</span>}
            </>
          ),
        };
      })}
    />
  );
}

function Consequences() {
  const { t } = useTranslation('audit-wizard');
  const id = useWizard(({ content }) => content.fields.id);
  const coupled = useWizard(({ content }) => coupledIds(content).length);
  const credits = useCredits();
  const isProduction = useActiveConnection()?.kind === 'production';
  const price = !credits.known
    ? null
    : credits.isTest
      ? t('review.factTest')
      : credits.credits === null
        ? t('review.factFree')
        : t('review.factCredits', { count: credits.credits });
  const facts = [
    ...(isProduction ? [t('review.factProduction')] : []),
    t('review.factId', { id }),
    coupled === 0 ? t('review.factCoupling') : t('review.factCoupled', { count: coupled }),
    ...(price === null ? [] : [price]),
  ];
  const Icon = isProduction ? TriangleAlert : Info;
  return (
    <Panel title={t('review.facts')}>
      <ul className={styles.consequences}>
        {facts.map((fact) => (
          <li key={fact}>
            <Icon aria-hidden />
            <span>{fact}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
