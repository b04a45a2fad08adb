import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button, IconButton } from './button.tsx';
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
  /** Something was entered that would be lost: Escape and the cross ask first. */
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
  const dismissal = useDismissal(hasInput, onClose);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && dismissal.ask()}
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
          <Content onSubmit={onSubmit} actions={actions}>
            {children}
          </Content>
          {dismissal.question}
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
  readonly cancel: string;
  readonly isDestructive?: boolean | undefined;
  readonly isPending?: boolean | undefined;
  readonly size?: 'small' | 'medium' | undefined;
  /** For a typed confirmation: the button stays disabled until the text is right. */
  readonly isConfirmDisabled?: boolean | undefined;
  /** Something was entered that would be lost: Escape asks first. */
  readonly hasInput?: boolean | undefined;
}

/** Asks before something may be lost. Escape cancels; nothing else closes it. */
export function AlertDialog(props: AlertDialogProps) {
  const { isOpen, onCancel, onConfirm, title, children, confirm, cancel, isDestructive, isPending } = props;
  const mayConfirm = props.isConfirmDisabled !== true && isPending !== true;
  const dismissal = useDismissal(props.hasInput, onCancel);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && dismissal.ask()}
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
            onSubmit={() => mayConfirm && onConfirm()}
            actions={
              <>
                <Button onPress={onCancel}>{cancel}</Button>
                <Button
                  variant={isDestructive === true ? 'danger' : 'primary'}
                  type="submit"
                  isPending={isPending}
                  isDisabled={props.isConfirmDisabled}
                >
                  {confirm}
                </Button>
              </>
            }
          >
            {children}
          </Content>
          {dismissal.question}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Closes a dialog at once, or after a question where what was entered would be lost. */
function useDismissal(hasInput: boolean | undefined, close: () => void) {
  const words = useUiWords();
  const [isAsking, setAsking] = useState(false);
  return {
    ask: () => (hasInput === true ? setAsking(true) : close()),
    question: hasInput === true && (
      <AlertDialog
        isOpen={isAsking}
        title={words.leaveTitle}
        confirm={words.leave}
        cancel={words.stay}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={close}
      >
        <p>{words.leaveText}</p>
      </AlertDialog>
    ),
  };
}

function Content({ children, actions, onSubmit }: Pick<DialogProps, 'children' | 'actions' | 'onSubmit'>) {
  const inside = (
    <>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
    </>
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
