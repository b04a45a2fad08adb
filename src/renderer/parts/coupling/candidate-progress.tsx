import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import type { GroupReading } from '../../data/group-reading.ts';
import { useWait } from '../../data/waits.ts';
import { formatTime } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ReadingNotice } from '../reading-notice.tsx';
import styles from './coupling.module.css';

/** How many groups are not read because they are of other clients; a person may want them. */
export function OtherGroups({
  candidates: { others, readOthers },
}: {
  readonly candidates: CouplingCandidates;
}) {
  const { t } = useTranslation('coupling');
  if (others === 0) return null;
  return (
    <div className={styles.progress}>
      <span>{t('others.count', { count: others })}</span>
      <Button variant="quiet" onPress={readOthers}>
        {t('others.read')}
      </Button>
    </div>
  );
}

interface CandidateProgressProps {
  readonly connection: string;
  readonly reading: GroupReading;
}

/** How far the candidates were read, with buttons to pause and to resume. */
export function CandidateProgress({ connection, reading }: CandidateProgressProps) {
  const { t, i18n } = useTranslation('coupling');
  const { t: common } = useTranslation();
  const wait = useWait(connection, 'read');
  const { groupsRead, groups, isWhole, isPaused, isReading, error, audits, componentsOf } = reading;
  const found = [...componentsOf.values()].reduce((sum, { length }) => sum + length, 0);
  if (error !== null)
    return (
      <ReadingNotice
        error={error}
        stands={found > 0 ? t('progress.partial', { read: groupsRead, groups }) : null}
        tone={found > 0 ? 'warning' : 'danger'}
        action={<Button onPress={reading.resume}>{t('progress.readOn')}</Button>}
      />
    );
  if (wait !== null && isReading && !isPaused)
    return (
      <Banner
        tone="info"
        title={common(`wait.reading.${wait.reason}`, { seconds: wait.seconds })}
        actions={<Button onPress={reading.pause}>{t('progress.pause')}</Button>}
      >
        {t('progress.read', { read: groupsRead, groups })}
      </Banner>
    );
  if (isWhole)
    return (
      <div className={styles.progress}>
        <span>
          {t('progress.whole', { count: found })}{' '}
          {t('progress.at', { time: formatTime(audits.readAt, i18n.language) })}
        </span>
        <Button variant="quiet" onPress={reading.readAgain} isPending={isReading}>
          {t('progress.readAgain')}
        </Button>
      </div>
    );
  return (
    <div className={styles.progress}>
      <progress
        aria-label={t('progress.label')}
        {...(audits.isWhole ? { value: groupsRead, max: groups } : {})}
      />
      <span>
        {audits.isWhole
          ? t(isPaused ? 'progress.paused' : 'progress.read', { read: groupsRead, groups })
          : t('progress.audits', { read: audits.entries.length })}
      </span>
      {audits.isWhole && (
        <Button variant="quiet" onPress={isPaused ? reading.resume : reading.pause}>
          {t(isPaused ? 'progress.readOn' : 'progress.pause')}
        </Button>
      )}
    </div>
  );
}
