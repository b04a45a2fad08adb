import { Check, Circle, CircleAlert, CircleDot } from 'lucide-react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { cx } from './class-names.ts';
import { Stack } from './layout.tsx';
import styles from './steps.module.css';
import { useUiWords } from './words.tsx';

export interface Step<Id extends string = string> {
  readonly id: Id;
  readonly title: string;
  readonly state: 'done' | 'current' | 'error' | 'upcoming';
  readonly isReachable: boolean;
}

export interface StepsProps<Id extends string> {
  readonly label: string;
  readonly steps: readonly Step<Id>[];
  /** The step that is open; one in error can be the open one too. */
  readonly current: Id;
  readonly onGo: (id: Id) => void;
}

const icons = { done: Check, current: CircleDot, error: CircleAlert, upcoming: Circle } as const;

/** The steps of a wizard, with what is done, open, wrong and to come (ux W6). */
export function Steps<Id extends string>({ label, steps, current, onGo }: StepsProps<Id>) {
  const words = useUiWords();
  const spoken = {
    done: words.stepDone,
    current: words.stepCurrent,
    error: words.stepError,
    upcoming: words.stepUpcoming,
  };
  return (
    <nav aria-label={label}>
      <Stack as="ol" gap="half">
        {steps.map(({ id, title, state, isReachable }) => {
          const Icon = icons[state];
          const content = (
            <>
              <Icon aria-hidden />
              <span>{title}</span>
              <VisuallyHidden> ({spoken[state]})</VisuallyHidden>
            </>
          );
          const look = cx(styles.step, styles[state], id === current && styles.open);
          const now = id === current ? 'step' : undefined;
          return (
            <li key={id} title={title}>
              {isReachable ? (
                <a
                  href={`#${id}`}
                  className={look}
                  aria-current={now}
                  onClick={(event) => {
                    event.preventDefault();
                    onGo(id);
                  }}
                >
                  {content}
                </a>
              ) : (
                <span className={look} aria-current={now}>
                  {content}
                </span>
              )}
            </li>
          );
        })}
      </Stack>
    </nav>
  );
}
