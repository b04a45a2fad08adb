import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode | undefined;
  /** A way out of it. What makes the first one has its place in the head of the screen, where it stays. */
  readonly action?: ReactNode | undefined;
  readonly icon?: ReactNode | undefined;
}

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
