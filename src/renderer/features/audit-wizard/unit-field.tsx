import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../messages/language.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { type Unit, unitLabel, unitOf, unitsIn } from './unit.ts';
import { useField } from './wizard-context.ts';

/** The unit of amounts: a currency by code or name, or any other short text. */
export function UnitField() {
  const { t, i18n } = useTranslation('audit-wizard');
  const { value, onChange, onBlur, ...field } = useField('unit_of_measurement');
  const [typed, setTyped] = useState<string | null>(null);
  const units = useMemo(() => unitsIn(localeOf(i18n.language)), [i18n.language]);
  const detail = ({ withdrawn, kind }: Unit): string | undefined =>
    withdrawn !== undefined
      ? t('period.withdrawn', { year: withdrawn })
      : kind === undefined
        ? undefined
        : t(`period.${kind}`);
  return (
    <ComboBox
      {...field}
      isOptional
      allowsFreeText
      help={t('period.unitHelp')}
      options={units.map((unit) => ({ id: unit.id, label: unit.label, detail: detail(unit) }))}
      value={units.some(({ id }) => id === value) ? value : null}
      onChange={(id) => {
        if (id === null) return;
        setTyped(null);
        onChange(id);
      }}
      text={typed ?? unitLabel(value, units)}
      onTextChange={(text) => {
        setTyped(text);
        onChange(unitOf(text, units));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur();
      }}
    />
  );
}
