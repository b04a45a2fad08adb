import { Info, LayoutTemplate, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { AuditTemplate } from '../../../shared/model/template.ts';
import { templateOf } from '../../../shared/rules/service/template.ts';
import { useActiveConnection } from '../../data/connections.ts';
import { fieldTitles } from '../../messages/audit-words.ts';
import { formatDay } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { usePriceWords } from '../../messages/price-words.ts';
import { useSettingWords } from '../../messages/setting-words.ts';
import { useListRefusal } from '../../parts/collection-state.tsx';
import { settingValue } from '../../parts/settings/setting-entry.ts';
import { TemplateDialog } from '../../parts/templates/template-dialog.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock, Id } from '../../ui/code.tsx';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Note, Stack } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ContentNotes } from './content-notes.tsx';
import { MoreToCouple } from './coupling-step.tsx';
import { coupledIds, creationOf } from './creation.ts';
import { AlsoCopy, Losses } from './duplicate.tsx';
import { FactList } from './fields.tsx';
import { copiedInto } from './proposal.ts';
import { useCredits, useEntered } from './so-far.tsx';
import { useSourceWords } from './source.ts';
import { type Step, stepFields, steps, stepTitles } from './steps.ts';
import { useWizard, useWizardContext } from './wizard-context.ts';

/** All entries in the order of the steps, and what cannot be undone (ux W5, W9). */
export function ReviewStep() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage } = useWizardContext();
  const content = useWizard((state) => state.content);
  return (
    <Stack gap="4" width="form">
      {steps
        .filter((step) => step !== 'review')
        .map((step) => (
          <Panel key={step} title={t(stepTitles[step])} actions={<EditLink step={step} />}>
            <ContentNotes step={step} isReview />
            <Losses step={step} />
            <StepReview step={step} />
          </Panel>
        ))}
      <AlsoCopy />
      <Consequences />
      <SaveAsTemplate />
      <details>
        <summary>{t('review.request')}</summary>
        <CodeBlock
          label={t('review.request')}
          text={JSON.stringify(creationOf(content, workPackage), null, 2)}
        />
      </details>
    </Stack>
  );
}

/** Keeps what was entered as a template, with the patterns of the one that it began with. */
function SaveAsTemplate() {
  const { t } = useTranslation('templates');
  const { connection, store, workPackage, packages } = useWizardContext();
  const [made, setMade] = useState<AuditTemplate | null>(null);
  const unread = useListRefusal({ packages });
  const make = () => {
    const { content } = store.getState();
    const {
      audit_type = '',
      unit_of_measurement = null,
      settings = {},
      ...fields
    } = creationOf(content, workPackage);
    const audit = { ...fields, audit_type, unit_of_measurement, settings };
    const { name_pattern = '', id_pattern = '', components = null } = content.template ?? {};
    const template = templateOf(audit, packages.entries, { id: crypto.randomUUID(), connection });
    setMade({ ...template, name_pattern, id_pattern, components });
  };
  return (
    <div>
      <Button variant="quiet" icon={<LayoutTemplate aria-hidden />} reason={unread} onPress={make}>
        {t('parts:word.saveTemplate')}
      </Button>
      {made !== null && <TemplateDialog template={made} isNew onClose={() => setMade(null)} />}
    </div>
  );
}

function StepReview({ step }: { readonly step: Step }) {
  if (step === 'settings') return <SettingsReview />;
  return step === 'coupling' ? <CouplingReview /> : <FieldsReview step={step} />;
}

function CouplingReview() {
  const { t } = useTranslation('coupling');
  const { candidates, verdict } = useWizardContext();
  const ids = useWizard(({ content }) => content.coupling.ids);
  const decision = useWizard(({ content }) => content.coupling.decision);
  if (decision === 'without') return <Note>{t('step.reviewNone')}</Note>;
  if (decision === 'open' || ids.length === 0) return <Banner tone="warning">{t('step.undecided')}</Banner>;
  const named = (id: string) => (
    <p key={id}>
      {candidates.network.candidate(id)?.component.name} <Id value={id} />
    </p>
  );
  const initialising = verdict?.initialising?.id;
  const others = ids.length - mostNamed;
  return (
    <>
      <MoreToCouple />
      <DefinitionList
        items={[
          {
            term: t('parts:word.coupledTo'),
            value: (
              <>
                {ids.slice(0, mostNamed).map(named)}
                {others > 0 && <p>{t('parts:count.more', { count: others })}</p>}
              </>
            ),
          },
          ...(initialising === undefined
            ? []
            : [{ term: t('parts:word.initialisingComponent'), value: named(initialising) }]),
        ]}
      />
    </>
  );
}

