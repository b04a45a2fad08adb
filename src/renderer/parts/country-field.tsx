import { useState } from 'react';
import { useCountryWords } from '../messages/country-words.ts';
import { ComboBox } from '../ui/combo-box.tsx';
import type { FieldProps } from '../ui/field.tsx';

interface Props extends FieldProps {
  /** ISO 3166-1 alpha-2, upper case; null while none is chosen. */
  readonly value: string | null;
  readonly onChange: (code: string | null) => void;
}

/** A country, by its name in the language in use. An emptied field is no country. */
export function CountryField({ value, onChange, ...field }: Props) {
  const { name, options } = useCountryWords();
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = value === null ? '' : name(value);
  return (
    <ComboBox
      {...field}
      options={options}
      value={value}
      onChange={(code) => {
        setTyped(null);
        onChange(code);
      }}
      text={typed ?? chosen}
      onTextChange={(text) => {
        setTyped(text === chosen ? null : text);
        if (text === '' && value !== null) onChange(null);
      }}
    />
  );
}
