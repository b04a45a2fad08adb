import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { Reply } from '../../../shared/error.ts';
import type { SeasonEntry } from '../../../shared/model/season.ts';
import { nextYears } from '../../../shared/rules/credits.ts';
import { useAudits, useFollowing } from '../../data/audits.ts';
import { useClients } from '../../data/clients.ts';
import {
  changeEntries,
  schedulePlan,
  seasonQuery,
  useForecast,
  usePlanCreations,
  useSeasonPlans,
} from '../../data/season.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import {
  canMove,
  expectedOf,
  forecastRows,
  type Group,
  groupsOf,
  isOfSeason,
  movedTo,
  type Prices,
} from './season-rows.ts';

/** Everything that the screen of the season shows of a connection. */
export function useSeason(connection: string) {
  const entries = useQuery(seasonQuery(connection));
  const audits = useAudits(connection);
  const clients = useClients(connection);
  const plans = useSeasonPlans(connection);
  const ofSeason = useMemo(() => plans.filter(isOfSeason), [plans]);
  const creations = usePlanCreations(ofSeason);
  const kept = entries.data;
  const prices = usePrices(connection, clients);
  const groups = useMemo(
    () => groupsOf({ entries: kept ?? [], audits: audits.entries, plans, creations, prices }),
    [kept, audits.entries, plans, creations, prices],
  );
  const expected = useMemo(() => expectedOf(groups), [groups]);
  const news = ofSeason
    .map(({ id, state, turn, counts }) => JSON.stringify([id, state, turn, counts.done]))
    .join();
  const forecast = useForecast(connection, expected, news);
  const { today, entries: forecasts } = forecast;
  const rows = useMemo(() => forecastRows(groups, { today, entries: forecasts }), [groups, today, forecasts]);
  const made = useMemo(() => groups.flatMap(({ audit }) => audit ?? []), [groups]);
  useFollowing(connection, made);
  useTurnsOfPlans(groups);
  const names = useMemo(() => new Map(clients.entries.map(({ id, name }) => [id, name])), [clients.entries]);
  const clientName = useCallback((id: string) => names.get(id) ?? id, [names]);
  return { entries, audits, rows, expected, forecast, clientName };
}
export type Season = ReturnType<typeof useSeason>;

/** What audits cost; null before packages and clients were read. */
function usePrices(connection: string, clients: ReturnType<typeof useClients>): Prices | null {
  const packages = useWorkPackages(connection);
  return useMemo(() => {
    if (!packages.isWhole || !clients.isWhole) return null;
    const now = {
      packages: new Map(packages.entries.map((one) => [one.id, one])),
      tests: new Set(clients.entries.filter((one) => one.is_test_organisation).map(({ id }) => id)),
    };
    return { now, next: nextYears(now) };
  }, [packages.isWhole, packages.entries, clients.isWhole, clients.entries]);
}

/** A plan that was begun without a deadline gets that of its group. */
function useTurnsOfPlans(groups: readonly Group[]): void {
  useEffect(() => {
    for (const { plan, entry, turn } of groups)
      if (plan?.turn === undefined && plan?.state === 'running' && entry?.deadline != null)
        void schedulePlan(plan.id, turn);
  }, [groups]);
}

export interface DeadlineChange {
  readonly group: Group;
  readonly deadline: SeasonEntry['deadline'];
}

/** What a person changes of a group. */
interface GroupChange extends Pick<DeadlineChange, 'group'>, Partial<Pick<DeadlineChange, 'deadline'>> {
  readonly priority?: number;
}

/** What a person changes of groups, kept on this computer and told to the plans that create them; what is not changed stays as other windows have it. */
export function useSeasonChanges(connection: string, groups: readonly Group[]) {
  const client = useQueryClient();
  const change = async (changes: readonly GroupChange[]): Promise<Reply<null>> => {
    const saved = await changeEntries(
      client,
      connection,
      changes.flatMap(({ group: { entry }, ...changed }) =>
        entry === null ? [] : [{ id: entry.id, ...changed }],
      ),
    );
    if (!saved.ok) return saved;
    for (const { group, deadline, priority } of changes) {
      if (group.plan === null) continue;
      const reply = await schedulePlan(group.plan.id, {
        ...(deadline === undefined ? {} : { deadline: deadline?.day ?? null }),
        ...(priority === undefined ? {} : { priority }),
      });
      if (!reply.ok) return reply;
    }
    return saved;
  };
  const prioritise = (priorities: ReadonlyMap<string, number>): Promise<Reply<null>> =>
    change(
      groups.flatMap((group) => {
        const priority = priorities.get(group.id);
        return priority === undefined ? [] : [{ group, priority }];
      }),
    );
  return {
    /** Puts a group at another place among those in turn. */
    move: (id: string, to: number): Promise<Reply<null>> =>
      prioritise(movedTo(groups.filter(canMove), id, to)),
    /** Takes every priority back, so that deadlines alone count. */
    byDeadline: (): Promise<Reply<null>> =>
      prioritise(new Map(groups.filter(canMove).map(({ id }) => [id, 0]))),
    /** Gives groups other deadlines. */
    setDeadlines: (changes: readonly DeadlineChange[]): Promise<Reply<null>> => change(changes),
  };
}
