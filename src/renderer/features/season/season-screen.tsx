import { useQueryClient } from '@tanstack/react-query';
import {
  ArrowDown,
  ArrowUp,
  ArrowUpToLine,
  CalendarClock,
  CalendarMinus,
  CalendarPlus,
  CalendarSync,
  CopyPlus,
  FileText,
  FileUp,
  ListChecks,
  Plus,
  RefreshCw,
  SearchX,
  Waypoints,
} from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useConnectionId } from '../../data/connections.ts';
import { removeEntries } from '../../data/season.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useTranslation } from '../../messages/language.ts';
import { useNoResults } from '../../messages/no-results.ts';
import { SelectionBar } from '../../parts/actions.tsx';
import { CollectionCount, CollectionNotice } from '../../parts/collection-state.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { importPath, networkPath, pathTo, rollForwardPath } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type ActionsOf, ofOne, type RowAction } from '../../ui/grid/actions.ts';
import { announce } from '../../ui/live-region.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useDeadlineChanges } from './deadline-changes.tsx';
import { ExpectDialog } from './expect-dialog.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { useSeasonCalendar } from './season-calendar.tsx';
import { SeasonExport } from './season-columns.tsx';
import { noFilters, SeasonFilters, useView } from './season-filters.tsx';
import { GroupsToBegin, SeasonNotices } from './season-notices.tsx';
import {
  type Grouping,
  hasPlace,
  isByHand,
  matchingRows,
  placeIn,
  placesOf,
  type SeasonRow,
  valueIn,
} from './season-rows.ts';
import { type Season, useSeason, useSeasonChanges } from './season-state.ts';
import { SeasonTable } from './season-table.tsx';
import { SeasonWeeks } from './weeks-dialog.tsx';

/** The groups of a season: which is ready when, and which misses its deadline. */
export function SeasonScreen() {
  const { t } = useTranslation('season');
  const navigate = useNavigate();
  const connection = useConnectionId();
  const season = useSeason(connection);
  const { rows, entries, isRead, audits, clientName } = season;
  const [view, change] = useView(connection);
  const [open, setOpen] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isExpecting, setExpecting] = useState(false);
  const search = useDeferredValue(view.search);
  const shown = matchingRows(rows, search, view.filters, clientName);
  const among = { shown, grouping: view.sort?.column ?? null };
  const { act, notice, onKeys, onActive, activeId, move, moveBefore, byDeadline } = useMoves(
    connection,
    rows,
    among,
  );
  const changes = useDeadlineChanges(connection, rows);
  const calendar = useSeasonCalendar({ rows: shown, clientName });
  const importing = (
    <Button icon={<FileUp aria-hidden />} onPress={() => void navigate(importPath('deadlines'))}>
      {t('import')}
    </Button>
  );
  const actionsOf = useGroupActions({ among, move, act, onOpen: setOpen, onRead: season.readSizes });
  const selection = { selected, rows: rows.filter(({ id }) => selected.has(id)), onChange: setSelected };
  const opened = rows.find(({ id }) => id === open);
  const expect = (
    <Button variant="primary" icon={<CalendarPlus aria-hidden />} onPress={() => setExpecting(true)}>
      {t('expect.action')}
    </Button>
  );
  return (
    <Page layout="fill" onKeyDownCapture={onKeys}>
      <PageHeader
        title={t('commands:screens.season')}
        mark={
          rows.length > 0 && (
            <CollectionCount>
              {t('parts:count.shown', { shown: shown.length, count: rows.length })} <Needed rows={shown} />
            </CollectionCount>
          )
        }
        actions={
          <>
            {isByHand(rows) && (
              <Button variant="quiet" onPress={byDeadline}>
                {t('byDeadline')}
              </Button>
            )}
            {rows.length > 0 && <SeasonExport rows={shown} clientName={clientName} />}
            {rows.length > 0 && calendar.button}
            {rows.length > 0 && <SeasonWeeks connection={connection} season={season} onShow={change} />}
            {rows.length > 0 && expect}
          </>
        }
      />
      <CollectionNotice list={audits} />
      <SeasonNotices season={season} connection={connection} />
      {notice}
      {changes.notice}
      {calendar.notice}
      <GroupsToBegin
        rows={rows}
        onOpen={setOpen}
        onAll={(deadlineStatus) => change({ search: '', filters: { ...noFilters, deadlineStatus } })}
      />
      {rows.length > 0 && <SeasonFilters season={season} view={view} onChange={change} action={importing} />}
      {!isRead && entries.error === null && (
        <SkeletonRows count={8} widths={['60%', '40%', '30%']} label={t('common:list.reading')} />
      )}
      {isRead && (audits.complete !== null || audits.error === null) && rows.length === 0 && (
        <EmptyState
          title={t('empty.title')}
          picture="list"
          action={
            <>
              {expect}
              {importing}
            </>
          }
        >
          {t('empty.text')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <SeasonTable
          connection={connection}
          season={season}
          rows={shown}
          grouping={among.grouping}
          changes={changes}
          selection={selection}
          onActive={onActive}
          activeId={activeId}
          actionsOf={actionsOf}
          sought={search}
          onOpen={setOpen}
          onMove={moveBefore}
          empty={<NoRows season={season} onClear={() => change({ search: '', filters: noFilters })} />}
        />
      )}
      <SelectionBar selection={selection} shown={shown} actionsOf={actionsOf} inFront={['roll-forward']} />
      {opened !== undefined && (
        <GroupDialog season={season} row={opened} changes={changes} onClose={() => setOpen(null)} />
      )}
      {isExpecting && (
        <ExpectDialog connection={connection} season={season} onClose={() => setExpecting(false)} />
      )}
    </Page>
  );
}

