import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Draft } from '../../../shared/model/draft.ts';
import { errorOf } from '../../data/call.ts';
import { useConnectionId } from '../../data/connections.ts';
import { removeDraft } from '../../data/drafts.ts';
import { itemsQuery } from '../../data/items.ts';
import { removeLater, useRemovals } from '../../data/removals.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import type { Translate } from '../../messages/translate.ts';
import { UndoRemovals } from '../../parts/undo.tsx';
import { pathTo, rollForwardPath } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Cut, Note, Row } from '../../ui/layout.tsx';
import styles from './audit-list.module.css';
import { AboveList } from './unlisted-audits.tsx';

const keyStart = 'draft ';
const keyOf = ({ id }: Pick<Draft, 'id'>) => `${keyStart}${id}`;

/** The drafts of new audits, of component changes and of roll-forwards: a person resumes or discards them. */
export function DraftsPanel() {
  const connection = useConnectionId();
  const { t, i18n } = useTranslation('audits');
  const navigate = useNavigate();
  const errorWords = useErrorWords();
  const { data: drafts = [], error } = useQuery(itemsQuery('drafts', connection));
  const client = useQueryClient();
  const pending = useRemovals((removals) => removals.pending);
  const kept = drafts.filter((draft) => !Object.hasOwn(pending, keyOf(draft)));
  if (error !== null)
    return <ErrorNotice {...errorWords(errorOf(error), t('drafts.unreadable'))} tone="warning" />;
  const undo = <UndoRemovals of={keyStart} />;
  if (kept.length === 0) return undo;
  const newest = kept.toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
  return (
    <AboveList title={t('drafts.title', { count: kept.length })} foot={undo}>
      {newest.map((draft) => {
        const title = titleOf(t, draft);
        return (
          <Row as="li" key={draft.id}>
            <Cut className={styles.draftTitle} title={title}>
              {title}
            </Cut>
            <Note as="span">{t('drafts.saved', { time: formatMoment(draft.savedAt, i18n.language) })}</Note>
            <Button
              aria-label={t('drafts.resumeLabel', { title })}
              onPress={() => void navigate(placeOf(draft))}
            >
              {t('common:action.resume')}
            </Button>
            <Button
              variant="quiet"
              aria-label={t('drafts.discardLabel', { title })}
              onPress={() =>
                removeLater(keyOf(draft), title, () => removeDraft(client, connection, draft.id))
              }
            >
              {t('drafts.discard')}
            </Button>
          </Row>
        );
      })}
    </AboveList>
  );
}

function titleOf(t: Translate<'audits'>, { kind, title }: Draft): string {
  switch (kind) {
    case 'audit':
      return title || t('parts:word.untitledAudit');
    case 'components':
      return t('drafts.components', { name: title });
    case 'roll-forward':
      return t('drafts.rollForward', { name: title });
  }
}

function placeOf({ id, kind, content }: Draft): string {
  switch (kind) {
    case 'audit':
      return wizardPath({ draft: id });
    case 'components':
      return pathTo('auditComponents', { auditId: String(content['group']) });
    case 'roll-forward':
      return rollForwardPath(Array.isArray(content['audits']) ? content['audits'].map(String) : []);
  }
}
