import { getLocalTimeZone, today } from '@internationalized/date';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BridgeInput, BridgeOutput } from '../../shared/bridge.ts';
import type { AppError, Reply } from '../../shared/error.ts';
import type { AuditCreation } from '../../shared/model/audit.ts';
import type { SeasonChange, SeasonEntry } from '../../shared/model/season.ts';
import type { ExpectedGroup, ForecastEntry } from '../../shared/operations/season.ts';
import type { PlanProgress, PlanTurn, StepProgress } from '../../shared/plan.ts';
import { type PricedAudit, pricedCreation } from '../../shared/rules/credits.ts';
import { call, errorOf, unwrap } from './call.ts';
import { onEvent } from './events.ts';
import { useReadAgain } from './long-list.ts';
import { usePlanList } from './plan-list.ts';
import { allSteps } from './plan-steps.ts';
import { planSeen, useUnendedPlans } from './plans.ts';

export function seasonQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'season', 'list'],
    queryFn: () => unwrap(call('season.list', { connection })),
    staleTime: Number.POSITIVE_INFINITY, // only this app changes them, and says so
  });
}

onEvent((event, client) => {
  if (event.type === 'season-changed') void readAgain(client, event.connection);
});

function readAgain(client: QueryClient, connection: string): Promise<void> {
  return client.invalidateQueries({ queryKey: seasonQuery(connection).queryKey });
}

/** Keeps groups on this computer; of those that are there the deadline and the priority stay. */
export function saveEntries(
  client: QueryClient,
  connection: string,
  entries: readonly SeasonEntry[],
): Promise<Reply<null>> {
  return inParts(client, connection, entries, (part) => call('season.save', part));
}

/** Changes what is named of groups, and leaves the rest to other windows. */
export function changeEntries(
  client: QueryClient,
  connection: string,
  changes: readonly SeasonChange[],
): Promise<Reply<null>> {
  return inParts(client, connection, changes, (part) => call('season.change', part));
}

const atOnce = 1_000; // entries

async function inParts<One>(
  client: QueryClient,
  connection: string,
  all: readonly One[],
  send: (part: readonly One[]) => Promise<Reply<null>>,
): Promise<Reply<null>> {
  for (let from = 0; from < all.length; from += atOnce) {
    const reply = await send(all.slice(from, from + atOnce));
    if (!reply.ok) return reply;
  }
  await readAgain(client, connection);
  return { ok: true, value: null };
}

/** Expects a group no longer; what was created for it stays. */
export async function removeEntry(
  client: QueryClient,
  { id, connection }: SeasonEntry,
): Promise<Reply<null>> {
  const reply = await call('season.remove', { id });
  if (reply.ok) await readAgain(client, connection);
  return reply;
}

/** Gives a plan another deadline or priority; what is absent stays. */
export async function schedulePlan(id: string, turn: Partial<PlanTurn>): Promise<Reply<PlanProgress>> {
  const reply = await call('plans.schedule', { id, turn });
  if (reply.ok) planSeen(reply.value);
  return reply;
}

const pace = 60_000; // milliseconds: a day ends, and others use quota, without a word

export interface Forecast {
  /** By the id of the plan or of the expected group. */
  readonly entries: ReadonlyMap<string, ForecastEntry>;
  /** This computer's day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether it is there: until then nobody knows when anything is ready. */
  readonly isKnown: boolean;
  readonly error: AppError | null;
}

/** When plans and expected groups are ready; again when `news` changes, when the service asks to wait, and once a minute. */
export function useForecast(connection: string, expected: readonly ExpectedGroup[], news: unknown): Forecast {
  const { data, error, refetch } = useQuery({
    queryKey: [connection, 'season', 'forecast', expected],
    queryFn: async () => {
      const { today: day, entries } = await unwrap(call('season.forecast', { connection, expected }));
      return { today: day, entries: new Map(entries.map((entry) => [entry.id, entry])) };
    },
    staleTime: 0,
    gcTime: 0, // of another time it says nothing
    refetchInterval: pace,
    placeholderData: keepPreviousData,
  });
  useReadAgain(news, () => void refetch());
  return {
    today: data?.today ?? today(getLocalTimeZone()).toString(),
    entries: error === null && data !== undefined ? data.entries : noEntries,
    isKnown: error === null && data !== undefined,
    error: error === null ? null : errorOf(error),
  };
}

const noEntries: Forecast['entries'] = new Map();

onEvent((event, client) => {
  if (event.type === 'limits-read' || (event.type === 'waiting' && event.isAsked))
    void client.invalidateQueries({ queryKey: [event.connection, 'season', 'forecast'] });
});

/** What would make a late group hold; undefined while it is reckoned. */
export function useRemedies(question: BridgeInput<'season.remedies'>, isWanted: boolean) {
  return useQuery<BridgeOutput<'season.remedies'>>({
    queryKey: [question.connection, 'season', 'remedies', question],
    queryFn: () => unwrap(call('season.remedies', question)),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The newest plans of a connection, and all of it that have not ended. */
export function useSeasonPlans(connection: string): readonly PlanProgress[] {
  const { entries } = usePlanList(connection);
  const unended = useUnendedPlans(connection);
  return useMemo(() => {
    const known = new Set(entries.map(({ id }) => id));
    const more = unended.filter(({ id }) => !known.has(id));
    return more.length === 0 ? entries : [...more, ...entries];
  }, [entries, unended]);
}

/** The audits that a plan creates. */
export interface PlanCreations {
  /** A group before others; null where it creates none. */
  readonly first: AuditCreation | null;
  readonly audits: readonly (PricedAudit & { readonly id: string })[];
}

/** What plans create, of those whose steps were read. */
export function usePlanCreations(plans: readonly PlanProgress[]): ReadonlyMap<string, PlanCreations> {
  return useQueries({
    queries: plans.map(({ id }) => ({
      queryKey: ['plans', 'creations', id],
      queryFn: async () => [id, creationsIn(await allSteps(id))] as const,
      staleTime: Number.POSITIVE_INFINITY, // the steps of a plan never change
    })),
    combine: creationsRead,
  });
}

function creationsRead(
  results: readonly { readonly data: readonly [string, PlanCreations] | undefined }[],
): ReadonlyMap<string, PlanCreations> {
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [data])));
}

function creationsIn(steps: readonly StepProgress[]): PlanCreations {
  const tasks = steps.flatMap(({ task }) => (task.kind === 'createAudit' ? [task] : []));
  const group = tasks.find(({ creation }) => creation.audit_type === 'consolidated');
  return {
    first: (group ?? tasks[0])?.creation ?? null,
    audits: tasks.map(({ creation, couple = [] }) => ({
      id: creation.id,
      ...pricedCreation(creation, couple.length > 0),
    })),
  };
}
