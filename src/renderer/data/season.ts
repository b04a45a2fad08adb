import { getLocalTimeZone, today } from '@internationalized/date';
import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import type { AppError, Reply } from '../../shared/error.ts';
import type { SeasonChange, SeasonEntry } from '../../shared/model/season.ts';
import type { ExpectedGroup, ForecastEntry } from '../../shared/operations/season.ts';
import type { PlanProgress, StepState } from '../../shared/plan.ts';
import { withFittingName } from '../../shared/rules/plans/expected-group.ts';
import { type MadePart, partsWith, type SeasonPart } from '../../shared/rules/plans/season-groups.ts';
import { everyEntry } from '../../shared/rules/service/every-entry.ts';
import { addedEntries, type SeasonUpdate } from '../../shared/rules/tables/deadlines.ts';
import { call, errorOf, unwrap } from './call.ts';
import { rememberDone } from './deadline-history.ts';
import { onEvent } from './events.ts';
import { itemsQuery } from './items.ts';
import { useReadAgain } from './long-list.ts';
import { useNewest, useUnendedPlans } from './plans.ts';

function readAgain(client: QueryClient, connection: string): Promise<void> {
  return client.invalidateQueries({ queryKey: itemsQuery('season', connection).queryKey });
}

/** Keeps groups on this computer; of those that are there the deadline and the priority stay. */
export function saveEntries(
  client: QueryClient,
  connection: string,
  entries: readonly SeasonEntry[],
): Promise<Reply<null>> {
  return inParts(client, connection, entries.map(withFittingName), (part) =>
    call('items.save', { season: part }),
  );
}

