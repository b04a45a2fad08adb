import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Reply } from '../../../shared/error.ts';
import { trailCheckQuery } from '../../data/records.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

interface Props {
  /** What came of the last export. */
  readonly saved: Reply<unknown> | undefined;
}

/** Whether the trail is whole, and why it could not be saved. */
export function TrailNotices({ saved }: Props) {
  const { t } = useTranslation('activity');
  const describe = useErrorWords();
  const { data: check } = useQuery(trailCheckQuery);
  return (
    <>
      {saved?.ok === false && <ErrorNotice {...describe(saved.error)} role="status" />}
      {check !== undefined && check.broken !== null && (
        <Banner tone="danger" role="alert" title={t('trail.broken.title', { row: check.broken })}>
          {t('trail.broken.text')}
        </Banner>
      )}
      {check !== undefined && check.broken === null && check.rows > 0 && (
        <StatusMark look="good" word={t('trail.intact', { count: check.rows })} />
      )}
    </>
  );
}
