import { useOthers } from '../../data/quota.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Name } from '../../ui/name.tsx';
import { type DeadlineStatus, isLate, type SeasonRow } from './season-rows.ts';
import type { Season } from './season-state.ts';

interface NoticesProps {
  readonly season: Season;
  readonly connection: string;
}

/** What could not be read, and what the days of the groups are reckoned by. */
export function SeasonNotices({ season, connection }: NoticesProps) {
  const { entries, plansFault, forecast } = season;
  const { t } = useTranslation('season');
  const others = useOthers(connection);
  const describe = useErrorWords();
  return (
    <>
      <FailureNotice error={entries.error} role="status" />
      {plansFault !== null && <ErrorNotice {...describe(plansFault)} role="status" />}
      {forecast.isTooMany && <Banner isLine tone="warning" role="status" title={t('tooMany')} />}
      {forecast.isBySpecification && <Banner isLine tone="info" role="status" title={t('bySpecification')} />}
      {others > 0 && <Banner isLine tone="info" role="status" title={t('others', { count: others })} />}
      {forecast.error !== null && <ErrorNotice {...describe(forecast.error)} role="status" />}
    </>
  );
}

interface GroupsProps {
  readonly rows: readonly SeasonRow[];
  readonly onOpen: (id: string) => void;
  /** Shows those alone that stand so. */
  readonly onAll: (statuses: readonly DeadlineStatus[]) => void;
}

/** Says which groups miss their deadlines, those that have not begun first, and which meet them only if a person begins them soon. */
export function GroupsToBegin({ rows, onOpen, onAll }: GroupsProps) {
  const { t } = useTranslation('season');
  const late = rows.filter(isLate);
  const [unbegun, begun] = [
    late.filter(({ plan }) => plan === null),
    late.filter(({ plan }) => plan !== null),
  ];
  const past = late.filter(({ deadlineStatus }) => deadlineStatus === 'overdue').length;
  const soon = rows
    .filter(({ deadlineStatus }) => deadlineStatus === 'soon')
    .toSorted((a, b) => ((a.startBy ?? '') < (b.startBy ?? '') ? -1 : 1));
  const actions = (first: SeasonRow | undefined, statuses: readonly DeadlineStatus[]) => (
    <>
      {first !== undefined && (
        <Button onPress={() => onOpen(first.id)}>
          <Name text={first.name} />
        </Button>
      )}
      <Button onPress={() => onAll(statuses)}>{t('parts:word.showAll')}</Button>
    </>
  );
  return (
    <>
      {late.length > 0 && (
        <Banner
          isLine
          tone="warning"
          role="status"
          title={t('late.title', { count: late.length })}
          actions={actions(unbegun[0] ?? begun[0], ['late', 'overdue'])}
        >
          {unbegun.length > 0 && t('late.unbegun', { count: unbegun.length })}{' '}
          {past > 0 && t('late.past', { count: past })}
        </Banner>
      )}
      {soon.length > 0 && (
        <Banner
          isLine
          tone="info"
          role="status"
          title={t('soon', { count: soon.length })}
          actions={actions(soon[0], ['soon'])}
        />
      )}
    </>
  );
}
