import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { cx } from './class-names.ts';
import styles from './page.module.css';
import { usePageTitle } from './page-title.tsx';

export interface PageProps {
  readonly children: ReactNode;
  /** `fill` gives a table among its parts the rest of the height and lets it scroll by itself; `text` scrolls as a whole. */
  readonly layout?: 'fill' | 'text' | undefined;
  /** Sees a key before anything on the page does. */
  readonly onKeyDownCapture?: ((event: KeyboardEvent) => void) | undefined;
}

export function Page({ children, layout = 'text', onKeyDownCapture }: PageProps) {
  return (
    <div className={cx(styles.page, styles[layout])} onKeyDownCapture={onKeyDownCapture}>
      {children}
    </div>
  );
}

export interface PageHeaderProps {
  readonly title: ReactNode;
  /** Beside the title: a status, a kind. */
  readonly mark?: ReactNode | undefined;
  readonly description?: ReactNode | undefined;
  readonly actions?: ReactNode | undefined;
  /** Small actions at the end of the title's line. */
  readonly tools?: ReactNode | undefined;
  /**
   * Two lines at most: the way back stands before the title, which has the rest of its line; the mark and the description stand
   * beside the actions.
   */
  readonly isLow?: boolean | undefined;
  /** Above the title: the way back. */
  readonly back?: ReactNode | undefined;
  /** Whatever it changes to, the heading takes the focus: the id of what the page is about, or the step's. */
  readonly focusKey?: string | undefined;
  /** The name of the page in the window's title, where the heading is not a plain text. */
  readonly windowTitle?: string | undefined;
  /** Whether the page shows errors that keep it from going on: the window's title says so. */
  readonly hasErrors?: boolean | undefined;
}

/** The head of a screen. Its heading takes the focus when the screen opens, so that a keyboard starts there. */
export function PageHeader(props: PageHeaderProps) {
  const {
    title,
    mark,
    description,
    actions,
    tools,
    back,
    focusKey,
    windowTitle,
    hasErrors,
    isLow = false,
  } = props;
  usePageTitle(windowTitle ?? (typeof title === 'string' ? title : ''), hasErrors === true);
  const words = description !== undefined && <p className={styles.description}>{description}</p>;
  return (
    <header className={cx(styles.header, isLow ? styles.low : back !== undefined && styles.led)}>
      <div className={styles.words}>
        {back !== undefined && <div className={styles.back}>{back}</div>}
        <div className={styles.title}>
          <FocusedHeading key={focusKey}>{title}</FocusedHeading>
          {!isLow && mark}
          {tools !== undefined && <div className={styles.actions}>{tools}</div>}
        </div>
        {isLow && mark !== undefined ? (
          <div className={styles.facts}>
            {mark}
            {words}
          </div>
        ) : (
          words
        )}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

function FocusedHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

export interface PanelProps {
  readonly title?: string | undefined;
  readonly children: ReactNode;
  readonly actions?: ReactNode | undefined;
  readonly description?: ReactNode | undefined;
}

/** A part of a screen with a border of its own; it is a named region where it has a title. */
export function Panel({ title, children, actions, description }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <div className={styles.panelHead}>
          {title !== undefined && <h2>{title}</h2>}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {description !== undefined && <p className={styles.description}>{description}</p>}
      {children}
    </section>
  );
}

/** Things under each other in the distance of a form, at most as wide as a form. */
export function Stack({
  children,
  gap = 'form',
}: {
  readonly children: ReactNode;
  readonly gap?: 'form' | 'tight' | 'wide' | undefined;
}) {
  return <div className={cx(styles.stack, styles[gap])}>{children}</div>;
}

/** Things beside each other, wrapping where there is no room. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** A list or a diagram that takes the height that is left, and the panel of what is active in it. */
export function WithPanel({ children }: { readonly children: ReactNode }) {
  return <div className={styles.withPanel}>{children}</div>;
}

interface SidePanelProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function SidePanel({ label, children }: SidePanelProps) {
  return (
    <div className={styles.sidePanel} role="group" aria-label={label}>
      {children}
    </div>
  );
}
