import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '../../../shared/error.ts';
import type { SeasonChange } from '../../../shared/model/season.ts';
import {
  besideNetwork,
  canMove,
  type Group,
  groupsOf,
  type Prices,
} from '../../../shared/rules/plans/season-groups.ts';
import { nextYears } from '../../../shared/rules/service/credits.ts';
import { useAudits, useFollowing } from '../../data/audits.ts';
import { errorOf } from '../../data/call.ts';
import { useClients } from '../../data/clients.ts';
import { itemsQuery } from '../../data/items.ts';
import { changeGroups, useForecast, useSeasonParts, useUndonePlans } from '../../data/season.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { useSizes } from './networks.ts';
import { forecastId, forecastRows, movedTo, placeIn, placesOf, type SeasonRow } from './season-rows.ts';

/** Everything that the screen of the season shows of a connection. */
export function useSeason(connection: string) {
  const entries = useQuery(itemsQuery('season', connection));
  const audits = useAudits(connection);
  const clients = useClients(connection);
  const undone = useUndonePlans(connection);
  const { plans } = undone;
  const read = useSeasonParts(plans);
  const { parts } = read;
  // Before the plans were read nobody knows of a group whether it is made, or in trouble; one that begins later comes by itself.
  const [readFor, setReadFor] = useState<string | null>(null);
  const isRead = readFor === connection;
  if (!isRead && undone.isRead && read.isRead) setReadFor(connection);
  const kept = isRead ? entries.data : undefined;
  const prices = usePrices(connection, clients);
  const { groups, readSizes } = useGroups(connection, {
    entries: kept ?? [],
    audits: audits.entries,
    parts,
    prices,
  });
  // Main looks at the same: what has changed of it is what another forecast is asked for.
  const news = JSON.stringify([
    plans.map(({ id, state, scheduling, counts }) => [id, state, scheduling, counts.done]),
    groups.map(({ id, scheduling, plan, audit, entry }) => [
      id,
      scheduling,
      plan?.id,
      audit?.id,
      entry?.components,
      entry?.coupled,
    ]),
  ]);
  const forecast = useForecast(connection, news);
  useFollowing(
    connection,
    groups.flatMap(({ audit }) => audit ?? []),
  );
  const rows = forecastRows(groups, forecast);
  const names = new Map(clients.entries.map(({ id, name }) => [id, name]));
  const clientName = (id: string) => names.get(id) ?? id;
  return {
    entries,
    isRead: kept !== undefined,
    /** Why plans may be missing, or are taken as a whole. */
    plansFault: undone.error === null ? read.error : errorOf(undone.error),
    audits,
    clients,
    rows,
    forecast,
    clientName,
    /** Reads whether all is there of these groups. */
    readSizes,
  };
}
export type Season = ReturnType<typeof useSeason>;

/** The groups of a season, as large as their networks are. */
function useGroups(connection: string, known: Parameters<typeof groupsOf>[0]) {
  const all = groupsOf(known);
  const { sizes, read } = useSizes(connection, all, known.audits);
  return {
    groups: all.map((group): Group => besideNetwork(group, sizes.get(group.audit?.id ?? ''))),
    readSizes: (of: readonly Pick<Group, 'audit'>[]): void =>
      read(of.flatMap(({ audit }) => audit?.id ?? [])),
  };
}

/** What audits cost; null before packages and clients were read. */
function usePrices(connection: string, clients: ReturnType<typeof useClients>): Prices | null {
  const packages = useWorkPackages(connection);
  if (packages.complete === null || clients.complete === null) return null;
  const now = {
    packages: new Map(packages.complete.map((one) => [one.id, one])),
    tests: new Set(clients.complete.filter((one) => one.is_test_organisation).map(({ id }) => id)),
  };
  return { now, next: nextYears(now) };
}

/** What a person changes of groups and of the plans that create them; what is not changed stays as other windows have it. */
export function useSeasonChanges(connection: string, rows: readonly SeasonRow[]) {
  const client = useQueryClient();
  const change = (changes: readonly SeasonChange[]) => changeGroups(client, connection, changes);
  const prioritise = (priorities: ReadonlyMap<string, number>): Promise<Reply<null>> =>
    change(
      rows.flatMap((row) => {
        const priority = priorities.get(forecastId(row));
        return priority === undefined ? [] : [{ id: row.id, priority }];
      }),
    );
  return {
    /** Gives a group the place of another. */
    moveTo: (row: SeasonRow, other: SeasonRow): Promise<Reply<null>> => {
      const places = placesOf(rows);
      return prioritise(movedTo(places, row, placeIn(places, other)));
    },
    /** Takes every priority back, so that deadlines alone count. */
    byDeadline: (): Promise<Reply<null>> =>
      prioritise(new Map(rows.filter(canMove).map((row) => [forecastId(row), 0]))),
    /** Gives groups other deadlines. */
    setDeadlines: change,
  };
}
