import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { cx } from './class-names.ts';
import { writeClipboard } from './clipboard.ts';
import styles from './field.module.css';
import { FieldFoot, FieldHead, type FieldProps, fieldRoot } from './field.tsx';
import { given } from './given.ts';
import { Note } from './layout.tsx';
import { announce } from './live-region.tsx';
import { useUiWords } from './words.tsx';

interface TextProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  /** For ids and code: in monospace, without spelling check. */
  readonly isCode?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
}

export interface TextFieldProps extends TextProps {
  readonly type?: 'text' | 'url' | 'email' | undefined;
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | 'url' | undefined;
  /** Stands below it. */
  readonly foot?: ReactNode | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, onBlur, type, inputMode, isCode, isReadOnly, placeholder, ref, autoFocus } = props;
  return (
    <AriaTextField
      {...given(fieldRoot(props))}
      {...given({ onBlur, isReadOnly, inputMode, autoFocus })}
      value={value}
      onChange={onChange}
      type={type ?? 'text'}
      autoComplete="off"
      spellCheck={isCode === true ? 'false' : 'true'}
    >
      <FieldHead {...props} />
      <Input
        ref={ref ?? null}
        {...given({ placeholder })}
        className={cx(styles.input, isCode === true && styles.mono)}
      />
      <FieldFoot {...props} />
      {props.foot}
    </AriaTextField>
  );
}

export interface TextAreaProps extends TextProps {
  readonly rows?: number | undefined;
}

export function TextArea(props: TextAreaProps) {
  const { value, onChange, onBlur, isCode, isReadOnly, placeholder, rows, autoFocus } = props;
  return (
    <AriaTextField
      {...given(fieldRoot(props))}
      {...given({ onBlur, isReadOnly, autoFocus })}
      value={value}
      onChange={onChange}
      spellCheck={isCode === true ? 'false' : 'true'}
    >
      <FieldHead {...props} />
      <AriaTextArea
        {...given({ placeholder, rows })}
        className={cx(styles.input, isCode === true && styles.mono)}
      />
      <FieldFoot {...props} />
    </AriaTextField>
  );
}

export interface SecretFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Stands below it. */
  readonly foot?: ReactNode | undefined;
}

/**
 * A secret being typed: hidden, shown only on demand and only while something is typed. Where it was pasted, the
 * clipboard can be cleared (ux C8).
 */
export function SecretField(props: SecretFieldProps) {
  const { value, onChange, onBlur, autoFocus } = props;
  const words = useUiWords();
  const [revealed, setRevealed] = useState(false);
  const [clipboard, setClipboard] = useState<'untouched' | 'pasted' | 'cleared'>('untouched');
  const shown = revealed && value !== '';
  const clearClipboard = () => {
    if (!writeClipboard('')) return;
    setClipboard('cleared');
    announce(words.clipboardCleared);
  };
  return (
    <AriaTextField
      {...given(fieldRoot(props))}
      {...given({ onBlur, autoFocus })}
      value={value}
      onChange={(next) => {
        if (next === '') setRevealed(false);
        onChange(next);
      }}
      type={shown ? 'text' : 'password'}
      autoComplete="off"
      spellCheck="false"
    >
      <FieldHead {...props} />
      <Group
        className={cx(styles.box)}
        isInvalid={props.error !== undefined}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setRevealed(false);
        }}
      >
        <Input className={cx(styles.input, styles.mono)} onPaste={() => setClipboard('pasted')} />
        {value !== '' && (
          <Button
            className={cx(styles.inside)}
            aria-label={shown ? words.hide : words.show}
            onPress={() => setRevealed(!shown)}
          >
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </Button>
        )}
      </Group>
      <FieldFoot {...props} />
      {props.foot}
      {clipboard === 'pasted' && (
        <Button slot={null} className={cx(styles.under)} onPress={clearClipboard}>
          {words.clearClipboard}
        </Button>
      )}
      {clipboard === 'cleared' && <Note as="span">{words.clipboardCleared}</Note>}
    </AriaTextField>
  );
}
