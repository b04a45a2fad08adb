import type { HTMLAttributes, ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './layout.module.css';
import { Card, Note, Row } from './layout.tsx';

// The parts of layout that no first screen has.

export interface PanelProps {
  readonly title?: string | undefined;
  readonly children: ReactNode;
  readonly actions?: ReactNode | undefined;
  readonly description?: ReactNode | undefined;
}

/** A card with a heading; it is a named region where it has a title. */
export function Panel({ title, children, actions, description }: PanelProps) {
  return (
    <Card as="section" aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <Row apart>
          {title !== undefined && <h2>{title}</h2>}
          {actions !== undefined && <Row>{actions}</Row>}
        </Row>
      )}
      {description !== undefined && (
        <Note size="body" className={styles.description}>
          {description}
        </Note>
      )}
      {children}
    </Card>
  );
}

interface ToolbarProps {
  /** What its fields do together, where they are a group. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/** What stands above a list and narrows it or acts on it; a line that breaks where it has no room. */
export function Toolbar({ label, children }: ToolbarProps) {
  return (
    <Row gap="3" {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}>
      {children}
    </Row>
  );
}

interface HeightOfRowsProps {
  readonly count: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** As high as so many rows of a list and its header, with room for the scrollbar that a narrow window brings. */
export function HeightOfRows({ count, className, children }: HeightOfRowsProps) {
  return (
    <div className={cx(styles.rows, className)} style={{ '--rows': count }}>
      {children}
    </div>
  );
}

interface BulletsProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'ul' | 'ol' | undefined;
}

/** A list of sentences, each with a mark before it. */
export function Bullets({ as: As = 'ul', className, ...rest }: BulletsProps) {
  return <As {...rest} className={cx(styles.bullets, As === 'ol' && styles.numbered, className)} />;
}

/** A table as in a text, for a few rows that nobody sorts. */
export function PlainTable({ className, ...rest }: HTMLAttributes<HTMLTableElement>) {
  return <table {...rest} className={cx(styles.table, className)} />;
}
