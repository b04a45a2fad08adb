import type { Setting } from '../../../shared/model/work-package.ts';
import { useTranslation } from '../../messages/language.ts';
import { SettingField } from '../../parts/settings/setting-field.tsx';
import { Fault } from '../../ui/field.tsx';
import { Note, Stack } from '../../ui/layout.tsx';
import { useFieldError, useWizard, useWizardContext } from './wizard-context.ts';

export function SettingsStep() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage, packages } = useWizardContext();
  const isChosen = useWizard(({ content }) => content.fields.work_package_id !== '');
  const isUnread = isChosen && packages.complete === null;
  const error = useFieldError('settings');
  const settings = workPackage?.settings ?? [];
  return (
    <Stack gap="6">
      <Note>
        {workPackage === null
          ? t(isUnread ? 'settings.unread' : 'settings.choosePackage')
          : settings.length === 0
            ? t('parts:word.noSettings')
            : t('settings.intro')}
      </Note>
      {error !== undefined && <Fault>{error}</Fault>}
      {settings.map((definition) => (
        <SettingOfAudit key={definition.id} definition={definition} />
      ))}
    </Stack>
  );
}

function SettingOfAudit({ definition }: { readonly definition: Setting }) {
  const { id } = definition;
  const field = `settings.${id}`;
  const isSet = useWizard(({ content }) => Object.hasOwn(content.settings, id));
  const entry = useWizard(({ content }) => content.settings[id]);
  const changeSetting = useWizard((state) => state.changeSetting);
  const { leave } = useWizardContext();
  return (
    <SettingField
      definition={definition}
      isSet={isSet}
      entry={entry}
      error={useFieldError(field)}
      onChange={(value) => changeSetting(id, value)}
      onLeave={() => leave(field)}
    />
  );
}
