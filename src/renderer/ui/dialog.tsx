import { X } from 'lucide-react';
import { createContext, type FormEvent, type ReactNode, useContext, useRef, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button, type ButtonProps, IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import styles from './dialog.module.css';
import { useUiWords } from './words.tsx';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode | undefined;
  /** Makes it a form: Enter submits, and a `submit` button among the actions does. */
  readonly onSubmit?: (() => void) | undefined;
  readonly size?: 'small' | 'medium' | 'large' | 'wide' | undefined;
  /** Whether something was entered that would be lost, so that closing asks first; what was typed counts unless this is given. */
  readonly hasInput?: boolean | undefined;
}

/** A short task of its own; Escape closes it, and the focus returns to what opened it. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  actions,
  onSubmit,
  size = 'medium',
  hasInput,
}: DialogProps) {
  const words = useUiWords();
  const [isTyped, setTyped] = useState(false);
  if (!isOpen && isTyped) setTyped(false);
  const dismissal = useDismissal(hasInput ?? isTyped, onClose);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && (dismissal.isAsking ? dismissal.stay() : dismissal.ask())}
      className={cx(styles.overlay)}
    >
      <Modal className={cx(styles.modal, styles[size])}>
        <AriaDialog className={cx(styles.dialog)}>
          <header className={styles.head}>
            <Heading slot="title" className={cx(styles.title)}>
              {title}
            </Heading>
            <IconButton label={words.close} icon={<X aria-hidden />} onPress={dismissal.ask} />
          </header>
          <Content onSubmit={onSubmit} onType={() => setTyped(true)} actions={actions} dismissal={dismissal}>
            {children}
          </Content>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface AlertDialogProps {
  readonly isOpen: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** A verb and its object. */
  readonly confirm: string;
  /** “Cancel” where it is nothing else. */
  readonly cancel?: string | undefined;
  readonly isDestructive?: boolean | undefined;
  readonly isPending?: boolean | undefined;
  readonly size?: 'small' | 'medium' | undefined;
  /** For a typed confirmation: the button stays disabled until the text is right. */
  readonly isConfirmDisabled?: boolean | undefined;
  /** Why nothing can be confirmed now. */
  readonly reason?: string | undefined;
  /** Something was entered that would be lost: Escape asks first. */
  readonly hasInput?: boolean | undefined;
}

/** Asks before something may be lost. Escape cancels; nothing else closes it. */
export function AlertDialog(props: AlertDialogProps) {
  const { isOpen, onCancel, onConfirm, title, children, confirm, cancel, isDestructive, isPending } = props;
  const mayConfirm = props.isConfirmDisabled !== true && props.reason === undefined && isPending !== true;
  const dismissal = useDismissal(props.hasInput ?? false, onCancel);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && (dismissal.isAsking ? dismissal.stay() : dismissal.ask())}
      className={cx(styles.overlay)}
    >
      <Modal className={cx(styles.modal, styles[props.size ?? 'small'])}>
        <AriaDialog role="alertdialog" className={cx(styles.dialog)}>
          <header className={styles.head}>
            <Heading slot="title" className={cx(styles.title)}>
              {title}
            </Heading>
          </header>
          <Content
            dismissal={dismissal}
            onSubmit={() => mayConfirm && onConfirm()}
            actions={
              <FormActions
                cancel={cancel}
                submit={confirm}
                variant={isDestructive === true ? 'danger' : 'primary'}
                isPending={isPending}
                isDisabled={props.isConfirmDisabled}
                reason={props.reason}
              />
            }
          >
            {children}
          </Content>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface Dismissal {
  readonly isAsking: boolean;
  /** Closes the dialog, or asks first. */
  readonly ask: () => void;
  readonly stay: () => void;
  readonly leave: () => void;
}

/** Closes a dialog at once, or after a question in it where what was entered would be lost (no dialog opens another). */
function useDismissal(hasInput: boolean, close: () => void): Dismissal {
  const [isAsking, setAsking] = useState(false);
  const focused = useRef<Element | null>(null);
  return {
    isAsking: isAsking && hasInput,
    ask: () => {
      if (isAsking && hasInput) return;
      focused.current = document.activeElement;
      if (hasInput) setAsking(true);
      else close();
    },
    stay: () => {
      setAsking(false);
      if (focused.current instanceof HTMLElement) focused.current.focus();
    },
    leave: () => {
      setAsking(false);
      close();
    },
  };
}

const DismissalContext = createContext<() => void>(() => {});

/** Closes the dialog that it stands in, after a question where something was entered. */
export function CancelButton({ children }: { readonly children?: ReactNode }) {
  const { cancel } = useUiWords();
  return <Button onPress={useContext(DismissalContext)}>{children ?? cancel}</Button>;
}

interface FormActionsProps extends Pick<ButtonProps, 'variant' | 'isPending' | 'isDisabled' | 'reason'> {
  readonly cancel?: string | undefined;
  /** A verb and its object. */
  readonly submit: string;
}

/** The actions of a dialog that is a form: to leave it, and to submit it. */
export function FormActions({ cancel, submit, variant = 'primary', ...state }: FormActionsProps) {
  return (
    <>
      <CancelButton>{cancel}</CancelButton>
      <Button {...state} variant={variant} type="submit">
        {submit}
      </Button>
    </>
  );
}

/** Stands in place of the actions. */
function Question({ dismissal }: { readonly dismissal: Dismissal }) {
  const words = useUiWords();
  return (
    <footer className={styles.actions} role="group" aria-label={words.leaveTitle}>
      <p className={styles.question} role="alert">
        {words.leaveText}
      </p>
      <Button autoFocus onPress={dismissal.stay}>
        {words.stay}
      </Button>
      <Button variant="danger" onPress={dismissal.leave}>
        {words.leave}
      </Button>
    </footer>
  );
}

interface ContentProps extends Pick<DialogProps, 'children' | 'actions' | 'onSubmit'> {
  readonly onType?: () => void;
  readonly dismissal: Dismissal;
}

function Content({ children, actions, onSubmit, onType, dismissal }: ContentProps) {
  const noteText = ({ target }: FormEvent) => {
    if (
      target instanceof Element &&
      target.matches('textarea, input:not([type="search"], [type="checkbox"], [type="radio"])')
    )
      onType?.();
  };
  const inside = (
    <DismissalContext value={dismissal.ask}>
      <div className={styles.body} onInput={noteText}>
        {children}
      </div>
      {dismissal.isAsking ? (
        <Question dismissal={dismissal} />
      ) : (
        actions !== undefined && <footer className={styles.actions}>{actions}</footer>
      )}
    </DismissalContext>
  );
  if (onSubmit === undefined) return inside;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      {inside}
    </form>
  );
}
