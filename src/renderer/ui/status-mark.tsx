import { Circle, CircleDot, CircleHelp, CircleX, LoaderCircle, SquareArrowDown } from 'lucide-react';
import { cx } from './class-names.ts';
import styles from './status-mark.module.css';

const looks = {
  progress: { Icon: LoaderCircle, className: styles.info },
  good: { Icon: CircleDot, className: styles.success },
  closed: { Icon: SquareArrowDown, className: styles.muted },
  ending: { Icon: CircleX, className: styles.danger },
  idle: { Icon: Circle, className: styles.muted },
  unknown: { Icon: CircleHelp, className: styles.muted },
} as const;

export interface StatusMarkProps {
  /**
   * `progress` (initializing), `good` (open), `closed` (archived), `ending` (deleting), `idle` (not in use), and
   * `unknown` for what this app does not know and shows as the service spells it.
   */
  readonly look: keyof typeof looks;
  readonly word: string;
}

/** A status: always an icon, a word and a colour. */
export function StatusMark({ look, word }: StatusMarkProps) {
  const { Icon, className } = looks[look];
  return (
    <span className={cx(styles.status, className)}>
      <Icon aria-hidden />
      <span className={styles.word}>{word}</span>
    </span>
  );
}
