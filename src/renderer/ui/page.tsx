import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { cx } from './class-names.ts';
import { Note, Row, Stack } from './layout.tsx';
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
  /** Beside the title, in small letters. */
  readonly description?: ReactNode | undefined;
  readonly actions?: ReactNode | undefined;
  /** Small actions at the end of the title's line. */
  readonly tools?: ReactNode | undefined;
  /** The sections of what the page is about. */
  readonly tabs?: ReactNode | undefined;
  /** Before the title: the way back. */
  readonly back?: ReactNode | undefined;
  /** Whatever it changes to, the heading takes the focus: the id of what the page is about, or the step's. */
  readonly focusKey?: string | undefined;
  /** The name of the page in the window's title, where the heading is not a plain text. */
  readonly windowTitle?: string | undefined;
  /** Whether the page shows errors that keep it from going on: the window's title says so. */
  readonly hasErrors?: boolean | undefined;
}

/** The head of a screen, in one line. Its heading takes the focus when the screen opens, so that a keyboard starts there. */
export function PageHeader(props: PageHeaderProps) {
  const { title, mark, description, actions, tools, tabs, back, focusKey, windowTitle, hasErrors } = props;
  usePageTitle(windowTitle ?? (typeof title === 'string' ? title : ''), hasErrors === true);
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        {back !== undefined && <div className={styles.back}>{back}</div>}
        <div className={styles.title}>
          <FocusedHeading key={focusKey}>{title}</FocusedHeading>
          {mark}
          {tools !== undefined && <Row>{tools}</Row>}
        </div>
        {description !== undefined && <Note className={styles.said}>{description}</Note>}
      </div>
      {tabs}
      {actions !== undefined && <Row className={styles.actions}>{actions}</Row>}
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

interface WithPanelProps {
  /** No panel is open: the list has all the width. */
  readonly isAlone?: boolean | undefined;
  /** What stands beside is a list, too, and as wide. */
  readonly isHalf?: boolean | undefined;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLDivElement> | undefined;
}

/** A list or a diagram that takes the height that is left, and the panel of what is active in it. */
export function WithPanel({ isAlone = false, isHalf = false, children, ref }: WithPanelProps) {
  return (
    <div ref={ref} className={cx(styles.withPanel, isHalf && styles.half, isAlone && styles.alone)}>
      {children}
    </div>
  );
}

/** What stands over the end of a list while it is needed, without moving it. */
export function Floating({ children }: { readonly children: ReactNode }) {
  return <div className={styles.floating}>{children}</div>;
}

interface SidePanelProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function SidePanel({ label, children }: SidePanelProps) {
  return (
    <Stack className={styles.sidePanel} role="group" aria-label={label} data-region="panel" tabIndex={-1}>
      {children}
    </Stack>
  );
}
