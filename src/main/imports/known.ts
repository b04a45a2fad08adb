import { setImmediate } from 'node:timers/promises';
import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../shared/model/client-organisation.ts';
import type { Page } from '../../shared/model/page.ts';
import type { Role } from '../../shared/model/role.ts';
import type { ListRequest } from '../../shared/operations/mirror.ts';
import type { PlanProgress, StepProgress } from '../../shared/plan.ts';
import type { Group } from '../../shared/rules/plans/season-groups.ts';
import { isGroup } from '../../shared/rules/service/known-network.ts';
import { importKinds } from '../../shared/rules/tables/columns.ts';
import { seasonGroupOf } from '../../shared/rules/tables/deadlines.ts';
import { idsMeant, nameFinder } from '../../shared/rules/tables/names.ts';
import type { ImportAbout } from '../../shared/rules/tables/session.ts';
import { underwayIn } from '../../shared/rules/tables/underway.ts';
import { canBeId } from '../../shared/rules/texts/deep-link.ts';
import type { Service } from '../api/service.ts';
import type { Clock } from '../clock.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Plans } from '../plans/plans.ts';
import type { KnownList } from './table-session.ts';

export interface KnownDeps {
  readonly connection: string;
  readonly clock: Pick<Clock, 'wall' | 'schedule'>;
  readonly mirror: Pick<Mirror, 'list'>;
  readonly service: () => Pick<Service, 'call'>;
  readonly plans: Pick<Plans, 'list' | 'steps'>;
  /** The groups of the season of a connection. */
  readonly groups: (connection: string) => Promise<readonly Group[]>;
  /** Takes entries of a list, behind those that were taken or in their place. */
  readonly take: (list: KnownList, of: string, entries: readonly unknown[], isFirst: boolean) => void;
  /** Hears that there is more, or that the reading has ended. */
  readonly tell: () => void;
}

export interface KnownState {
  readonly isWhole: boolean;
  /** What ended the reading; what was read stays. */
  readonly error: AppError | null;
}

const worthWaiting = 1_000; // milliseconds
const lanes = 4; // as many lists of single objects are read at a time
const atOnce = 500; // entries: to hand so many over takes a few milliseconds

/**
 * Reads what a table is checked against, as it is now: the service's lists, only those that its kind needs, and of single clients and audits only those
 * in it; and what plans that have not ended make. All is read anew when a plan begins or ends.
 */
export function createKnown(deps: KnownDeps) {
  const { clock, tell } = deps;
  const taken = new Map<string, string>();
  let about: ImportAbout | null = null;
  let begunAt = clock.wall() - 1; // what is read at this very moment counts
  let unended = new Set<string>();
  let readings = 0;
  let state: KnownState = { isWhole: false, error: null };
  let ended: Promise<void> = Promise.resolve();

  const read = async (wanted: ImportAbout): Promise<void> => {
    readings += 1;
    const reading = readings;
    const isCurrent = (): boolean => reading === readings;
    state = { isWhole: false, error: null };
    const plans = unendedPlans(deps);
    if (plans.ok) unended = new Set(plans.value.map(({ id }) => id));
    const underway = plans.ok ? await underwayOf(plans.value, deps) : plans;
    const reader = createReader(deps, { taken, isCurrent, freshFor: clock.wall() - begunAt });
    if (underway.ok) await reader.hand('underway', '', underway.value);
    const error = underway.ok ? await readAll(wanted, deps, reader) : underway.error;
    if (!isCurrent()) return;
    state = { isWhole: error === null, error };
    tell();
  };
  const begin = (wanted: ImportAbout): void => {
    const reading = readings + 1;
    ended = read(wanted).catch((fault: unknown) => {
      if (reading === readings) throw fault; // else it was given up, as where the app ends
    });
  };

  return {
    state: (): KnownState => state,
    /** Reads what a table with these ids is checked against, unless that is done or under way. */
    want: (next: ImportAbout): void => {
      if (JSON.stringify(next) === JSON.stringify(about)) return;
      about = next;
      begin(next);
    },
    /** Settles once the reading has ended, or has taken so long that what came is worth checking by. */
    come: async (): Promise<void> => {
      const { promise: isLong, resolve } = Promise.withResolvers<void>();
      const stop = clock.schedule(worthWaiting, resolve);
      await Promise.race([ended, isLong]);
      stop();
    },
    /** Reads on after an error. */
    readOn: (): void => {
      if (about === null || state.error === null) return;
      begin(about);
      tell();
    },
    /** A plan may have made something where the reading has been already. */
    planChanged: ({ id, state: planState }: PlanProgress): void => {
      if (about === null || unended.has(id) === (planState !== 'ended')) return;
      begunAt = clock.wall();
      begin(about);
      tell();
    },
    /** Its groups, or what is said of them, are other: it matters to tables of deadlines. */
    seasonChanged: (): void => {
      if (about?.kind !== 'deadlines') return;
      begin(about);
      tell();
    },
    close: (): void => {
      readings += 1;
    },
  };
}

