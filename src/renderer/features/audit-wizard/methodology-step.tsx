import { useTranslation } from 'react-i18next';
import { auditTypes } from '../../../shared/model/terms.ts';
import { RadioGroup } from '../../ui/choice.tsx';
import { Stack } from '../../ui/page.tsx';
import { FilledFields } from './filled-fields.tsx';
import { ScopingLabelField } from './scoping-label-field.tsx';
import { useField, useWizard } from './wizard-context.ts';
import { WorkPackageField } from './work-package-field.tsx';

/** By which methodology: type of audit, work package in one of its versions, scoping label. */
export function MethodologyStep() {
  const { t } = useTranslation('audit-wizard');
  const type = useField('audit_type');
  const isFilled = useWizard(({ content }) => content.coupling.isFilled);
  return (
    <Stack gap="wide">
      <RadioGroup
        {...type}
        help={t('methodology.typeHelp')}
        choices={auditTypes.map((id) => ({
          id,
          label: t(`methodology.${id}`),
          help: t(`methodology.${id}Help`),
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