/** The credits that the groups still need by the price lists, and of how many nobody knows. */
function Needed({ rows }: { readonly rows: readonly SeasonRow[] }) {
  const { t } = useTranslation('season');
  const open = rows.filter(({ deadlineStatus }) => deadlineStatus !== 'done');
  const known = open.flatMap(({ credits }) => credits ?? []);
  const unknown = open.length - known.length;
  if (open.length === 0) return null;
  return (
    <>
      {' · '}
      {known.length > 0 && t('needed', { count: known.reduce((sum, credits) => sum + credits, 0) })}{' '}
      {unknown > 0 && t('neededUnknown', { count: unknown })}
    </>
  );
}

/** Steps of a group among those that are shown. */
interface Steps {
  readonly id: string;
  readonly by: number;
}
const ways = { up: -1, down: 1, top: -Infinity } as const;
const wayIcons = {
  up: <ArrowUp aria-hidden />,
  down: <ArrowDown aria-hidden />,
  top: <ArrowUpToLine aria-hidden />,
};

/** Moves groups among those that wait for the quota: by Alt with the arrows for the active row, and from its menu. */
function useMoves(connection: string, rows: readonly SeasonRow[], among: Among) {
  const { t } = useTranslation('season');
  const { send, isSending, notice } = useSend();
  const changes = useSeasonChanges(connection, rows);
  const active = useRef<string | null>(null);
  const before = useRef<readonly SeasonRow[] | null>(null); // the rows, until they show the move that is under way
  const waiting = useRef<Steps[]>([]);
  const places = placesOf(rows);
  /** Gives a row the place of another. `notice` says why it failed, unless whoever sends it does. */
  const moveBefore = (row: SeasonRow, other: string | null, sendIt = send): void => {
    const target = rows.find(({ id }) => id === other);
    const to = target === undefined ? -1 : placeIn(places, target);
    if (target === undefined || to < 0 || to === placeIn(places, row) || isSending) return;
    const words = { name: row.name, place: to + 1, count: places.length };
    before.current = rows;
    const request = async () => {
      const reply = await changes.moveTo(row, target);
      if (!reply.ok) [before.current, waiting.current] = [null, []];
      return reply;
    };
    void sendIt(request, () => announce(t('moved', words)));
  };
  const take = ({ id, by }: Steps): void => {
    const row = among.shown.find((one) => one.id === id);
    if (row !== undefined) moveBefore(row, placeFor(among, row, by));
  };
  /** What comes while a move is being saved counts from where the group is then. */
  const move = (steps: Steps): void => {
    const last = waiting.current.at(-1);
    if (before.current === null) take(steps);
    else if (last?.id === steps.id) waiting.current.splice(-1, 1, { ...last, by: last.by + steps.by });
    else waiting.current.push(steps);
  };
  const proceed = useEffectEvent(() => {
    if (isSending || before.current === rows) return;
    before.current = null;
    while (before.current === null) {
      const steps = waiting.current.shift();
      if (steps === undefined) return;
      take(steps);
    }
  });
  useEffect(() => proceed());
  return {
    notice,
    move,
    moveBefore,
    act: send,
    byDeadline: () => void send(changes.byDeadline, () => announce(t('isByDeadline'))),
    onActive: (id: string | null) => {
      active.current = id;
    },
    activeId: () => active.current,
    onKeys: (event: KeyboardEvent) => {
      const isInGrid = event.target instanceof Element && event.target.matches('[data-grid="season"]');
      const way = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null;
      if (!event.altKey || !isInGrid || way === null) return;
      event.preventDefault();
      if (active.current !== null) move({ id: active.current, by: ways[way] });
    },
  };
}

/** What a group is moved among: those that are shown, under its heading where there are any. */
interface Among {
  readonly shown: readonly SeasonRow[];
  readonly grouping: Grouping | null;
}

