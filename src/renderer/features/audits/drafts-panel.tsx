import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Draft } from '../../../shared/model/draft.ts';
import { errorOf } from '../../data/call.ts';
import { useConnectionId } from '../../data/connections.ts';
import { draftsQuery, removeDraft } from '../../data/drafts.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import type { Translate } from '../../messages/translate.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { announce } from '../../ui/live-region.tsx';
import styles from './audit-list.module.css';

/** The drafts of new audits, of component changes and of what undoes a plan: a person resumes or discards them. */
export function DraftsPanel() {
  const connection = useConnectionId();
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
          const title = titleOf(t, draft);
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
                onPress={() => void navigate(placeOf(draft))}
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
      <Discard draft={doomed} onDone={() => setDoomed(null)} />
    </section>
  );
}

function titleOf(t: Translate<'audits'>, { kind, title }: Draft): string {
  switch (kind) {
    case 'audit':
      return title || t('drafts.untitled');
    case 'components':
      return t('drafts.components', { name: title });
    case 'opposite':
      return t('drafts.opposite', { name: title });
  }
}

function placeOf({ id, kind, content }: Draft): string {
  switch (kind) {
    case 'audit':
      return wizardPath({ draft: id });
    case 'components':
      return pathTo('auditComponents', { auditId: String(content['group']) });
    case 'opposite':
      return pathTo('plan', { planId: String(content['plan']) });
  }
}

function Discard({ draft, onDone }: { readonly draft: Draft | null; readonly onDone: () => void }) {
  const { t } = useTranslation('audits');
  const errorWords = useErrorWords();
  const connection = useConnectionId();
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
      title={t('drafts.confirm.title', { title: draft === null ? '' : titleOf(t, draft) })}
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
