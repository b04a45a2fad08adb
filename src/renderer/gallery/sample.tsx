import type { ReactNode } from 'react';
import { cx } from '../ui/class-names.ts';
import { Columns, Note, Stack } from '../ui/layout.tsx';
import styles from './gallery.module.css';

export const longName =
  'Valkenhorst Maritieme Dienstverlening en Offshore Participaties Noordzee B.V., geconsolideerde jaarrekening 2026 בע״מ';

/** A named group of samples. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Columns as="section" min={300} gap="6" aria-label={title} className={styles.section}>
      <h2>{title}</h2>
      {children}
    </Columns>
  );
}

/** One state of a part, with its name. */
export function Sample(props: {
  readonly of: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Stack gap="2" className={cx(styles.sample, props.isWide === true && styles.wide)}>
      <Note>{props.of}</Note>
      {props.children}
    </Stack>
  );
}
