import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
import { writeClipboard } from './clipboard.ts';
import styles from './code.module.css';
import { Cut, Row } from './layout.tsx';
import { announce } from './live-region.tsx';
import { useUiWords } from './words.tsx';

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string | undefined }) {
  const words = useUiWords();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    if (!writeClipboard(text)) return;
    setCopied(true);
    announce(words.copied);
  };
  return (
    <IconButton
      label={copied ? words.copied : (label ?? words.copy)}
      icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      onPress={copy}
    />
  );
}

/** An id as the service spells it, in monospace; what does not fit is cut off to the eye, never in the copy. */
export function Id({
  value,
  isCopyable = false,
}: {
  readonly value: string;
  readonly isCopyable?: boolean | undefined;
}) {
  return (
    <Row as="span" isLine gap="half">
      <Cut as="code" className={styles.code} title={value}>
        {value}
      </Cut>
      {isCopyable && <CopyButton text={value} />}
    </Row>
  );
}

export function CodeBlock({
  text,
  label,
  copyLabel,
}: {
  readonly text: string;
  readonly label: string;
  readonly copyLabel?: string | undefined;
}) {
  return (
    <div className={styles.block}>
      {/* A region that scrolls can be reached by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <div className={styles.copy}>
        <CopyButton text={text} label={copyLabel} />
      </div>
    </div>
  );
}
