import { useState } from 'react';
import { Link } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import { useConnectionId } from '../../data/connections.ts';
import { changeLogKey, useChangeLog } from '../../data/records.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useTaskWord } from '../../messages/task-words.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

const mostAtFirst = 5;
const moreAtOnce = 50;

const looks = { done: 'good', failed: 'ending', unclear: 'unknown' } as const;

/** What this computer has changed in an audit: when, by whom and with which outcome, the newest first. */
export function AuditHistory({ audit }: { readonly audit: Audit }) {
  const { t } = useTranslation('audits');
  const { t: activity, i18n } = useTranslation('activity');
  const describe = useErrorWords();
  const connection = useConnectionId();
  const list = useChangeLog({ seconds: null, connection, audit: audit.id });
  const [most, setMost] = useState(mostAtFirst);
  const taskWord = useTaskWord();
  const showMore = () => {
    setMost(most + moreAtOnce);
    if (most + moreAtOnce > list.entries.length) list.readOn();
  };
  return (
    <Panel
      title={t('history.title')}
      description={t(list.total === 0 ? 'history.empty' : 'history.text')}
      actions={
        list.hasNewer && (
          <Button variant="quiet" onPress={list.readAgain}>
            {activity('showNewer')}
          </Button>
        )
      }
    >
      {list.error !== null && <ErrorNotice {...describe(list.error)} role="status" />}
      {list.entries.length > 0 && (
        <Stack as="ol" gap="2" aria-label={t('history.title')}>
          {list.entries.slice(0, most).map((entry) => (
            <Row as="li" key={changeLogKey(entry)} gap="4">
              <Note as="span" size="body">
                {formatMoment(entry.at, i18n.language)} · {entry.person}
              </Note>
              <span>
                {taskWord(entry.task)}: <bdi>{entry.subject}</bdi>
              </span>
              <StatusMark look={looks[entry.outcome]} word={t(`parts:state.${entry.outcome}`)} />
              <Link to={pathTo('plan', { planId: entry.plan })}>{t('parts:word.openThePlan')}</Link>
            </Row>
          ))}
        </Stack>
      )}
      {list.total !== null && most < list.total && (
        <Button isPending={list.isReading} onPress={showMore}>
          {t('history.more')}
        </Button>
      )}
    </Panel>
  );
}
