import { isCountryCode } from '../../shared/model/country.ts';
import { fold, wordSearch } from '../../shared/rules/texts/fold.ts';
import { useCountryWords } from '../messages/country-words.ts';
import { ChoiceBox } from '../ui/combo-box.tsx';
import type { FieldProps } from '../ui/field.tsx';

interface Props extends FieldProps {
  /** ISO 3166-1 alpha-2, upper case; null while none is chosen. */
  readonly value: string | null;
  readonly onChange: (code: string | null) => void;
}

/** A country, by its name in the language in use, or by a code that the list does not have. An emptied field is no country. */
export function CountryField({ value, onChange, ...field }: Props) {
  const { name, options } = useCountryWords();
  return (
    <ChoiceBox
      {...field}
      allowsFreeText
      options={options}
      value={isOffered(value, options) ? value : null}
      shown={value === null ? '' : name(value)}
      onChange={onChange}
      onType={(text) => {
        const typed = typedCountry(text, value, options);
        if (typed !== undefined && typed !== value) onChange(typed);
      }}
    />
  );
}

interface Offered {
  readonly id: string;
  readonly label: string;
}

function isOffered(value: string | null, options: readonly Offered[]): boolean {
  return options.some(({ id }) => id === value);
}

/** The country that a typed text is: a code of its own where no country of the list has it; undefined where it changes nothing. */
export function typedCountry(
  text: string,
  value: string | null,
  options: readonly Offered[],
): string | null | undefined {
  const named = options.find(({ label }) => label === text);
  if (named !== undefined) return named.id;
  const code = text.trim().toUpperCase();
  const { finds } = wordSearch(text);
  if (isCountryCode(code) && !options.some(({ id, label }) => finds(fold(`${label}\n${id}`)))) return code;
  return code === '' || !isOffered(value, options) ? (value === null ? undefined : null) : undefined;
}
