import { cx } from './class-names.ts';
import styles from './status-mark.module.css';

/**
 * Of audits and plans: `progress` (initializing), `good` (open), `closed` (archived), `ending` (deleting), `idle` (not in use), and
 * `unknown` for what this app does not know and shows as the service spells it. Of components: `in` and `out` of scope, `none`
 * and `several` for how often an entity is covered, `person`, `office` and `firm` for who audits, `link` for a coupling, `staged`.
 */
export const statusLooks = [
  'progress',
  'good',
  'closed',
  'ending',
  'idle',
  'unknown',
  'in',
  'out',
  'none',
  'several',
  'person',
  'office',
  'firm',
  'link',
  'staged',
] as const;

export interface StatusMarkProps {
  readonly look: (typeof statusLooks)[number];
  readonly word: string;
  /** Further words, for whoever hovers. */
  readonly detail?: string | undefined;
}

/** A status: always an icon, a word and a colour. It is one element, since a list has one in every row. */
export function StatusMark({ look, word, detail }: StatusMarkProps) {
  return (
    <span
      className={cx(styles.status, styles[look])}
      title={detail === undefined ? word : `${word}\n${detail}`}
    >
      {word}
    </span>
  );
}
