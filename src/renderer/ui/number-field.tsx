import { Minus, Plus } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { FieldFoot, FieldHead, type FieldProps, fieldRoot } from './field.tsx';
import { given } from './given.ts';
import { useUiWords } from './words.tsx';

export interface NumberFieldProps extends FieldProps {
  /** Null while it is empty. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** 1 for whole numbers, which is the default. */
  readonly step?: number | undefined;
}

/** A number, written as the language writes it. A decimal that must stay exact belongs in a text field. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, onBlur, min, max, step } = props;
  const words = useUiWords();
  return (
    <AriaNumberField
      {...given(fieldRoot(props))}
      {...given({ onBlur, minValue: min, maxValue: max, autoFocus: props.autoFocus })}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      step={step ?? 1}
      formatOptions={{ useGrouping: false, maximumFractionDigits: 20 }}
    >
      <FieldHead {...props} />
      <Group className={cx(styles.box)} isInvalid={props.error !== undefined}>
        <Input className={cx(styles.input)} />
        <Button slot="decrement" className={cx(styles.inside)} aria-label={words.decrease}>
          <Minus aria-hidden />
        </Button>
        <Button slot="increment" className={cx(styles.inside)} aria-label={words.increase}>
          <Plus aria-hidden />
        </Button>
      </Group>
      <FieldFoot {...props} />
    </AriaNumberField>
  );
}
