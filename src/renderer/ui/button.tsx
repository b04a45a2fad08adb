import type { ReactNode, Ref } from 'react';
import { useId } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import styles from './button.module.css';
import { cx } from './class-names.ts';
import { given } from './given.ts';
import tooltip from './tooltip.module.css';
import { useUiWords } from './words.tsx';

interface Pressable {
  readonly onPress?: (() => void) | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Why it cannot be used now: it stays focusable, does nothing, and says the reason. */
  readonly reason?: string | undefined;
  /** Something that it started is under way: it stays focusable and does nothing. */
  readonly isPending?: boolean | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  readonly form?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly slot?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-expanded'?: boolean | undefined;
  readonly 'aria-keyshortcuts'?: string | undefined;
}

export interface ButtonProps extends Pressable {
  readonly children: ReactNode;
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  readonly icon?: ReactNode | undefined;
  readonly after?: ReactNode | undefined;
}

/** A button with words. One `primary` a view; `danger` is outlined until it confirms inside an alert dialog. */
export function Button({ children, variant = 'secondary', icon, after, ...rest }: ButtonProps) {
  return (
    <Base {...rest} mayGetReason className={cx(styles.button, styles[variant])}>
      {icon}
      <span className={styles.label}>{children}</span>
      {after}
    </Base>
  );
}

export interface IconButtonProps extends Pressable {
  /** Its name, which is also its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly isPressed?: boolean | undefined;
}

export function IconButton({ label, icon, isPressed, ...rest }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Base
        {...rest}
        aria-label={label}
        {...given({ 'aria-pressed': isPressed })}
        className={cx(styles.button, styles.quiet, styles.iconOnly)}
      >
        {icon}
      </Base>
      <Tooltip className={cx(tooltip.tooltip)} offset={4}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}

interface BaseProps extends Pressable {
  readonly className: string;
  readonly children: ReactNode;
  readonly 'aria-pressed'?: boolean;
  /** It stays the same element, and keeps the focus, when it gets a reason or loses it. */
  readonly mayGetReason?: boolean;
}

function Base(props: BaseProps) {
  const { children, className, reason, mayGetReason, isPending, onPress, type = 'button', ...rest } = props;
  const words = useUiWords();
  const reasonId = useId();
  const pending = isPending === true;
  const isIdle = pending || reason !== undefined;
  // Not the library's own pending state: it names the button to screen readers when the screen may have gone on.
  const button = (
    <AriaButton
      {...given(rest)}
      {...given({
        'aria-disabled': isIdle || undefined,
        'aria-describedby': reason === undefined ? rest['aria-describedby'] : reasonId,
        'data-pending': pending || undefined,
      })}
      type={isIdle ? 'button' : type}
      onPress={() => !isIdle && onPress?.()}
      className={className}
    >
      {children}
      {pending && <span className={styles.pending} role="img" aria-label={words.pending} />}
    </AriaButton>
  );
  if (reason === undefined && mayGetReason !== true) return button;
  return (
    <TooltipTrigger delay={200} closeDelay={0} isDisabled={reason === undefined}>
      {button}
      {reason !== undefined && (
        <>
          <span hidden id={reasonId}>
            {reason}
          </span>
          <Tooltip className={cx(tooltip.tooltip)} offset={4}>
            {reason}
          </Tooltip>
        </>
      )}
    </TooltipTrigger>
  );
}
