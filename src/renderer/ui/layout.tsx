import { createElement, type HTMLAttributes, type ReactNode, type Ref } from 'react';
import { cx } from './class-names.ts';
import styles from './layout.module.css';

// What screens are laid out with. A feature chooses among these and the distances of the scale; it lays nothing out by itself.

/** A distance of the scale: `--space-…` in `tokens.css`. */
type Gap = '0' | 'half' | '1' | '2' | '3' | '4' | '6' | '8';

interface Box extends HTMLAttributes<HTMLElement> {
  /** The element that it is; without a word, a `div`. */
  readonly as?: keyof HTMLElementTagNameMap | undefined;
  readonly ref?: Ref<HTMLElement> | undefined;
}

interface Laid extends Box {
  /** The distance between its parts. */
  readonly gap?: Gap | undefined;
  /** Where its parts stand across its direction. */
  readonly align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch' | undefined;
  /** Takes the room that is left beside it. */
  readonly grow?: boolean | undefined;
  /** A height of CSS: what is more than that scrolls. */
  readonly most?: string | undefined;
}

function box({ as = 'div', ...rest }: Box, ...names: readonly (string | false | undefined)[]): ReactNode {
  return createElement(as, { ...rest, className: cx(...names, rest.className) });
}

function laid(
  { gap, align, grow, most, style, ...rest }: Laid,
  ...names: readonly (string | false | undefined)[]
) {
  const distance = gap !== undefined && { '--gap': gap === '0' ? '0px' : `var(--space-${gap})` };
  const chosen = {
    ...distance,
    ...(align !== undefined && { alignItems: align }),
    ...(most !== undefined && { maxHeight: most, overflow: 'auto' }),
    ...style,
  };
  return box({ ...rest, style: chosen }, ...names, grow === true && styles.grow);
}

export interface StackProps extends Laid {
  /** At most as wide as a form, as a text is read well, or as the content of a page. */
  readonly width?: 'form' | 'text' | 'page' | undefined;
  /** A line between its parts. */
  readonly divided?: boolean | undefined;
}

/** Things under each other. Where it is empty, it takes no room. */
export function Stack({ width, divided, ...rest }: StackProps) {
  return laid(rest, styles.stack, width && styles[width], divided === true && styles.divided);
}

export interface RowProps extends Laid {
  /** All in one line, however narrow it is. */
  readonly isLine?: boolean | undefined;
  /** The first at the start and the last at the end. */
  readonly apart?: boolean | undefined;
}

/** Things beside each other, in more lines where there is no room. */
export function Row({ isLine, apart, ...rest }: RowProps) {
  return laid(rest, styles.row, isLine === true && styles.line, apart === true && styles.apart);
}

interface ColumnsProps extends Laid {
  readonly min: number;
  /** The first column chooses what the second shows: it is as narrow as it may be. */
  readonly isLed?: boolean | undefined;
}

/** Fields or panels in as many columns as there is room for, each at least `min` pixels wide. */
export function Columns({ min, isLed, style, ...rest }: ColumnsProps) {
  return laid(
    { ...rest, style: { '--min': `${min}px`, ...style } },
    styles.columns,
    isLed === true && styles.led,
  );
}

export interface CardProps extends StackProps {
  /** What is chosen or staged, and waits for a decision. */
  readonly isPending?: boolean | undefined;
  /** A bar or a short list: little distance to its border. */
  readonly isLow?: boolean | undefined;
}

/** Things that belong together, with a border around them. */
export function Card({ isPending, isLow, className, ...rest }: CardProps) {
  const names = cx(
    styles.card,
    isLow === true && styles.low,
    isPending === true && styles.pending,
    className,
  );
  return <Stack {...rest} className={names} />;
}

/** What is said beside the matter itself: in muted letters, small ones unless it stands in place of the matter. */
export function Note({ as = 'p', size, ...rest }: Box & { readonly size?: 'body' | undefined }) {
  return box({ ...rest, as }, styles.muted, size === undefined && styles.small);
}

/** A word in one line, cut off where it has no room. */
export function Cut({ grow, ...rest }: Box & Pick<Laid, 'grow'>) {
  return box({ as: 'span', ...rest }, styles.cut, grow === true && styles.grow);
}
