import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Setting } from '../../../shared/model/work-package.ts';
import { useSettingWords } from '../../messages/setting-words.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup, RadioGroup } from '../../ui/choice.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { entryOf, entryText } from './setting-entry.ts';
import styles from './wizard.module.css';
import { useFieldError, useRoom, useWizard } from './wizard-context.ts';

const mostRadios = 5;

/** One setting: its field, what its default is, and the way back to that. */
export function SettingField({ definition }: { readonly definition: Setting }) {
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
  const { leave } = useRoom();
  const words = useSettingWords();
  const error = useFieldError(field);
  const base = { name: field, label: definition.name, error, onBlur: () => leave(field) };
  const change = (value: unknown) => changeSetting(definition.id, value);
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
      return <ChoiceInput {...base} help={hint} definition={definition} entry={entry} onChange={change} />;
    case 'multiple_choice':
      return (
        <CheckboxGroup
          {...base}
          help={definition.options.length === 0 ? t('settings.noOptions') : hint}
          choices={optionsOf(definition)}
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

interface ChoiceInputProps {
  readonly definition: Setting;
  readonly entry: unknown;
  readonly onChange: (value: unknown) => void;
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly error: string | undefined;
  readonly onBlur: () => void;
}

function ChoiceInput({ definition, entry, onChange, help, ...base }: ChoiceInputProps) {
  const { t } = useTranslation('audit-wizard');
  const options = optionsOf(definition);
  const shared = {
    ...base,
    help: options.length === 0 ? t('settings.noOptions') : help,
    value: idsOf(definition, [entry])[0] ?? null,
    onChange: (id: string) => onChange(definition.options[Number(id)]?.value),
  };
  return options.length <= mostRadios ? (
    <RadioGroup {...shared} choices={options} />
  ) : (
    <Select {...shared} options={options} />
  );
}

// Values are of any type and may look alike as texts, so the place in the list names an option.
function optionsOf({ options }: Setting) {
  return options.map(({ label }, index) => ({ id: String(index), label }));
}

function idsOf({ options }: Setting, values: readonly unknown[]): readonly string[] {
  return options.flatMap(({ value }, index) => (values.includes(value) ? [String(index)] : []));
}
