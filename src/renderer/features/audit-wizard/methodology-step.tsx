import { AppWindow, ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { auditTypes } from '../../../shared/model/terms.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import {
  packageName,
  scopingLabels,
  supportsAuditType,
  workPackageLines,
} from '../../../shared/rules/service/work-package.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { CollectionState, ReadAgain } from '../../parts/collection-state.tsx';
import { OneOf } from '../../parts/one-of.tsx';
import { useOpenWindow } from '../../parts/open-window.ts';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { ChoiceBox } from '../../ui/combo-box.tsx';
import { Note, Stack } from '../../ui/layout.tsx';
import { FieldGroup, FilledFields, TypedChoice, TypedField } from './fields.tsx';
import { useHelp } from './source.ts';
import { useField, useWizard, useWizardContext } from './wizard-context.ts';

const mostRadios = 8;

export function MethodologyStep() {
  const { t } = useTranslation('audit-wizard');
  const { t: tAudits } = useTranslation('audits');
  const words = useAuditWords();
  const type = useField('audit_type');
  const isFilled = useWizard(({ content }) => content.coupling.isFilled);
  return (
    <Stack gap="6">
      <RadioGroup
        {...type}
        help={t('methodology.typeHelp')}
        choices={auditTypes.map((id) => ({
          id,
          label: words.type(id),
          help: tAudits(`new.${id}Detail`),
        }))}
      />
      {isFilled ? (
        <FilledFields names={['work_package_id', 'scoping_package_id']} />
      ) : (
        <>
          <WorkPackageField />
          <ScopingLabelField />
        </>
      )}
    </Stack>
  );
}

/** Offers the newest version of each work package, and the older ones behind a button. */
function WorkPackageField() {
  const { t } = useTranslation('audit-wizard');
  const { packages, workPackage } = useWizardContext();
  const openWindow = useOpenWindow();
  const field = useField('work_package_id');
  const help = useHelp();
  const auditType = useWizard(({ content }) => content.fields.audit_type);
  const lines = workPackageLines(packages.entries);
  const older = lines.flatMap((line) => line.older);
  const isOlder = older.some(({ id }) => id === field.value);
  const [wantsOlder, setWantsOlder] = useState(false);
  const showsOlder = wantsOlder || isOlder;
  const choice = (newest: WorkPackage) => ({
    id: newest.id,
    label: packageName(newest),
    help: supportsAuditType(newest, auditType) ? t('methodology.newest') : t('methodology.unfit'),
  });
  const choices = lines.map(({ newest }) => choice(newest));
  const value = choices.some(({ id }) => id === field.value) ? field.value : null;
  return (
    <Stack gap="2">
      <CollectionState
        list={packages}
        skeleton={[3, ['50%'], t('common:list.reading')]}
        none={
          <Banner
            tone="warning"
            title={t('parts:word.noWorkPackages')}
            actions={<ReadAgain list={packages} />}
          >
            {t('parts:word.noWorkPackagesText')}
          </Banner>
        }
      />
      {choices.length > 0 && (
        <OneOf
          {...field}
          help={help('work_package_id', t('methodology.packageHelp'))}
          choices={choices}
          value={value}
          mostRadios={mostRadios}
        />
      )}
      <TypedChoice name="work_package_id" list={packages} />
      {workPackage !== null && (
        <div>
          <Button
            variant="quiet"
            after={<AppWindow aria-hidden />}
            onPress={() => openWindow(pathTo('workPackage', { workPackageId: workPackage.id }))}
          >
            {t('methodology.about')}
          </Button>
        </div>
      )}
      {older.length > 0 && (
        <>
          <div>
            <Button
              variant="quiet"
              aria-expanded={showsOlder}
              reason={isOlder ? t('methodology.olderChosen') : undefined}
              after={showsOlder ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
              onPress={() => setWantsOlder(!wantsOlder)}
            >
              {t('methodology.older', { count: older.length })}
            </Button>
          </div>
          {showsOlder && <OlderPackageField packages={older} />}
        </>
      )}
    </Stack>
  );
}

function OlderPackageField({ packages }: { readonly packages: readonly WorkPackage[] }) {
  const { t } = useTranslation('audit-wizard');
  const { value, onChange, onBlur } = useField('work_package_id');
  const auditType = useWizard(({ content }) => content.fields.audit_type);
  const options = packages.map((one) => ({
    id: one.id,
    label: packageName(one),
    detail: supportsAuditType(one, auditType) ? undefined : t('methodology.unfit'),
  }));
  return (
    <ChoiceBox
      label={t('methodology.olderVersion')}
      options={options}
      value={options.some(({ id }) => id === value) ? value : null}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}

/** Offers the scoping labels of the package in the language of the audit. */
function ScopingLabelField() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage } = useWizardContext();
  const language = useWizard(({ content }) => content.fields.language);
  const { language: languageWord } = useAuditWords();
  const field = useField('scoping_package_id');
  const help = useHelp();
  const isTyped = useWizard(({ content }) => content.fields.work_package_id !== '');
  if (workPackage === null && isTyped) return <TypedField name="scoping_package_id" />;
  if (workPackage === null)
    return (
      <FieldGroup label={field.label} error={field.error}>
        <Note>{t('methodology.choosePackage')}</Note>
      </FieldGroup>
    );
  const labels = [...new Set(scopingLabels(workPackage, language))];
  if (labels.length === 0)
    return (
      <FieldGroup label={field.label} error={undefined}>
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
        <TypedField name="scoping_package_id" />
      </FieldGroup>
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
  return (
    <OneOf
      {...field}
      help={help('scoping_package_id')}
      choices={choices}
      value={value}
      mostRadios={mostRadios}
    />
  );
}

function languagesOf(workPackage: WorkPackage, label: string): readonly string[] {
  const offers = workPackage.scoping_packages.filter((one) => one.label === label);
  return offers.some(({ languages }) => languages === null)
    ? []
    : offers.flatMap(({ languages }) => languages ?? []);
}
