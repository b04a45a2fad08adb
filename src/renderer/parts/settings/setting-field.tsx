import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Setting } from '../../../shared/model/work-package.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSettingWords } from '../../messages/setting-words.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup, RadioGroup } from '../../ui/choice.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Stack } from '../../ui/layout.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { OneOf } from '../one-of.tsx';
import { enteredAs, entryOf, entryText, fieldType, kindOfEntry, shownAs } from './setting-entry.ts';
import styles from './settings.module.css';

const mostRadios = 5;

interface SettingFieldProps {
  readonly definition: Setting;
  /** Whether a person has entered something; without that it has the default of its package. */
  readonly isSet: boolean;
  /** What was entered (`setting-entry.ts`). */
  readonly entry: unknown;
  readonly error: string | undefined;
  /** `undefined` goes back to the default. */
  readonly onChange: (entry: unknown) => void;
  readonly onLeave: () => void;
}

/** A setting of a work package in a field of its type, with its default and the way back to it. */
export function SettingField(props: SettingFieldProps) {
  const { definition, isSet, onChange } = props;
  const { t } = useTranslation('audit-wizard');
  const words = useSettingWords();
  const fallback = words(definition, definition.default);
  const hint = fallback === '' ? t('parts:word.noDefault') : t('parts:word.default', { value: fallback });
  return (
    <Stack gap="1" align="start" className={styles.setting}>
      <SettingInput key={fieldType(definition)} {...props} hint={hint} />
      {isSet && (
        <Button
          variant="quiet"
          icon={<RotateCcw aria-hidden />}
          aria-label={t('settings.useDefaultOf', { name: definition.name })}
          onPress={() => onChange(undefined)}
        >
          {t('settings.useDefault')}
        </Button>
      )}
    </Stack>
  );
}

function SettingInput(props: SettingFieldProps & { readonly hint: string }) {
  const { definition, isSet, error, onLeave, hint } = props;
  const { t } = useTranslation('audit-wizard');
  const held = isSet ? props.entry : entryOf(fieldType(definition), definition.default);
  const [type] = useState(() => kindOfEntry(definition, held)); // it stays while something else is typed
  const entry = shownAs(type, definition, held);
  const onChange = (entered: unknown) => props.onChange(enteredAs(type, definition, entered));
  const words = useSettingWords();
  const base = { name: `settings.${definition.id}`, label: definition.name, error, onBlur: onLeave };
  // What is not offered any more stays until a person takes it away.
  const gone = unoffered(definition, Array.isArray(entry) ? entry : [entry]);
  const values = [...definition.options.map(({ value }) => value), ...gone];
  // Values can be of any type, and two can have the same text: so the index is the id.
  const idsOf = (chosen: readonly unknown[]) =>
    values.flatMap((value, index) => (chosen.includes(value) ? [String(index)] : []));
  const choices = values.map((value, index) => ({
    id: String(index),
    label: definition.options[index]?.label ?? words(definition, value),
    help: index < definition.options.length ? undefined : t('settings.notOffered'),
  }));
  switch (type) {
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
          onChange={(id) => onChange(id === 'yes')}
        />
      );
    case 'choice':
      return (
        <OneOf
          {...base}
          help={definition.options.length === 0 ? t('settings.noOptions') : hint}
          choices={choices}
          value={idsOf([entry])[0] ?? null}
          onChange={(id) => onChange(values[Number(id)])}
          mostRadios={mostRadios}
        />
      );
    case 'multiple_choice':
      return (
        <CheckboxGroup
          {...base}
          help={definition.options.length === 0 ? t('settings.noOptions') : hint}
          choices={choices}
          value={idsOf(Array.isArray(entry) ? entry : [])}
          onChange={(ids) => onChange(ids.map((id) => values[Number(id)]))}
        />
      );
    case 'date':
      return <DateField {...base} help={hint} value={entryText(entry)} onChange={onChange} />;
    case 'string':
      return <TextField {...base} help={hint} value={entryText(entry)} onChange={onChange} />;
    case 'integer':
    case 'decimal':
      return (
        <TextField
          {...base}
          help={`${t(`settings.${type}Help`)} ${hint}`}
          inputMode={type === 'integer' ? 'numeric' : 'decimal'}
          value={entryText(entry)}
          onChange={onChange}
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
          onChange={onChange}
        />
      );
  }
}

/** The values of a choice that its options do not have. */
function unoffered({ type, options }: Setting, entries: readonly unknown[]): readonly unknown[] {
  if (type !== 'choice' && type !== 'multiple_choice') return [];
  const isOffered = (entry: unknown) => options.some(({ value }) => value === entry);
  return [...new Set(entries)].filter((entry) => entry !== null && entry !== undefined && !isOffered(entry));
}
