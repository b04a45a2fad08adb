import { RefreshCw } from 'lucide-react';
import { type ReactNode, use } from 'react';
import type { UnreadEntries } from '../../shared/model/page.ts';
import { hasEnded, type WholeList } from '../data/collection.ts';
import type { Collections } from '../data/collections.ts';
import { useLongQuotaTime } from '../data/quota.ts';
import { useWait } from '../data/waits.ts';
import { formatAbout } from '../messages/format.ts';
import { useTranslation } from '../messages/language.ts';
import { useLately } from '../messages/lately.ts';
import type { Translate } from '../messages/translate.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { GridBusy } from '../ui/grid/busy.ts';
import { Note, Row } from '../ui/layout.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import styles from './collection-state.module.css';
import { NewTokenButton } from './credentials-remedy.tsx';
import { ReadingNotice } from './reading-notice.tsx';
import { StillWaiting } from './still-waiting.tsx';

interface NoticeProps {
  readonly list: WholeList<unknown>;
  /** Which list it is, where a screen shows several. */
  readonly of?: ListKind | undefined;
}

interface CollectionStateProps extends NoticeProps {
  /** How many of its rows the screen shows; all, unless it is given. */
  readonly shown?: number;
  /** What stands in for the first rows: how many, how wide their words are, and what is being read. */
  readonly skeleton?: readonly [count: number, widths: readonly string[], label: string];
  /** What is said where there are none. */
  readonly none?: ReactNode;
  /** What stands above the rows, also while there are none yet or some could not be read: a search, filters. */
  readonly tools?: ReactNode;
  /** What shows as soon as there is a row, or where there are none and nothing is said of that. */
  readonly children?: ReactNode;
}

/** A list as far as it is there, and why it is not whole or not new: for every screen the same. */
export function CollectionState({ list, of, shown, skeleton, none, tools, children }: CollectionStateProps) {
  const isNothing = (shown ?? list.entries.length) === 0;
  // Of a list that could not be read on, what is sought may be asked for by itself.
  const isOver = isNothing && hasEnded(list) && (list.complete !== null || list.entries.length === 0);
  return (
    <RowsOf lists={[list]}>
      <CollectionNotice list={list} of={of} />
      {!isOver && tools}
      {isNothing && list.complete === null
        ? list.error === null &&
          skeleton !== undefined && (
            <SkeletonRows count={skeleton[0]} widths={skeleton[1]} label={skeleton[2]} />
          )
        : isNothing && none !== undefined
          ? none
          : children}
    </RowsOf>
  );
}

interface RowsOfProps {
  readonly lists: readonly Pick<WholeList<unknown>, 'isReading'>[];
  readonly children: ReactNode;
}

/** Around tables whose rows come from these lists: they are busy while one is being read. */
export function RowsOf({ lists, children }: RowsOfProps) {
  const isBusy = use(GridBusy) || lists.some(({ isReading }) => isReading);
  return <GridBusy value={isBusy}>{children}</GridBusy>;
}

interface CountProps {
  /** The list whose rows are counted: while it is being read, the count is not said aloud at each change. */
  readonly list?: WholeList<unknown>;
  readonly children: ReactNode;
}

/** How many rows show, beside the title of a screen. */
export function CollectionCount({ list, children }: CountProps) {
  const isSaid = list === undefined || list.complete !== null;
  return (
    <Note as="span" role={isSaid ? 'status' : undefined}>
      {children}
    </Note>
  );
}

