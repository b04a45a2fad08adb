import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import type { GroupReading } from '../../data/group-reading.ts';
import { useTranslation } from '../../messages/language.ts';
import { useLately } from '../../messages/lately.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { CollectionNotice, CollectionsProgress } from '../collection-state.tsx';

/** How many groups are not read because they are of other clients; a person may want them. */
export function OtherGroups({
  candidates: { others, readOthers },
}: {
  readonly candidates: CouplingCandidates;
}) {
  const { t } = useTranslation('coupling');
  if (others === 0) return null;
  return (
    <Row>
      <span>{t('others.count', { count: others })}</span>
      <Button variant="quiet" onPress={readOthers}>
        {t('others.read')}
      </Button>
    </Row>
  );
}

interface CandidateProgressProps {
  readonly connection: string;
  readonly reading: GroupReading;
}

/** How far the candidates were read; a person pauses and resumes it. */
export function CandidateProgress({ connection, reading }: CandidateProgressProps) {
  const { t } = useTranslation('coupling');
  const lately = useLately();
  const { t: common } = useTranslation();
  const { groupsRead, groups, complete, isReading, error, audits, componentsOf } = reading;
  const found = [...componentsOf.values()].reduce((sum, { length }) => sum + length, 0);
  if (error === null && audits.complete === null) return <CollectionNotice list={audits} />;
  if (error !== null || complete === null)
    return (
      <CollectionsProgress
        {...{ connection, reading }}
        label={t('progress.label')}
        read={groupsRead}
        total={groups}
        words={t('progress.read', { read: groupsRead, groups })}
      />
    );
  return (
    <Row>
      <span>
        {t('parts:count.componentAudits', { count: found })}.{' '}
        {t('progress.at', { time: lately(audits.readAt) })}
      </span>
      <Button variant="quiet" onPress={reading.readAgain} isPending={isReading}>
        {common('list.refresh')}
      </Button>
    </Row>
  );
}
