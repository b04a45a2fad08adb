import type { ReactNode } from 'react';
import { cx } from '../ui/class-names.ts';
import styles from './gallery.module.css';

export const longName =
  'Valkenhorst Maritieme Dienstverlening en Offshore Participaties Noordzee B.V., geconsolideerde jaarrekening 2026 בע״מ';

/** A named group of samples. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** One state of a part, with its name. */
export function Sample(props: {
  readonly of: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={cx(styles.sample, props.isWide === true && styles.wide)}>
      <p className={styles.of}>{props.of}</p>
      {props.children}
    </div>
  );
}
