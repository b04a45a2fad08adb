import { OctagonAlert } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import styles from './error-summary.module.css';
import { Card, Row } from './layout.tsx';
import { Bullets } from './panel.tsx';

export interface SummaryError {
  readonly text: string;
  /** The `name` of the field to go to; without one the error belongs to none. */
  readonly field?: string | undefined;
}

export interface ErrorSummaryProps {
  readonly title: string;
  readonly errors: readonly SummaryError[];
  /** Changes with each failed attempt: the summary takes the focus then. */
  readonly attempt: number;
  /** Where a field is on another step: called before the focus goes to it. */
  readonly onGo?: ((field: string) => void) | undefined;
}

/** All that is wrong with a form, on top of it; every entry leads to its field (ux W2). */
export function ErrorSummary({ title, errors, attempt, onGo }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef(0);
  const hasErrors = errors.length > 0;
  useEffect(() => {
    // Once an attempt: errors may come a moment after it, and come back while somebody types.
    if (!hasErrors || attempt === seen.current) return;
    seen.current = attempt;
    box.current?.focus();
  }, [attempt, hasErrors]);
  if (!hasErrors) return null;
  const go = (event: MouseEvent, field: string) => {
    event.preventDefault();
    onGo?.(field);
    requestAnimationFrame(() => focusField(field));
  };
  return (
    <Card
      isLow
      gap="2"
      ref={box}
      role="group"
      tabIndex={-1}
      aria-labelledby="error-summary-title"
      className={styles.summary}
    >
      <Row as="h2" id="error-summary-title" isLine>
        <OctagonAlert aria-hidden />
        {title}
      </Row>
      <Bullets>
        {errors.map(({ text, field }) => (
          <li key={`${field ?? ''}:${text}`}>
            {field === undefined ? (
              text
            ) : (
              <a href={`#${field}`} onClick={(event) => go(event, field)}>
                {text}
              </a>
            )}
          </li>
        ))}
      </Bullets>
    </Card>
  );
}

/** Puts the focus into the field of a name, if it is on the screen. */
export function focusField(name: string): void {
  const field = document.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const target = field?.querySelector<HTMLElement>(
    'input:checked, input:not([type="hidden"], [tabindex="-1"]), textarea, [role="spinbutton"], button, [tabindex="0"]',
  );
  target?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}