/** Tells why a list is not whole or not new: it is being read, waits, or could not be read. */
export function CollectionNotice({ list, of }: NoticeProps) {
  const { connection, tier } = list;
  const { t } = useTranslation('common');
  const lately = useLately();
  const { t: offline } = useTranslation('offline');
  const wait = useWait(connection, tier);
  const reading = useLoaded(list);
  const loaded = list.entries.length;
  const keptTime = list.keptAt === null ? null : lately(list.keptAt);
  const kept =
    list.complete !== null
      ? t('list.stale', { time: lately(list.readAt) })
      : keptTime === null
        ? partial(t, loaded, list)
        : offline('common:list.stale', { time: keptTime });
  const isOver = list.error?.reason?.startsWith('list-') === true; // reading on would fail in the same way
  if (list.unread !== null && isDoubted(list))
    return <UnreadNotice unread={list.unread} list={list} of={of} />;
  if (list.error !== null)
    return (
      <ReadingNotice
        error={list.error}
        stands={loaded === 0 ? null : kept}
        tone={loaded === 0 ? 'danger' : 'warning'}
        action={
          <>
            {list.error.code === 'forbidden' && (
              <NewTokenButton connection={connection} onNew={list.readAgain} />
            )}
            <ReadAgain list={list}>
              {loaded === 0 || list.complete !== null || keptTime !== null || isOver
                ? t('list.refresh')
                : t('list.readOn')}
            </ReadAgain>
          </>
        }
      />
    );
  if (wait !== null && list.isReading)
    return (
      <Banner
        tone="info"
        title={t('wait.reading', { why: t(`wait.title.${wait.reason}`), seconds: wait.seconds })}
        actions={<Button onPress={wait.stop}>{t('wait.stop')}</Button>}
      >
        {loaded > 0 && (reading ?? kept)}
      </Banner>
    );
  const waiting = <StillWaiting connection={connection} isReading={list.isReading} come={list.fresh} />;
  if (list.doubt !== null && !list.isReading)
    return (
      <Row gap="3" className={styles.progress} role="status">
        {list.doubt === 'changed' || list.total === null
          ? t('list.changed')
          : t('list.otherCount', { total: list.total, loaded })}
        <Button variant="quiet" onPress={list.readAgain}>
          {t('list.refresh')}
        </Button>
      </Row>
    );
  if (list.complete !== null || loaded === 0) return waiting;
  return (
    <>
      {waiting}
      <Row gap="3" className={styles.progress}>
        <progress
          aria-label={t('list.reading')}
          {...(list.total === null ? {} : { value: list.fresh, max: Math.max(loaded, list.total) })}
        />
        {keptTime !== null
          ? offline('reading', { time: keptTime })
          : list.total === null
            ? t('list.loadedOpen', { loaded })
            : reading}
      </Row>
    </>
  );
}

