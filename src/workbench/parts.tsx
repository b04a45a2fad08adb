import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Banner } from '../renderer/ui/banner.tsx';
import { Button, IconButton } from '../renderer/ui/button.tsx';
import { cx } from '../renderer/ui/class-names.ts';
import { AlertDialog } from '../renderer/ui/dialog.tsx';
import { Card, Note, Row, Stack } from '../renderer/ui/layout.tsx';
import { sentenceOf } from './control.ts';
import styles from './workbench.module.css';

interface EntriesProps {
  readonly label: string;
  readonly entries: readonly { readonly id: string; readonly text: ReactNode; readonly actions: ReactNode }[];
}

/** A short list, each entry with what can be done to it. */
export function Entries({ label, entries }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <Stack as="ul" divided aria-label={label}>
      {entries.map(({ id, text, actions }) => (
        <Row as="li" key={id} gap="4" apart>
          <span className={styles.entry}>{text}</span>
          <Row as="span" className={styles.tools}>
            {actions}
          </Row>
        </Row>
      ))}
    </Stack>
  );
}

interface ConfirmProps {
  readonly label: string;
  /** What is asked. */
  readonly title: string;
  /** A verb and its object. */
  readonly confirm: string;
  readonly text: string;
  readonly isDisabled?: boolean;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button that asks before it does something that cannot be undone. */
export function ConfirmButton({ label, title, confirm, text, isDisabled = false, onConfirm }: ConfirmProps) {
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const carryOut = async () => {
    setPending(true);
    await onConfirm().catch(() => {}); // the panel says why it failed
    setPending(false);
    setAsking(false);
  };
  return (
    <>
      <Button
        variant="danger"
        aria-label={title.replace(/\?$/, '')}
        isDisabled={isDisabled}
        onPress={() => setAsking(true)}
      >
        {label}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        onConfirm={() => void carryOut()}
        title={title}
        confirm={confirm}
        isDestructive
        isPending={isPending}
      >
        <p>{text}</p>
      </AlertDialog>
    </>
  );
}

interface ChosenPanelProps {
  readonly label: string;
  readonly title: string;
  readonly tools?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What was chosen in a list, at length, by a key of its own. Its heading takes the focus; Escape and the button close it and give the focus back. */
export function ChosenPanel({ label, title, tools, onClose, children }: ChosenPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <Card
      as="section"
      gap="2"
      ref={panel}
      className={cx(styles.exchange, styles.chosen)}
      aria-label={label}
      onKeyDown={(event) => {
        // A menu that is open has the key for itself: it is this panel's in React, but not on the page.
        if (
          event.key !== 'Escape' ||
          !(event.target instanceof Node && panel.current?.contains(event.target))
        )
          return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Row apart isLine align="start">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Row className={styles.tools}>
          {tools}
          <IconButton label="Close" icon={<X aria-hidden />} onPress={onClose} />
        </Row>
      </Row>
      {children}
    </Card>
  );
}

/** Why the first of some commands failed. */
export function Refusal({ of }: { readonly of: readonly { readonly error: Error | null }[] }) {
  const failed = of.find(({ error }) => error !== null)?.error ?? null;
  return failed === null ? null : <Banner tone="warning" role="status" title={sentenceOf(failed)} />;
}

interface FileButtonProps {
  readonly label: string;
  readonly onChoose: (file: File) => void;
}

/** Chooses a file of this computer. */
export function FileField({ label, onChoose }: FileButtonProps) {
  return (
    <Note as="label" className={styles.file}>
      {label}
      <input
        type="file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) onChoose(file);
          currentTarget.value = ''; // so that the same one can be chosen again
        }}
      />
    </Note>
  );
}
