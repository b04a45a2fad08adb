import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Tier } from '../../shared/model/limits.ts';
import { useWait } from '../data/waits.ts';
import type { WholeList } from '../data/whole-list.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { formatLately, formatTime } from '../messages/format.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import styles from './list-progress.module.css';
import { StillWaiting } from './still-waiting.tsx';

interface ListProgressProps {
  readonly connection: string;
  /** The kind of request that reads it. */
  readonly tier: Tier;
  readonly list: WholeList<unknown>;
}

/** Says that only a part of the list is here: because it is being read, waits, or could not be read on; or that it could not be read anew. */
export function ListProgress({ connection, tier, list }: ListProgressProps) {
  const { t, i18n } = useTranslation('common');
  const { t: offline } = useTranslation('offline');
  const errorWords = useErrorWords();
  const wait = useWait(connection, tier);
  const loaded = list.entries.length;
  const keptTime = list.keptAt === null ? null : formatLately(list.keptAt, i18n.language);
  const kept = list.isWhole
    ? t('list.stale', { time: formatTime(list.readAt, i18n.language) })
    : keptTime === null
      ? partial(t, loaded, list)
      : offline('stale', { time: keptTime });
  if (list.error !== null) {
    const { happened, meaning, remedy, details } = errorWords(list.error);
    return (
      <ErrorNotice
        happened={loaded === 0 ? happened : kept}
        meaning={loaded === 0 ? meaning : `${happened} ${meaning}`}
        remedy={remedy}
        details={details}
        tone={loaded === 0 ? 'danger' : 'warning'}
        role="status"
        action={
          <Button onPress={list.readAgain} isPending={list.isReading}>
            {loaded === 0 || list.isWhole || keptTime !== null ? t('list.refresh') : t('list.readOn')}
          </Button>
        }
      />
    );
  }
  if (wait !== null && list.isReading)
    return (
      <Banner
        tone="info"
        title={t('list.waiting', { seconds: wait.seconds })}
        actions={<Button onPress={wait.stop}>{t('list.stopWaiting')}</Button>}
      >
        {loaded > 0 && kept}
      </Banner>
    );
  const waiting = <StillWaiting connection={connection} isReading={list.isReading} come={list.fresh} />;
  if (list.isWhole || loaded === 0) return waiting;
  return (
    <>
      {waiting}
      <div className={styles.progress}>
        <progress
          aria-label={t('list.reading')}
          {...(list.total === null ? {} : { value: list.fresh, max: Math.max(loaded, list.total) })}
        />
        {keptTime !== null
          ? offline('reading', { time: keptTime })
          : list.total === null
            ? t('list.loadedOpen', { loaded })
            : t('list.loaded', { loaded, total: list.total })}
      </div>
    </>
  );
}

function partial(t: TFunction, loaded: number, { total }: WholeList<unknown>): string {
  return total === null ? t('list.partialOpen', { loaded }) : t('list.partial', { loaded, total });
}
