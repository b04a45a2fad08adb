import { type FocusEvent, type ReactNode, type Ref, type RefObject, useId } from 'react';
import { useObjectRef } from 'react-aria/useObjectRef';
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import styles from './button.module.css';
import { cx } from './class-names.ts';
import { given } from './given.ts';
import { later } from './later.tsx';
import { useUiWords } from './words.tsx';

const Tooltip = later(async () => (await import('./floating.tsx')).Tooltip);

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
    <Base {...rest} className={cx(styles.button, styles[variant])}>
      {icon}
      <span data-word className={styles.label}>
        {children}
      </span>
      {after}
    </Base>
  );
}

export interface IconButtonProps extends Pressable {
  /** Its name, which is also its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly isPressed?: boolean | undefined;
  /** What its tooltip says more. */
  readonly tip?: string | undefined;
}

export function IconButton({ label, icon, isPressed, tip, ...rest }: IconButtonProps) {
  return (
    <Base
      {...rest}
      aria-label={label}
      tip={tip === undefined ? label : `${label} · ${tip}`}
      {...given({ 'aria-pressed': isPressed })}
      className={cx(styles.button, styles.quiet, styles.iconOnly)}
    >
      {icon}
    </Base>
  );
}

interface BaseProps extends Pressable {
  readonly className: string;
  readonly children: ReactNode;
  readonly 'aria-pressed'?: boolean;
  /** What a tooltip says where no reason is given. */
  readonly tip?: string;
}

function Base(props: BaseProps) {
  const { children, className, tip, reason, isPending, onPress, type = 'button', ref, ...rest } = props;
  const words = useUiWords();
  const reasonId = useId();
  const pending = isPending === true;
  const isIdle = pending || reason !== undefined;
  const button = useObjectRef(ref);
  const { about, tooltip } = useTooltip(reason ?? tip, reason === undefined ? 500 : 200, button);
  // Not the library's own pending state: it names the button to screen readers when the screen may have gone on.
  return (
    <>
      <AriaButton
        {...given({
          ...rest,
          ...about,
          ...(isIdle && rest.slot === undefined ? { slot: null } : {}), // nor opens it the menu that it stands for
          'aria-disabled': isIdle || undefined,
          'aria-describedby':
            reason === undefined ? (rest['aria-describedby'] ?? about['aria-describedby']) : reasonId,
          'data-pending': pending || undefined,
        })}
        ref={button}
        type={isIdle ? 'button' : type}
        onPress={() => !isIdle && onPress?.()}
        className={className}
      >
        {children}
        {pending && <span className={styles.pending} role="img" aria-label={words.pending} />}
      </AriaButton>
      {reason !== undefined && (
        <span hidden id={reasonId}>
          {reason}
        </span>
      )}
      {tooltip}
    </>
  );
}

/** A tooltip for a button: what the button gets, and the tooltip itself while it shows. */
function useTooltip(text: string | undefined, delay: number, at: RefObject<HTMLButtonElement | null>) {
  const isDisabled = text === undefined;
  const state = useTooltipTriggerState({ delay, closeDelay: 0, isDisabled });
  const { triggerProps, tooltipProps } = useTooltipTrigger({ isDisabled }, state, at);
  const { onKeyDown: _, onFocus, onBlur, ...about } = triggerProps;
  return {
    about: {
      ...about,
      // What has the focus is the button itself, so an element that can have it.
      onFocus: (event: FocusEvent) => onFocus?.(event as FocusEvent<HTMLButtonElement>),
      onBlur: (event: FocusEvent) => onBlur?.(event as FocusEvent<HTMLButtonElement>),
      // The library's handler would keep the key from everything around the button.
      onKeyDown: (event: { readonly continuePropagation: () => void }) => {
        state.close(true);
        event.continuePropagation();
      },
    },
    tooltip: state.isOpen && text !== undefined && (
      <Tooltip {...given({ id: tooltipProps.id })} text={text} at={at} state={state} />
    ),
  };
}