/** Changes what is named of groups and of the plans that create them, and leaves the rest to other windows. */
export function changeGroups(
  client: QueryClient,
  connection: string,
  all: readonly SeasonChange[],
): Promise<Reply<null>> {
  return inParts(client, connection, all, (changes) => call('season.change', { connection, changes }));
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

/** Puts what a table of deadlines changes into the season; Undo takes what has changed of groups back. */
export async function applyDeadlines(
  client: QueryClient,
  connection: string,
  { changes, added }: SeasonUpdate,
): Promise<Reply<null>> {
  const kept = await client.fetchQuery(itemsQuery('season', connection));
  const saved = await saveEntries(client, connection, addedEntries(connection, added, kept));
  if (!saved.ok) return saved;
  const changed = changes.map(({ id, after }) => ({ id, ...after }));
  const reply = await changeGroups(client, connection, changed);
  if (reply.ok && changes.length > 0) rememberDone(connection, changes);
  return reply;
}

/** Expects a group no longer; what was created for it stays. */
export async function removeEntries(
  client: QueryClient,
  entries: readonly SeasonEntry[],
): Promise<Reply<null>> {
  let reply: Reply<null> = { ok: true, value: null };
  for (const { id } of entries) if (reply.ok) reply = await call('items.remove', { of: 'season', id });
  await Promise.all(
    [...new Set(entries.map(({ connection }) => connection))].map((one) => readAgain(client, one)),
  );
  return reply;
}

const pace = 60_000; // milliseconds: a day ends, and others use quota, without a word

export interface Forecast {
  /** By the id of the plan or of the expected group. */
  readonly entries: ReadonlyMap<string, ForecastEntry>;
  /** This computer's day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether the groups that are expected are more than one forecast takes. */
  readonly isTooMany: boolean;
  /** Whether it is there: until then nobody knows when anything is ready. */
  readonly isKnown: boolean;
  /** Whether the service has not told its limits: those of the specification are reckoned with. */
  readonly isBySpecification: boolean;
  readonly error: AppError | null;
}

/**
 * When plans and expected groups are ready; again when `news` changes, when the service asks to wait, and once a minute. `instead`: of groups that a person
 * is about to make, unless these are null; undefined for those that this computer expects.
 */
export function useForecast(
  connection: string,
  news: unknown,
  instead?: readonly ExpectedGroup[] | null,
): Forecast {
  const { data, error, refetch } = useQuery({
    queryKey: [connection, 'season', 'forecast', instead],
    queryFn: async () => {
      const { entries, ...told } = await unwrap(
        call('season.forecast', { connection, instead: instead ?? null }),
      );
      return { ...told, entries: entries && new Map(entries.map((entry) => [entry.id, entry])) };
    },
    enabled: instead !== null,
    staleTime: 0,
    gcTime: 0, // of another time it says nothing
    refetchInterval: pace,
    placeholderData: keepPreviousData,
  });
  useReadAgain(news, () => {
    if (instead !== null) void refetch();
  });
  const known = instead === null || error !== null ? undefined : data;
  return {
    today: known?.today ?? today(getLocalTimeZone()).toString(),
    entries: known?.entries ?? noEntries,
    isBySpecification: known?.isBySpecification ?? false,
    isTooMany: known?.entries === null,
    isKnown: known !== undefined,
    error: error === null ? null : errorOf(error),
  };
}

const noEntries: Forecast['entries'] = new Map();

onEvent((event, client) => {
  if (event.type === 'limits-read' || (event.type === 'waiting' && event.isAsked))
    void client.invalidateQueries({ queryKey: [event.connection, 'season', 'forecast'] });
});

export interface UndonePlans {
  readonly plans: readonly PlanProgress[];
  /** Whether it was tried to read all of them. */
  readonly isRead: boolean;
  /** Why some may be missing that have ended. */
  readonly error: Error | null;
}

/** The plans of a connection that are not done, whatever became of them; the newest first. */
export function useUndonePlans(connection: string): UndonePlans {
  const unended = useUnendedPlans(connection);
  const news = unended.map(({ id }) => id).join();
  const {
    data: undone = noPlans,
    isPending,
    error,
  } = useQuery({
    queryKey: [connection, 'plans', 'undone', news],
    queryFn: () =>
      everyEntry((cursor) =>
        unwrap(call('plans.list', { connection, only: 'undone', pageSize: 100, cursor })),
      ),
    staleTime: 0, // the same plans may go on as before, and one have ended meanwhile
    placeholderData: keepPreviousData,
  });
  const known = new Set(undone.map(({ id }) => id));
  const all = [...unended.filter(({ id }) => !known.has(id)), ...undone];
  return { plans: useNewest(all), isRead: !isPending, error };
}

const noPlans: readonly PlanProgress[] = [];

export interface SeasonParts {
  readonly parts: readonly SeasonPart[];
  /** Whether it was tried to read how all of them are made up; one that is being read is left out. */
  readonly isRead: boolean;
  /** Why a plan is taken as a whole: nobody knows what it does for which group. */
  readonly error: AppError | null;
  /** Reads again what could not be read. */
  readonly readOn: () => void;
}

/** Plans by the groups that they are about. */
export function useSeasonParts(plans: readonly PlanProgress[]): SeasonParts {
  const ids = plans.map(({ id }) => id);
  const made = useEach('parts', ids, readParts, Number.POSITIVE_INFINITY); // the steps of a plan never change
  const shared = ids.filter((id) => (made.known.get(id)?.length ?? 0) > 1);
  const states = useEach('states', shared, readStates);
  const parts = plans
    .filter(({ id }) => !made.pending.has(id) && !states.pending.has(id))
    .flatMap((plan) => partsWith(plan, made.known.get(plan.id), states.known.get(plan.id)));
  return {
    parts,
    isRead: made.pending.size + states.pending.size === 0,
    error: made.error ?? states.error,
    readOn: () => {
      made.readOn();
      states.readOn();
    },
  };
}

/** Reads something of each of these plans. */
function useEach<Value>(
  name: 'parts' | 'states',
  ids: readonly string[],
  read: (id: string) => Promise<Value>,
  staleTime = 0,
) {
  return useQueries({
    queries: ids.map((id) => ({ queryKey: ['plans', name, id], queryFn: () => read(id), staleTime })),
    combine: (results: readonly UseQueryResult<Value>[]) => {
      const known = new Map<string, Value>();
      const pending = new Set<string>();
      for (const [place, id] of ids.entries()) {
        const { data, isPending } = results[place] ?? { data: undefined, isPending: true };
        if (data !== undefined) known.set(id, data);
        if (isPending) pending.add(id);
      }
      const failed = results.find(({ error }) => error !== null)?.error ?? null;
      return {
        known,
        pending,
        error: failed === null ? null : errorOf(failed),
        readOn: (): void => {
          for (const { error, refetch } of results) if (error !== null) void refetch();
        },
      };
    },
  });
}

onEvent((event, client) => {
  if (event.type !== 'plan-changed') return;
  const { id, connection, state } = event.plan;
  void client.invalidateQueries({ queryKey: ['plans', 'states', id] });
  if (state === 'ended') void client.invalidateQueries({ queryKey: [connection, 'plans', 'undone'] });
});

function readParts(id: string): Promise<readonly MadePart[]> {
  return unwrap(call('plans.parts', { id }));
}

function readStates(id: string): Promise<readonly StepState[]> {
  return unwrap(call('plans.states', { id }));
}