/** Reads one list anew, or on after an error; pending while that is under way. */
export function ReadAgain({
  list,
  children,
}: {
  readonly list: Pick<WholeList<unknown>, 'isReading' | 'readAgain'>;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('common');
  return (
    <Button onPress={list.readAgain} isPending={list.isReading}>
      {children ?? t('list.refresh')}
    </Button>
  );
}

interface RefreshProps {
  readonly lists: readonly Pick<
    WholeList<unknown>,
    'isReading' | 'complete' | 'readAgain' | 'readAt' | 'keptAt'
  >[];
  /** Reads what else is shown. */
  readonly onRefresh?: () => void;
}

/** Reads lists anew; pending while that is under way, and not while they are read for the first time. */
export function RefreshButton({ lists, onRefresh }: RefreshProps) {
  const { t } = useTranslation('common');
  const lately = useLately();
  const { t: offline } = useTranslation('offline');
  const [list] = lists;
  const age =
    list === undefined
      ? undefined
      : list.keptAt !== null
        ? offline('common:list.stale', { time: lately(list.keptAt) })
        : list.complete !== null
          ? t('list.asOf', { time: lately(list.readAt) })
          : undefined;
  return (
    <IconButton
      label={t('list.refresh')}
      tip={age}
      icon={<RefreshCw aria-hidden />}
      isPending={lists.some(({ isReading, complete }) => isReading && complete !== null)}
      onPress={() => {
        for (const { readAgain } of lists) readAgain();
        onRefresh?.();
      }}
    />
  );
}

interface ProgressProps {
  readonly connection: string;
  readonly reading: Pick<Collections<unknown>, 'isReading' | 'error' | 'pause' | 'resume'> &
    Partial<Pick<Collections<unknown>, 'isPaused'>>;
  /** What is read, for a screen reader. */
  readonly label: string;
  /** How many of them are there, and how many are wanted. */
  readonly read: number;
  readonly total: number;
  /** The same in words. */
  readonly words: string;
  /** What stands while nothing is being read, and nobody has paused that, where a person starts the reading. */
  readonly idle?: ReactNode;
}

/** How far the same list of many objects was read, or why that stopped; a person pauses it and has it go on. Nothing once all are there. */
export function CollectionsProgress(props: ProgressProps) {
  const { connection, reading, label, read, total, words, idle } = props;
  const { t } = useTranslation('common');
  const wait = useWait(connection, 'read');
  const { isReading, isPaused = false, error, pause, resume } = reading;
  if (error !== null)
    return (
      <ReadingNotice
        error={error}
        stands={read > 0 ? words : null}
        tone={read > 0 ? 'warning' : 'danger'}
        action={<Button onPress={resume}>{t('list.readOn')}</Button>}
      />
    );
  if (read >= total) return null;
  if (idle !== undefined && !isReading) return idle;
  if (wait !== null && isReading)
    return (
      <Banner
        tone="info"
        title={t('wait.reading', { why: t(`wait.title.${wait.reason}`), seconds: wait.seconds })}
        actions={<Button onPress={pause}>{t('list.pause')}</Button>}
      >
        {words}
      </Banner>
    );
  return (
    <Row gap="3" className={styles.progress}>
      <progress aria-label={label} value={read} max={total} />
      <span>{isPaused ? t('list.paused', { words }) : words}</span>
      <Button variant="quiet" onPress={isPaused ? resume : pause}>
        {t(isPaused ? 'list.readOn' : 'list.pause')}
      </Button>
    </Row>
  );
}

/** Entries that the app cannot read, as they came. */
function UnreadNotice({ unread, list, of }: { readonly unread: UnreadEntries } & NoticeProps) {
  const { t } = useTranslation('inspection');
  const { count, asItCame } = unread;
  const title = t('parts:unread.title', { count });
  return (
    <Banner
      tone="warning"
      role="status"
      title={of === undefined ? title : `${t(`areas.${of}`)}: ${title}`}
      actions={<ReadAgain list={list} />}
    >
      <p>{t(list.entries.length === 0 ? 'parts:unread.meansAll' : 'parts:unread.means')}</p>
      <details>
        <summary>
          {asItCame.length < count
            ? t('parts:unread.first', { count: asItCame.length })
            : t('parts:unread.asReceived')}
        </summary>
        {[...new Set(asItCame)].map((came) => (
          <pre key={came} className={styles.received}>
            {came}
          </pre>
        ))}
      </details>
    </Banner>
  );
}

/** How much of a list is there, for a field in which one of it is chosen; undefined once all is. */
export function usePartly(list: WholeList<unknown>): string | undefined {
  const { t } = useTranslation('common');
  const reading = useLoaded(list);
  if (list.complete !== null) return undefined;
  const loaded = list.entries.length;
  return list.error === null ? (reading ?? t('list.loadedOpen', { loaded })) : partial(t, loaded, list);
}

/** How much of a list is loaded, and about how long the rest takes, where that is long; null where all is, or nothing is known. */
export function useLoaded(list: WholeList<unknown>): string | null {
  const { t } = useTranslation('common');
  const { connection, tier, pagesLeft, total, complete, error } = list;
  const further = (pagesLeft ?? 0) - 1; // one is on its way
  const time = useLongQuotaTime(connection, tier, error === null ? Math.max(0, further) : 0);
  const loaded = list.entries.length;
  if (total === null || complete !== null || list.keptAt !== null) return null;
  return time === null
    ? t('list.loaded', { loaded, total })
    : t('list.loadedTime', { loaded, total, duration: formatAbout(time, t) });
}

function partial(t: Translate, loaded: number, { total }: WholeList<unknown>): string {
  return total === null ? t('list.partialOpen', { loaded }) : t('list.partial', { loaded, total });
}

const kinds = ['components', 'entities', 'users', 'roles', 'packages'] as const;
export type ListKind = (typeof kinds)[number];

type Lists = Readonly<Partial<Record<ListKind, WholeList<unknown>>>>;

/** Why something that needs these lists is not possible yet; undefined once all are read, each entry of them. */
export function useListRefusal(lists: Lists): string | undefined {
  const { t } = useTranslation('inspection');
  for (const kind of kinds) {
    const list = lists[kind];
    if (list === undefined || list.complete !== null) continue;
    return t(`parts:need.${reachOf(list)}`, { list: t(`areas.${kind}`) });
  }
  return undefined;
}

/** How far a list was read that is not whole. While one that failed is tried again, the failure stands until something came. */
function reachOf({ entries, isReading, error }: WholeList<unknown>): 'part' | 'reading' | 'unread' {
  if (entries.length > 0) return 'part';
  return isReading && error === null ? 'reading' : 'unread';
}

/**
 * The lists without those of which all came and some cannot be read: no further reading ends that, so where nothing is concluded from what
 * they lack they only make the app doubt what is sent (`useListDoubts`).
 */
export function undoubted(lists: Lists): Lists {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => !isDoubted(list)));
}

/** What is to be doubted of something that needs these lists: each that has entries which the app cannot read. */
export function useListDoubts(lists: Lists): readonly string[] {
  const { t } = useTranslation('inspection');
  return kinds
    .filter((kind) => isDoubted(lists[kind]))
    .map((kind) => t('parts:need.doubted', { list: t(`areas.${kind}`) }));
}

/** Whether all pages of a list came, and some of its entries cannot be read. */
export function isDoubted(list: WholeList<unknown> | undefined): boolean {
  return list?.error?.reason === 'list-unread';
}
