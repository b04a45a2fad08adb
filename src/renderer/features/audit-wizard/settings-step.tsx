import { RotateCcw } from 'lucide-react';
import type { Setting } from '../../../shared/model/work-package.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSettingWords } from '../../messages/setting-words.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup, RadioGroup } from '../../ui/choice.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { entryOf, entryText } from './creation.ts';
import { OneOf } from './fields.tsx';
import styles from './wizard.module.css';
import { useFieldError, useWizard, useWizardContext } from './wizard-context.ts';

const mostRadios = 5;

export function SettingsStep() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage, packages } = useWizardContext();
  const isChosen = useWizard(({ content }) => content.fields.work_package_id !== '');
  const isUnread = isChosen && !packages.isWhole;
  const error = useFieldError('settings');
  const settings = workPackage?.settings ?? [];
  return (
    <Stack gap="wide">
      <p className={styles.help}>
        {workPackage === null
          ? t(isUnread ? 'settings.unread' : 'settings.choosePackage')
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

function SettingField({ definition }: { readonly definition: Setting }) {
  const { t } = useTranslation('audit-wizard');
  const isSet = useWizard(({ content }) => Object.hasOwn(content.settings, definition.id));
  const changeSetting = useWizard((state) => state.changeSetting);
  const words = useSettingWords();
  const fallback = words(definition, definition.default);
  const hint = fallback === '' ? t('settings.noDefault') : t('settings.default', { value: fallback });
  return (
    <div className={styles.setting}>
      <SettingInput definition={definition} hint={hint} />
      {isSet && (
        <Button
          variant="quiet"
          icon={<RotateCcw aria-hidden />}
          aria-label={t('settings.useDefaultOf', { name: definition.name })}
          onPress={() => changeSetting(definition.id, undefined)}
        >
          {t('settings.useDefault')}
        </Button>
      )}
    </div>
  );
}

function SettingInput({ definition, hint }: { readonly definition: Setting; readonly hint: string }) {
  const { t } = useTranslation('audit-wizard');
  const field = `settings.${definition.id}`;
  const entry = useWizard(({ content }) =>
    Object.hasOwn(content.settings, definition.id)
      ? content.settings[definition.id]
      : entryOf(definition.type, definition.default),
  );
  const changeSetting = useWizard((state) => state.changeSetting);
  const { leave } = useWizardContext();
  const words = useSettingWords();
  const error = useFieldError(field);
  const base = { name: field, label: definition.name, error, onBlur: () => leave(field) };
  const change = (value: unknown) => changeSetting(definition.id, value);
  // Values can be of any type, and two can have the same text: so the index is the id.
  const options = definition.options.map(({ label }, index) => ({ id: String(index), label }));
  switch (definition.type) {
    case 'boolean':
      return (
        <RadioGroup
          {...base}
          help={hint}
          orientation="horizontal"
          choices={[
            { id: 'yes', label: words(null, true) },
            { id: 'no', label: words(null, false) },
          ]}
          value={entry === true ? 'yes' : entry === false ? 'no' : null}
          onChange={(id) => change(id === 'yes')}
        />
      );
    case 'choice':
      return (
        <OneOf
          {...base}
          help={options.length === 0 ? t('settings.noOptions') : hint}
          choices={options}
          value={idsOf(definition, [entry])[0] ?? null}
          onChange={(id) => change(definition.options[Number(id)]?.value)}
          mostRadios={mostRadios}
        />
      );
    case 'multiple_choice':
      return (
        <CheckboxGroup
          {...base}
          help={options.length === 0 ? t('settings.noOptions') : hint}
          choices={options}
          value={idsOf(definition, Array.isArray(entry) ? entry : [])}
          onChange={(ids) => change(ids.map((id) => definition.options[Number(id)]?.value))}
        />
      );
    case 'date':
      return <DateField {...base} help={hint} value={entryText(entry)} onChange={change} />;
    case 'string':
      return <TextField {...base} help={hint} value={entryText(entry)} onChange={change} />;
    case 'integer':
    case 'decimal':
      return (
        <TextField
          {...base}
          help={`${t(`settings.${definition.type}Help`)} ${hint}`}
          inputMode={definition.type === 'integer' ? 'numeric' : 'decimal'}
          value={entryText(entry)}
          onChange={change}
        />
      );
    default:
      return (
        <TextArea
          {...base}
          isCode
          rows={4}
          help={t('settings.unknownType', { type: definition.type })}
          value={entryText(entry)}
          onChange={change}
        />
      );
  }
}

function idsOf({ options }: Setting, values: readonly unknown[]): readonly string[] {
  return options.flatMap(({ value }, index) => (values.includes(value) ? [String(index)] : []));
}
