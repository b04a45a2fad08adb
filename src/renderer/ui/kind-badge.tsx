import { cx } from './class-names.ts';
import styles from './kind-badge.module.css';

export interface KindBadgeProps {
  readonly kind: 'demonstration' | 'test' | 'production';
  readonly word: string;
}

/** What kind of connection it is, in its colour and in a word. */
export function KindBadge({ kind, word }: KindBadgeProps) {
  return <span className={cx(styles.badge, styles[kind])}>{word}</span>;
}
