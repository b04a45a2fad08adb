import { useCountryWords } from '../messages/country-words.ts';
import { ChoiceBox } from '../ui/combo-box.tsx';
import type { FieldProps } from '../ui/field.tsx';

interface Props extends FieldProps {
  /** ISO 3166-1 alpha-2, upper case; null while none is chosen. */
  readonly value: string | null;
  readonly onChange: (code: string | null) => void;
}

/** A country, by its name in the language in use. An emptied field is no country. */
export function CountryField({ value, onChange, ...field }: Props) {
  const { name, options } = useCountryWords();
  return (
    <ChoiceBox
      {...field}
      options={options}
      value={value}
      shown={value === null ? '' : name(value)}
      onChange={onChange}
      onType={(text) => text === '' && value !== null && onChange(null)}
    />
  );
}
