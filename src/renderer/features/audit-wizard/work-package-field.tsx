import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { packageName, supportsAuditType, workPackageLines } from '../../../shared/rules/work-package.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { OlderPackageField } from './older-package-field.tsx';
import { ReadingNotice } from './reading-notice.tsx';
import styles from './wizard.module.css';
import { useField, useRoom, useWizard } from './wizard-context.ts';

const mostRadios = 8; // more are a list to scroll in

/** The choice of a work package: the newest version of each, with the older ones one step away. */
export function WorkPackageField() {
  const { t } = useTranslation('audit-wizard');
  const { packages } = useRoom();
  const field = useField('work_package_id');
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
    isDisabled: !supportsAuditType(newest, auditType) && newest.id !== field.value,
  });
  const choices = lines.map(({ newest }) => choice(newest));
  const value = choices.some(({ id }) => id === field.value) ? field.value : null;
  return (
    <div className={styles.group}>
      <ReadingNotice list={packages} />
      {packages.entries.length === 0 && packages.error === null && !packages.isWhole && (
        <SkeletonRows count={3} widths={['50%']} label={t('methodology.reading')} />
      )}
      {packages.entries.length === 0 && packages.isWhole && (
        <Banner
          tone="warning"
          title={t('methodology.none')}
          actions={<Button onPress={packages.readAgain}>{t('client.readAgain')}</Button>}
        >
          {t('methodology.noneText')}
        </Banner>
      )}
      {choices.length > 0 && choices.length <= mostRadios && (
        <RadioGroup {...field} help={t('methodology.packageHelp')} choices={choices} value={value} />
      )}
      {choices.length > mostRadios && (
        <Select
          {...field}
          help={t('methodology.packageHelp')}
          options={choices.map(({ id, label, help }) => ({ id, label, detail: help }))}
          value={value}
        />
      )}
      {older.length > 0 && (
        <>
          <div className={styles.quiet}>
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
          {showsOlder && <OlderPackageField packages={older} auditType={auditType} />}
        </>
      )}
    </div>
  );
}
