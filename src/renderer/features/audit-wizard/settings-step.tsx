import { useTranslation } from 'react-i18next';
import { Stack } from '../../ui/page.tsx';
import { SettingField } from './setting-field.tsx';
import styles from './wizard.module.css';
import { useFieldError, useRoom } from './wizard-context.ts';

/** The settings of the work package, each by its definition. */
export function SettingsStep() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage } = useRoom();
  const error = useFieldError('settings');
  const settings = workPackage?.settings ?? [];
  return (
    <Stack gap="wide">
      <p className={styles.help}>
        {workPackage === null
          ? t('settings.choosePackage')
          : settings.length === 0
            ? t('settings.none')
            : t('settings.intro')}
      </p>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      {settings.map((definition) => (
        <SettingField key={definition.id} definition={definition} />
      ))}
    </Stack>
  );
}
