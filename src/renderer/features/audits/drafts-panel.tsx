import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Draft } from '../../../shared/model/draft.ts';
import { errorOf } from '../../data/call.ts';
import { draftsQuery, removeDraft } from '../../data/drafts.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { announce } from '../../ui/live-region.tsx';
import styles from './audit-list.module.css';

/** Audits that were begun and not created, to go on with or to give up; nothing where there are none. */
export function DraftsPanel({ connection }: { readonly connection: string }) {
  const { t, i18n } = useTranslation('audits');
  const navigate = useNavigate();
  const errorWords = useErrorWords();
  const { data: drafts = [], error } = useQuery(draftsQuery(connection));
  const [doomed, setDoomed] = useState<Draft | null>(null);
  if (error !== null)
    return <ErrorNotice {...errorWords(errorOf(error))} happened={t('drafts.unreadable')} tone="warning" />;
  if (drafts.length === 0) return null;
  const newest = drafts.toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
  return (
    <section className={styles.drafts} aria-label={t('drafts.title', { count: drafts.length })}>
      <h2>{t('drafts.title', { count: drafts.length })}</h2>
      <ul>
        {newest.map((draft) => {
          const title = draft.title || t('drafts.untitled');
          return (
            <li key={draft.id}>
              <span className={styles.draftTitle} title={title}>
                {title}
              </span>
              <span className={styles.draftTime}>
                {t('drafts.saved', { time: formatMoment(draft.savedAt, i18n.language) })}
              </span>
              <Button
                aria-label={t('drafts.resumeLabel', { title })}
                onPress={() => void navigate(wizardPath({ draft: draft.id }))}
              >
                {t('drafts.resume')}
              </Button>
              <Button
                variant="quiet"
                aria-label={t('drafts.discardLabel', { title })}
                onPress={() => setDoomed(draft)}
              >
                {t('drafts.discard')}
              </Button>
            </li>
          );
        })}
      </ul>
      <Discard connection={connection} draft={doomed} onDone={() => setDoomed(null)} />
    </section>
  );
}

function Discard({
  connection,
  draft,
  onDone,
}: {
  readonly connection: string;
  readonly draft: Draft | null;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('audits');
  const errorWords = useErrorWords();
  const client = useQueryClient();
  const [failure, setFailure] = useState<ReturnType<typeof errorWords> | null>(null);
  const discard = async () => {
    if (draft === null) return;
    const reply = await removeDraft(client, connection, draft.id);
    setFailure(reply.ok ? null : errorWords(reply.error));
    if (!reply.ok) return;
    announce(t('drafts.discarded'));
    onDone();
  };
  return (
    <AlertDialog
      isOpen={draft !== null}
      isDestructive
      title={t('drafts.confirm.title', { title: draft?.title || t('drafts.untitled') })}
      confirm={t('drafts.confirm.confirm')}
      cancel={t('drafts.confirm.cancel')}
      onConfirm={() => void discard()}
      onCancel={onDone}
    >
      <p>{t('drafts.confirm.text')}</p>
      {failure !== null && <ErrorNotice {...failure} />}
    </AlertDialog>
  );
}
