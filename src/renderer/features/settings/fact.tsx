import { type ReactNode, useId } from 'react';
import styles from './settings.module.css';

interface FactProps {
  readonly label: string;
  readonly help: string;
  readonly children: ReactNode;
}

/** Something on the page that is no choice: what it is, and what can be done with it. */
export function Fact({ label, help, children }: FactProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`} className={styles.fact}>
      <p id={`${id}-label`} className={styles.label}>
        {label}
      </p>
      <p id={`${id}-help`} className={styles.help}>
        {help}
      </p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
