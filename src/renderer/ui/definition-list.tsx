import type { ReactNode } from 'react';
import styles from './definition-list.module.css';

export interface Definition {
  readonly term: string;
  readonly value: ReactNode;
}

/** Facts with their names; beside each other where there is room, under each other where there is not. `false` is left out. */
export function DefinitionList({ items }: { readonly items: readonly (Definition | false)[] }) {
  return (
    <dl className={styles.list}>
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
