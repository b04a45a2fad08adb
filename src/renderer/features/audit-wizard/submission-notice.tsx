import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { freeId } from '../../../shared/rules/free-id.ts';
import { useIsUnreachable } from '../../data/connection-state.ts';
import { useIsQueued, waitForService } from '../../data/offline-question.ts';
import { useWait } from '../../data/waits.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { idsOf } from './proposal.ts';
import type { Failure, Submission } from './submission.ts';
import styles from './wizard.module.css';
import { useRoom, useWizard } from './wizard-context.ts';

/** How the creation stands: on its way, waiting for the service's limit, looked for, or failed and why. */
export function SubmissionNotice({ submission }: { readonly submission: Submission }) {
  const { t } = useTranslation('audit-wizard');
  const { connection } = useRoom();
  const id = useWizard(({ content }) => content.fields.id);
  const wait = useWait(connection, 'lifecycle');
  const isAway = useIsUnreachable(connection);
  if (submission.isSending && wait !== null)
    return (
      <Banner
        tone="info"
        title={t('waiting.title')}
        actions={<Button onPress={wait.stop}>{t('waiting.stop')}</Button>}
      >
        {t('waiting.text', { seconds: wait.seconds })}
      </Banner>
    );
  if (submission.isSending && (submission.progress?.counts.resolving ?? 0) > 0)
    return (
      <Banner
        tone="info"
        title={t('resolving.title')}
        actions={<Button onPress={submission.stop}>{t('resolving.stop')}</Button>}
      >
        {t('resolving.text', { id })}
      </Banner>
    );
  if (submission.isSending && isAway && submission.progress !== null)
    return <Queued connection={connection} submission={submission} />;
  if (submission.isSending) return <Banner tone="info">{t('creatingText')}</Banner>;
  const { failure } = submission;
  if (failure === null) return null;
  const isOver = failure.error.code === 'differs' && failure.id !== id; // another id was chosen
  return isOver ? null : (
    <InSight>
      <FailureNotice failure={failure} submission={submission} />
    </InSight>
  );
}

/** What waits for a service that cannot be reached: for as long as it takes, or not at all, as a person chooses. */
function Queued({
  connection,
  submission,
}: {
  readonly connection: string;
  readonly submission: Submission;
}) {
  const { t } = useTranslation('offline');
  const isQueued = useIsQueued(connection);
  return (
    <Banner
      tone="info"
      role="status"
      title={t(isQueued ? 'queued.title' : 'queued.away')}
      actions={
        <>
          <Button onPress={submission.keep}>{t('queued.keep')}</Button>
          {!isQueued && (
            <Button variant="primary" onPress={() => void waitForService(connection)}>
              {t('queued.queue')}
            </Button>
          )}
        </>
      }
    >
      {t(isQueued ? 'queued.text' : 'queued.awayText')}
    </Banner>
  );
}

/** Brings what appears into sight, without moving more than that takes. */
function InSight({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer a promise, which is no clean-up.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className={styles.inSight}>
      {children}
    </div>
  );
}

// Failures that mean something of their own here; all others have the words that they have everywhere.
const ownFailures = [
  'validation',
  'no-credits',
  'forbidden',
  'differs',
  'unknown-outcome',
  'cancelled',
] as const;

interface FailureNoticeProps {
  readonly failure: Failure;
  readonly submission: Submission;
}

function FailureNotice({ failure: { error, id }, submission }: FailureNoticeProps) {
  const { t } = useTranslation('audit-wizard');
  const words = useErrorWords();
  const general = words(error);
  const own = ownFailures.find((code) => code === error.code);
  const action = own === 'unknown-outcome' ? t('failure.lookAgain') : t('failure.again');
  return (
    <ErrorNotice
      {...general}
      {...(own === undefined
        ? {}
        : {
            happened: t(`failure.${own}.title`, { id }),
            meaning: t(`failure.${own}.text`, { id }),
            remedy: t(`failure.${own}.remedy`),
          })}
      role="status"
      tone={own === 'unknown-outcome' || own === 'cancelled' ? 'warning' : 'danger'}
      action={
        own === 'differs' ? (
          <UseFreeId id={id} onDone={submission.dismiss} />
        ) : own === 'validation' ? undefined : (
          <Button onPress={submission.submit}>{action}</Button>
        )
      }
    />
  );
}

function UseFreeId({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { t } = useTranslation('audit-wizard');
  const { known } = useRoom();
  const change = useWizard((state) => state.change);
  const open = useWizard((state) => state.open);
  const free = freeId(id, new Set([...idsOf(known.audits), id]));
  return (
    <Button
      onPress={() => {
        change('id', free, known.packages);
        open('review');
        onDone();
      }}
    >
      {t('failure.useId', { id: free })}
    </Button>
  );
}
