import { type Choice, RadioGroup, type RadioGroupProps } from '../ui/choice.tsx';
import { Select } from '../ui/select.tsx';

interface OneOfProps extends RadioGroupProps<string> {
  readonly choices: readonly (Choice & { readonly label: string })[];
  /** More choices than these become a list. */
  readonly mostRadios: number;
}

/** Radio buttons, or a list where there are too many choices. */
export function OneOf({ choices, mostRadios, ...field }: OneOfProps) {
  return choices.length <= mostRadios ? (
    <RadioGroup {...field} choices={choices} />
  ) : (
    <Select
      {...field}
      options={choices.map(({ id, label, help, isDisabled }) => ({ id, label, detail: help, isDisabled }))}
    />
  );
}
