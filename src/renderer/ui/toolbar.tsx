import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { SearchField, type SearchFieldProps } from './search-field.tsx';
import styles from './toolbar.module.css';

interface ToolbarProps {
  /** What its fields do together, where they are a group. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/** What stands above a list and narrows it or acts on it; a line that breaks where it has no room. */
export function Toolbar({ label, children }: ToolbarProps) {
  return (
    <div
      className={cx(styles.toolbar)}
      {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}
    >
      {children}
    </div>
  );
}

/** The search of a toolbar: it takes the room that the others leave, up to what is read at a glance. */
export function ToolbarSearch(props: SearchFieldProps) {
  return (
    <div className={cx(styles.search)}>
      <SearchField {...props} />
    </div>
  );
}
