import { cx } from './class-names.ts';
import styles from './status-mark.module.css';

export interface StatusMarkProps {
  /**
   * `progress` (initializing), `good` (open), `closed` (archived), `ending` (deleting), `idle` (not in use), and
   * `unknown` for what this app does not know and shows as the service spells it.
   */
  readonly look: 'progress' | 'good' | 'closed' | 'ending' | 'idle' | 'unknown';
  readonly word: string;
}

/** A status: always an icon, a word and a colour. It is one element, since a list has one in every row. */
export function StatusMark({ look, word }: StatusMarkProps) {
  return (
    <span className={cx(styles.status, styles[look])} title={word}>
      {word}
    </span>
  );
}
