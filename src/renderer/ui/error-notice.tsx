import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { CopyButton } from './code.tsx';
import styles from './error-notice.module.css';
import { useUiWords } from './words.tsx';

export interface ErrorNoticeProps {
  /** One sentence each: what happened, what that means, what to do. */
  readonly happened: string;
  readonly meaning: string;
  readonly remedy: string;
  /** Folded: what a person sends to whoever can help, each with its name. */
  readonly details?: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly action?: ReactNode | undefined;
  readonly tone?: 'danger' | 'warning' | undefined;
  readonly role?: 'status' | 'alert' | undefined;
}

export function ErrorNotice(props: ErrorNoticeProps) {
  const { happened, meaning, remedy, details = [], action, tone = 'danger', role } = props;
  const words = useUiWords();
  return (
    <Banner tone={tone} title={happened} actions={action} role={role}>
      <p>{meaning}</p>
      <p>{remedy}</p>
      {details.length > 0 && (
        <details className={styles.details}>
          <summary>{words.details}</summary>
          <div className={styles.facts}>
            <dl>
              {details.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <CopyButton text={details.map(({ name, value }) => `${name}: ${value}`).join('\n')} />
          </div>
        </details>
      )}
    </Banner>
  );
}