const mostNamed = 20; // components that a person looks through at a review

function EditLink({ step }: { readonly step: Step }) {
  const { t } = useTranslation('audit-wizard');
  const open = useWizard((state) => state.open);
  return (
    <a
      href={`#${step}`}
      aria-label={t('review.editStep', { step: t(stepTitles[step]) })}
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
  const { t, i18n } = useTranslation('audit-wizard');
  const entered = useEntered();
  const ids = useWizard(({ content }) => content.fields);
  const sourceOf = useSourceWords();
  return (
    <DefinitionList
      items={stepFields[step].map((field): Definition => {
        const source = sourceOf(field);
        const isReference = field === 'client_organisation_id' || field === 'legal_entity_id';
        const isDay = field === 'period_start' || field === 'period_end';
        return {
          term: t(fieldTitles[field]),
          value: (
            <>
              {entered[field] === '' ? (
                <Note as="span">{t('parts:word.notSet')}</Note>
              ) : field === 'id' ? (
                <Id value={entered.id} isCopyable />
              ) : isReference ? (
                <>
                  {entered[field]} <Id value={ids[field]} />
                </>
              ) : isDay ? (
                formatDay(entered[field], i18n.language)
              ) : (
                entered[field]
              )}
              {source !== undefined && <Note>{source}</Note>}
            </>
          ),
        };
      })}
    />
  );
}

function SettingsReview() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage, packages } = useWizardContext();
  const entries = useWizard(({ content }) => content.settings);
  const words = useSettingWords();
  const definitions = workPackage?.settings ?? [];
  if (workPackage === null && packages.complete === null) return <Note>{t('settings.unread')}</Note>;
  if (definitions.length === 0) return <Note>{t('parts:word.noSettings')}</Note>;
  return (
    <DefinitionList
      items={definitions.map((definition) => {
        const isSet = Object.hasOwn(entries, definition.id);
        const value = isSet ? settingValue(definition, entries[definition.id]) : definition.default;
        return {
          term: definition.name,
          value: (
            <>
              {words(definition, value)} {!isSet && <Note as="span">({t('settings.notSent')})</Note>}
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
  const isOpen = useWizard(
    ({ content: { coupling } }) =>
      coupling.decision === 'open' || (coupling.decision === 'couple' && coupling.ids.length === 0),
  );
  const replaces = useWizard(({ content }) => content.replaces);
  const { known } = useWizardContext();
  const components = useWizard(({ content }) => copiedInto(content, known).components.length);
  const users = useWizard(({ content }) => copiedInto(content, known).users.length);
  const credits = useCredits();
  const { full } = usePriceWords();
  const isProduction = useActiveConnection()?.kind === 'production';
  const price = !credits.known ? null : credits.isTest ? t('review.factTest') : full(credits.quote);
  const facts = [
    ...(isProduction ? [t('review.factProduction')] : []),
    ...(replaces === null ? [] : [t('review.factReplaces', { name: replaces.name, id: replaces.id })]),
    t('review.factId', { id }),
    ...(isOpen
      ? []
      : [coupled === 0 ? t('review.factCoupling') : t('review.factCoupled', { count: coupled })]),
    ...(price === null ? [] : [price]),
    ...(components === 0 ? [] : [t('review.factComponents', { count: components })]),
    ...(users === 0 ? [] : [t('review.factUsers', { count: users })]),
  ];
  return (
    <Panel title={t('review.facts')}>
      <Losses step="review" />
      <FactList icon={isProduction || replaces !== null ? TriangleAlert : Info} facts={facts} />
    </Panel>
  );
}