/** The group whose place a row takes, by its id; null where there is none. */
function placeFor({ shown, grouping }: Among, row: SeasonRow, by: number): string | null {
  const isBeside = (one: SeasonRow) => grouping === null || valueIn(one, grouping) === valueIn(row, grouping);
  const places = placesOf(shown.filter(isBeside)).filter(hasPlace);
  const place = placeIn(places, row);
  if (place < 0) return null;
  const to = Math.min(Math.max(0, place + by), places.length - 1);
  return to === place ? null : (places[to]?.id ?? null);
}

interface GroupActions {
  readonly among: Among;
  readonly move: (steps: Steps) => void;
  readonly act: ReturnType<typeof useSend>['send'];
  readonly onOpen: (id: string) => void;
  readonly onRead: Season['readSizes'];
}

/** What can be done with groups of a season: those that nobody has rolled forward are, together. */
function useGroupActions({ among, move, act, onOpen, onRead }: GroupActions): ActionsOf<SeasonRow> {
  const { t } = useTranslation('season');
  const navigate = useNavigate();
  const client = useQueryClient();
  const readOnly = useWriteRefusal();
  const go = (id: string, label: string, icon: RowAction['icon'], to: string, reason?: string): RowAction => {
    return { id, label, icon, reason, onAction: () => void navigate(to) };
  };
  const placesAndLinks = (row: SeasonRow): readonly RowAction[] => {
    const { id, entry, plan, audit, state } = row;
    const inNetwork = audit?.id ?? entry?.predecessor ?? null;
    const like = state === 'notRolled' ? (entry?.predecessor ?? null) : null;
    return [
      {
        id: 'open',
        label: t('row.open'),
        icon: <CalendarClock aria-hidden />,
        onAction: () => onOpen(id),
      },
      ...(['up', 'down', 'top'] as const)
        .filter((way) => placeFor(among, row, ways[way]) !== null)
        .map((way) => ({
          id: way,
          label: t(`row.${way}`),
          icon: wayIcons[way],
          onAction: () => move({ id, by: ways[way] }),
        })),
      audit !== null &&
        go(
          'audit',
          t('parts:word.openAudit'),
          <FileText aria-hidden />,
          pathTo('audit', { auditId: audit.id }),
        ),
      plan !== null &&
        go(
          'plan',
          t('parts:word.openThePlan'),
          <ListChecks aria-hidden />,
          pathTo('plan', { planId: plan.id }),
        ),
      row.client !== '' &&
        inNetwork !== null &&
        go('network', t('row.network'), <Waypoints aria-hidden />, networkPath(row.client, inNetwork)),
      like !== null && go('like', t('row.like'), <CopyPlus aria-hidden />, wizardPath({ like }), readOnly),
      state === 'expected' &&
        go(
          'create',
          t('row.create'),
          <Plus aria-hidden />,
          wizardPath({ type: 'consolidated', client: row.client }),
          readOnly,
        ),
    ].filter((action) => action !== false);
  };
  return (rows) => {
    const before = rows.flatMap(({ state, entry }) =>
      state === 'notRolled' ? (entry?.predecessor ?? []) : [],
    );
    const expected = rows.flatMap(({ entry }) => entry ?? []);
    const unread = rows.filter(({ isUnread }) => isUnread === true);
    return [
      ...ofOne(rows, (row) => placesAndLinks(row)),
      ...(before.length === 0 && rows.length === 1
        ? []
        : [
            {
              ...go(
                'roll-forward',
                rows.length === 1
                  ? t('commands:titles.roll-forward')
                  : t('rollForward', { count: before.length }),
                <CalendarSync aria-hidden />,
                rollForwardPath(before),
              ),
              reason: readOnly ?? (before.length === 0 ? t('noneToRoll') : undefined),
            },
          ]),
      ...(unread.length === 0
        ? []
        : [
            {
              id: 'size',
              label: t('row.size'),
              icon: <RefreshCw aria-hidden />,
              onAction: () => onRead(unread),
            },
          ]),
      ...(expected.length === 0
        ? []
        : [
            {
              id: 'remove',
              label: t('row.remove', { count: expected.length }),
              icon: <CalendarMinus aria-hidden />,
              onAction: () =>
                void act(
                  () => removeEntries(client, expected),
                  () => announce(t('removed', { count: expected.length, name: rows[0].name })),
                ),
            },
          ]),
    ];
  };
}

function NoRows({ season, onClear }: { readonly season: Season; readonly onClear: () => void }) {
  const { t } = useTranslation('season');
  const noResults = useNoResults();
  return (
    <EmptyState
      title={noResults([season.audits])}
      icon={<SearchX aria-hidden />}
      action={
        <Button variant="quiet" onPress={onClear}>
          {t('parts:word.clearSearchAndFilters')}
        </Button>
      }
    />
  );
}