interface Reading {
  /** The versions of the lists that were handed over. */
  readonly taken: Map<string, string>;
  /** Whether no other reading has begun. */
  readonly isCurrent: () => boolean;
  readonly freshFor: number;
}

type Reader = ReturnType<typeof createReader>;

/** One reading of all that is wanted. */
function createReader({ connection, mirror, take }: KnownDeps, { taken, isCurrent, freshFor }: Reading) {
  const errors: AppError[] = [];
  const isHalted = (): boolean => !isCurrent() || errors.some(({ reason }) => reason !== 'list-unread');
  const hand = async (list: KnownList, of: string, entries: readonly unknown[]): Promise<void> => {
    for (let from = 0; from === 0 || from < entries.length; from += atOnce) {
      if (from > 0) await setImmediate();
      if (!isCurrent()) return;
      take(list, of, entries.slice(from, from + atOnce), from === 0);
    }
  };
  /** Hands over what is known of a list, unless that was done. */
  const handKnown = async (name: KnownList, of: string, request: ListRequest): Promise<void> => {
    const list = mirror.list(connection, request);
    const key = `${name} ${of}`;
    const version = list.rows.version();
    if (taken.get(key) === version) return;
    taken.delete(key);
    const entries = list.rows.entries();
    // They have been read by the schema of their list.
    await hand(name, of, name === 'roles' ? (entries as readonly Role[]).map((role) => role.name) : entries);
    if (isCurrent()) taken.set(key, version);
  };
  /** Whether a list was read to its end, each entry of it; one whose object is gone is empty. */
  const readList = async (request: ListRequest): Promise<'read' | 'gone' | 'unread'> => {
    const list = mirror.list(connection, request);
    const reply = await list.read(freshFor, true);
    if (!reply.ok && reply.error.code === 'missing') return 'gone';
    const error = reply.ok ? unreadError(list.known()) : reply.error;
    if (error !== null) errors.push(error);
    return error === null ? 'read' : 'unread';
  };
  const each = async (ids: readonly string[], read: (id: string) => Promise<void>): Promise<void> => {
    const left = [...ids];
    const lane = async (): Promise<void> => {
      for (let id = left.shift(); id !== undefined && !isHalted(); id = left.shift()) await read(id);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  return {
    errors,
    isHalted,
    hand,
    handKnown,
    readList,
    each,
    eachList: (
      list: KnownList,
      ids: readonly string[],
      requestOf: (id: string) => ListRequest,
    ): Promise<void> =>
      each(ids, async (id) => {
        const found = await readList(requestOf(id));
        if (found === 'read') await handKnown(list, id, requestOf(id));
        else if (found === 'gone') await hand(list, id, []);
      }),
  };
}

function unreadError({ unread }: ReturnType<ReturnType<Mirror['list']>['known']>): AppError | null {
  return unread === null ? null : { code: 'unexpected-answer', reason: 'list-unread' };
}

async function readAll(wanted: ImportAbout, deps: KnownDeps, reader: Reader): Promise<AppError | null> {
  const { errors, isHalted, hand, handKnown, readList, each, eachList } = reader;
  const wholes = wholeLists.filter(({ kinds }) => kinds.some((kind) => kind === wanted.kind));
  const handAll = async (): Promise<void> => {
    for (const { list, request } of wholes) await handKnown(list, '', request);
  };
  await handAll(); // what is known of it shows at once
  await Promise.all(wholes.map(({ request }) => readList(request)));
  await handAll();
  deps.tell();
  if (isHalted()) return errors[0] ?? null;
  if (wanted.kind === 'deadlines') {
    const groups = await deps.groups(deps.connection);
    await hand('groups', '', groups.map(seasonGroupOf));
    return errors[0] ?? null;
  }

  const { clients, audits: listed } = knownIn(deps);
  const named: Audit[] = [];
  const find = nameFinder(listed);
  const others = wanted.audits.filter((id) => canBeId(id) && find(id) === null); // component audits are in no list of audits
  await each(others, async (id) => {
    const reply = await deps.service().call('audits.read', { path: { audit_id: id } });
    if (reply.ok) named.push(reply.value);
    else if (reply.error.code !== 'missing') errors.push(reply.error);
  });
  await hand('named', '', named);
  const of = wantedOf(wanted, { clients, audits: [...listed, ...named] });
  const inAudit = (id: string) => ({ path: { audit_id: id } });
  await eachList('entitiesOf', of.entities, (id) => ({ operation: 'legalEntities.list', path: { id } }));
  await eachList('usersOf', of.users, (id) => ({ operation: 'users.list', ...inAudit(id) }));
  await eachList('componentsOf', of.components, (id) => ({ operation: 'components.list', ...inAudit(id) }));
  return errors[0] ?? null;
}

const wholeLists = [
  { list: 'clients', request: { operation: 'clients.list' }, kinds: importKinds },
  {
    list: 'audits',
    request: { operation: 'audits.list' },
    kinds: ['audits', 'components', 'users', 'deadlines'],
  },
  { list: 'workPackages', request: { operation: 'workPackages.list' }, kinds: ['audits'] },
  {
    list: 'roles',
    request: { operation: 'roles.list', query: { associated_model: 'Audit' } },
    kinds: ['users'],
  },
] as const satisfies readonly {
  readonly list: KnownList;
  readonly request: ListRequest;
  readonly kinds: readonly ImportAbout['kind'][];
}[];

function knownIn({ connection, mirror }: Pick<KnownDeps, 'connection' | 'mirror'>) {
  // They have been read by the schemas of their lists.
  const clients = mirror
    .list(connection, { operation: 'clients.list' })
    .rows.entries() as readonly ClientOrganisation[];
  const audits = mirror.list(connection, { operation: 'audits.list' }).rows.entries() as readonly Audit[];
  return { clients, audits };
}

/** The ids of clients and audits that are known without asking the service. */
export function knownIds(connection: string, mirror: KnownDeps['mirror']) {
  const { clients, audits } = knownIn({ connection, mirror });
  return { clients: clients.map(({ id }) => id), audits: audits.map(({ id }) => id) };
}

/** The clients whose legal entities, the audits whose users and the groups whose components a table is checked against, of those that are there. */
function wantedOf(
  about: ImportAbout,
  { audits, clients }: { readonly audits: readonly Audit[]; readonly clients: readonly ClientOrganisation[] },
) {
  const owners = new Map(audits.map((audit) => [audit.id, audit.client_organisation_id]));
  const groups = idsMeant(about.groups, nameFinder(audits.filter(isGroup)));
  const named = [...about.clients, ...groups.map((id) => owners.get(id) ?? '')];
  const isOfAudits = about.kind === 'audits' || about.kind === 'components';
  return {
    entities: isOfAudits ? [...new Set(idsMeant(named, nameFinder(clients)))] : [],
    users: [...new Set(idsMeant(about.audits, nameFinder(audits)))],
    components: about.couples ? audits.filter(isGroup).map(({ id }) => id) : [...new Set(groups)],
  };
}

function unendedPlans({ connection, plans }: KnownDeps): Reply<readonly PlanProgress[]> {
  const found: PlanProgress[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Reply<Page<PlanProgress>> = plans.list({ connection, only: 'unended', cursor });
    if (!page.ok) return page;
    found.push(...page.value.results);
    ({ cursor } = page.value);
  }
  return succeed(found);
}

/** What plans make that have not ended; read in parts, between which others work. */
async function underwayOf(unended: readonly PlanProgress[], { plans }: KnownDeps) {
  const found: ReturnType<typeof underwayIn>[number][] = [];
  for (const { id, title } of unended) {
    const steps: StepProgress[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Reply<Page<StepProgress>> = plans.steps({ id, cursor });
      if (!page.ok) return fail(page.error.code, page.error);
      steps.push(...page.value.results);
      ({ cursor } = page.value);
      await setImmediate();
    }
    found.push(...underwayIn({ id, title }, steps));
  }
  return succeed(found);
}
