import { type ReactNode, useId } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components/RadioGroup';
import styles from './choice.module.css';
import { cx } from './class-names.ts';
import { FieldFoot, FieldHead, type FieldProps, fieldRoot } from './field.tsx';
import { given } from './given.ts';
import { Note, Stack } from './layout.tsx';

/** A choice that is seen at once; `help` stands under its label. */
export interface Choice<Id extends string = string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly help?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

export interface RadioGroupProps<Id extends string> extends FieldProps {
  readonly choices: readonly Choice<Id>[];
  readonly value: Id | null;
  readonly onChange: (value: Id) => void;
  readonly orientation?: 'vertical' | 'horizontal' | undefined;
  readonly isReadOnly?: boolean | undefined;
}

/** One of two to about six choices; a value that is none of them is none chosen, so that Tab still leads to the first. */
export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>) {
  const { choices, value, onChange, onBlur, orientation = 'vertical', isReadOnly } = props;
  return (
    <AriaRadioGroup
      {...given(fieldRoot(props))}
      {...given({ onBlur, isReadOnly })}
      value={choices.some(({ id }) => id === value) ? value : null}
      onChange={(id) => {
        const chosen = choices.find((choice) => choice.id === id);
        if (chosen !== undefined) onChange(chosen.id);
      }}
      orientation={orientation}
    >
      <FieldHead {...props} />
      <div className={cx(styles.choices, styles[orientation])}>
        {choices.map((choice) => (
          <RadioChoice key={choice.id} {...choice} />
        ))}
      </div>
      <FieldFoot {...props} />
    </AriaRadioGroup>
  );
}

function RadioChoice({ id, label, help, isDisabled }: Choice) {
  const names = useNames(help);
  return (
    <Radio value={id} className={cx(styles.choice)} {...names.aria} {...given({ isDisabled })}>
      <span className={cx(styles.mark, styles.round)} aria-hidden />
      <ChoiceText label={label} help={help} ids={names.ids} />
    </Radio>
  );
}

export interface CheckboxGroupProps<Id extends string> extends FieldProps {
  readonly choices: readonly Choice<Id>[];
  readonly value: readonly Id[];
  readonly onChange: (value: readonly Id[]) => void;
}

export function CheckboxGroup<Id extends string>(props: CheckboxGroupProps<Id>) {
  const { choices, value, onChange, onBlur } = props;
  return (
    <AriaCheckboxGroup
      {...given(fieldRoot(props))}
      {...given({ onBlur })}
      value={[...value]}
      onChange={(ids) => onChange(choices.map(({ id }) => id).filter((id) => ids.includes(id)))}
    >
      <FieldHead {...props} />
      <div className={cx(styles.choices, styles.vertical)}>
        {choices.map((choice) => (
          <CheckboxChoice key={choice.id} {...choice} />
        ))}
      </div>
      <FieldFoot {...props} />
    </AriaCheckboxGroup>
  );
}

function CheckboxChoice({ id, label, help, isDisabled }: Choice) {
  const names = useNames(help);
  return (
    <AriaCheckbox value={id} className={cx(styles.choice)} {...names.aria} {...given({ isDisabled })}>
      <span className={cx(styles.mark)} aria-hidden />
      <ChoiceText label={label} help={help} ids={names.ids} />
    </AriaCheckbox>
  );
}

export interface ToggleProps {
  readonly label: ReactNode;
  readonly help?: string | undefined;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean | undefined;
  readonly name?: string | undefined;
}

/** A yes or no that takes effect with the form. */
export function Checkbox({ label, help, isSelected, onChange, isDisabled, name }: ToggleProps) {
  const names = useNames(help);
  return (
    <AriaCheckbox
      className={cx(styles.choice)}
      isSelected={isSelected}
      onChange={onChange}
      {...names.aria}
      {...given({ isDisabled, 'data-field': name })}
    >
      <span className={cx(styles.mark)} aria-hidden />
      <ChoiceText label={label} help={help} ids={names.ids} />
    </AriaCheckbox>
  );
}

interface NameIds {
  readonly label: string;
  readonly help: string;
}

// Its name is the label alone; the help is the description, which a screen reader says after it.
function useNames(help: string | undefined) {
  const id = useId();
  const ids: NameIds = { label: `${id}-label`, help: `${id}-help` };
  return { ids, aria: given({ 'aria-labelledby': ids.label, 'aria-describedby': help && ids.help }) };
}

interface ChoiceTextProps extends Pick<Choice, 'label' | 'help'> {
  readonly ids: NameIds;
}

function ChoiceText({ label, help, ids }: ChoiceTextProps) {
  return (
    <Stack as="span" gap="0" className={styles.text}>
      <span id={ids.label}>{label}</span>
      {help !== undefined && (
        <Note as="span" id={ids.help}>
          {help}
        </Note>
      )}
    </Stack>
  );
}
