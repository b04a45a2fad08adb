import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { packageName, supportsAuditType } from '../../../shared/rules/work-package.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { useField } from './wizard-context.ts';

interface OlderPackageFieldProps {
  readonly packages: readonly WorkPackage[];
  readonly auditType: string;
}

/** The choice of a version that is not the newest of its package. */
export function OlderPackageField({ packages, auditType }: OlderPackageFieldProps) {
  const { t } = useTranslation('audit-wizard');
  const { value, onChange, onBlur } = useField('work_package_id');
  const [typed, setTyped] = useState<string | null>(null);
  const options = packages.map((one) => ({
    id: one.id,
    label: packageName(one),
    detail: supportsAuditType(one, auditType) ? undefined : t('methodology.unfit'),
  }));
  const chosen = options.find(({ id }) => id === value);
  return (
    <ComboBox
      label={t('methodology.olderVersion')}
      options={options}
      value={chosen?.id ?? null}
      onChange={(id) => {
        setTyped(null);
        if (id !== null) onChange(id);
      }}
      text={typed ?? chosen?.label ?? ''}
      onTextChange={(text) => setTyped(text === chosen?.label ? null : text)}
      onBlur={() => {
        setTyped(null);
        onBlur();
      }}
    />
  );
}
