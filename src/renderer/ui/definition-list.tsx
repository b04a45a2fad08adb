import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './definition-list.module.css';

export interface Definition {
  readonly term: string;
  readonly value: ReactNode;
}

interface DefinitionListProps {
  readonly items: readonly (Definition | false)[];
  /** Beside the matter itself: in small letters, close to each other. */
  readonly isLow?: boolean | undefined;
}

/** Facts with their names; beside each other where there is room, under each other where there is not. `false` is left out. */
export function DefinitionList({ items, isLow = false }: DefinitionListProps) {
  return (
    <dl className={cx(styles.list, isLow && styles.low)}>
      {items
        .filter((item) => item !== false)
        .map(({ term, value }) => (
          <div key={term} className={styles.item}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
