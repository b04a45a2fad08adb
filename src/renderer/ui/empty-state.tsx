import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  /** What would be here. */
  readonly title: string;
  readonly children?: ReactNode | undefined;
  /** The one thing to do about it. */
  readonly action?: ReactNode | undefined;
  readonly icon?: ReactNode | undefined;
}

/** A place that has nothing in it yet. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && <div className={styles.icon}>{icon}</div>}
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
