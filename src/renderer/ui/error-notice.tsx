import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { CopyButton } from './code.tsx';
import { DefinitionList } from './definition-list.tsx';
import styles from './error-notice.module.css';
import { Row } from './layout.tsx';
import { useUiWords } from './words.tsx';

export interface ErrorNoticeProps {
  /** One sentence each: what happened, what that means, what to do. */
  readonly happened: string;
  readonly meaning: string;
  readonly remedy: string;
  /** Folded: what a person sends to whoever can help, each with its name. */
  readonly details?: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly action?: ReactNode | undefined;
  readonly tone?: 'danger' | 'warning' | 'info' | undefined;
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
        <details>
          <summary>{words.details}</summary>
          <Row isLine align="start">
            <DefinitionList
              isLow
              items={details.map(({ name, value }) => ({
                term: name,
                value: <code className={styles.value}>{value}</code>,
              }))}
            />
            <CopyButton text={details.map(({ name, value }) => `${name}: ${value}`).join('\n')} />
          </Row>
        </details>
      )}
    </Banner>
  );
}
