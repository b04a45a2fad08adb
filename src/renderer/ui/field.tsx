import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import layout from './layout.module.css';
import { useUiWords } from './words.tsx';

export interface FieldProps {
  readonly label: string;
  readonly help?: ReactNode | undefined;
  /** What is wrong, in words; the field is marked as wrong while it is there. */
  readonly error?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** Says "(optional)" behind the label: required is the rule and is not marked. */
  readonly isOptional?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  /** Its name in the form, by which an error summary finds it. */
  readonly name?: string | undefined;
  readonly onBlur?: (() => void) | undefined;
}

/** What a field passes to the library's element around it. */
export function fieldRoot({ error, isRequired, isDisabled, name }: FieldProps) {
  return {
    className: cx(styles.field),
    isInvalid: error !== undefined,
    isRequired: isRequired ?? false,
    isDisabled: isDisabled ?? false,
    validationBehavior: 'aria' as const,
    'data-field': name,
  };
}

export function FieldHead({ label, help, isOptional }: Pick<FieldProps, 'label' | 'help' | 'isOptional'>) {
  return (
    <>
      <Label className={cx(styles.label)}>
        <FieldLabelText label={label} isOptional={isOptional} />
      </Label>
      {help !== undefined && (
        <Text slot="description" className={cx(layout.muted, layout.small)}>
          {help}
        </Text>
      )}
    </>
  );
}

function FieldLabelText({ label, isOptional }: Pick<FieldProps, 'label' | 'isOptional'>) {
  const words = useUiWords();
  return (
    <>
      {label}
      {isOptional === true && <span className={styles.optional}> {words.optional}</span>}
    </>
  );
}

/** What is wrong with several fields, or with what has none. */
export function Fault({ id, children }: { readonly id?: string | undefined; readonly children: string }) {
  return (
    <p id={id} className={styles.error}>
      {children}
    </p>
  );
}

export function FieldFoot({ error }: Pick<FieldProps, 'error'>) {
  return <FieldError className={cx(styles.error)}>{error}</FieldError>;
}
