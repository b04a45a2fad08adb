import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { type Awaitable, after } from './awaitable.ts';
import { removeAudit } from './domain/audits.ts';
import { referenceOf } from './domain/reference.ts';
import type { Fixture, Variants } from './fixture/fixture.ts';
import {
  type Account,
  firstAccount,
  loadFixture,
  renewSecrets,
  storedFixture,
  storeFixture,
} from './fixture/load.ts';
import { createIdentification, tokenHashOf } from './http/auth.ts';
import { createControl } from './http/control.ts';
import { speaking } from './http/dialects/speak.ts';
import type { Documents } from './http/documents/documents.ts';
import { docsPath, entrance, schemaPath } from './http/entry.ts';
import {
  type Answer,
  answered,
  because,
  detail,
  type Handled,
  notFound,
  type Outcome,
  requestOf,
  type ServiceRequest,
  whole,
} from './http/exchange.ts';
import { affected, type FaultEffect, isUntouched } from './http/faults.ts';
import type { LimiterOptions } from './http/limits.ts';
import type { Observed, Recorder } from './http/recorder.ts';
import { createReplay } from './http/replay.ts';
import { createRouter } from './http/router.ts';
import { tierAt } from './http/routes.ts';
import { createSnapshotCalls } from './http/snapshots.ts';
import type { UsersOf } from './http/state.ts';
import { createWorkbenchPage } from './http/workbench.ts';
import { openSqlite } from './store/sqlite/sqlite.ts';
import type { Database, Moment, Store } from './store/store.ts';
import { UnusableFile } from './store/unusable.ts';

export interface SandboxOptions {
  /** Loaded only if the data file is empty. */
  readonly fixture: Fixture;
  /** A data file. Without one, the state is in memory. */
  readonly data?: string | undefined;
  /** In place of a data file. It has a clock of its own, and `close` closes it. */
  readonly database?: Database | undefined;
  /** The content of a snapshot to start from in place of the fixture. Loaded only if the data file is empty. */
  readonly restore?: Uint8Array | undefined;
  /** Whether it takes little memory, as one of many. */
  readonly isSmall?: boolean | undefined;
  readonly initialisationSeconds?: number | undefined;
  /** Dialects that it speaks, beside those of the fixture (docs/sandbox-dialects.md). */
  readonly variants?: readonly string[] | undefined;
  /** Gives every service account a random secret at this start, and revokes all tokens. */
  readonly renewSecrets?: boolean;
  readonly control?: boolean | undefined;
  /** The folder of the workbench's built page. */
  readonly workbench?: string | undefined;
  /** Milliseconds since 1970. */
  readonly machineTime?: () => number;
  /** Gets errors that are bugs of this service. The caller gets a `500`. */
  readonly report?: (error: unknown) => void;
}

export interface Sandbox {
  /** Answers in this process. Rejects if a fault resets the connection, as the global `fetch` does. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers at once where nothing has to be waited for. */
  readonly answer: (request: ServiceRequest) => Awaitable<Outcome>;
  /** Notes a request that may not come in, with what it is answered. It is not looked at further, and this never fails. */
  readonly note: (request: ServiceRequest, answer: Answer) => Awaitable<void>;
  /** The first firm's first service account. The secret is empty if only its hash is known. */
  readonly account: Account;
  /** Whether the data file had a state already. Then the fixture is not loaded. */
  readonly resumed: boolean;
  /** The content of a snapshot of the state. */
  readonly snapshot: () => Promise<Uint8Array>;
  readonly close: () => Awaitable<void>;
}

/** What a port leads to. */
export type Reached = Pick<Sandbox, 'answer'> & Partial<Pick<Sandbox, 'note'>>;

/** A snapshot that cannot be restored. The message is for the person who named it. */
export class UnusableSnapshot extends Error {}

const smallCache = 1_024; // KiB
const smallRecorder = { capacity: 1_000, characters: 1_000_000 };

/**
 * Starts the service without a port. Rejects with `UnusableFile` for a data file that cannot be used, and with
 * `UnusableSnapshot`.
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const {
    control,
    isSmall,
    workbench,
    initialisationSeconds,
    variants,
    machineTime = Date.now,
    report = () => {},
  } = options;
  const cache = isSmall === true ? smallCache : undefined;
  const database = options.database ?? openSqlite({ file: options.data, cache, machineTime });
  const resumed = await begin(database, options);
  const account = await accountOf(database, options);
  // Not `options`: the service lives on, and its fixture or snapshot may be large.
  const settings = { control, isSmall, workbench, initialisationSeconds, variants, machineTime };
  const { answer, note } = await answeringOf(settings, { database, report });
  return {
    fetch: async (request) => answered(await answer(await requestOf(request))),
    answer,
    note,
    account,
    resumed,
    snapshot: async () => database.turn(({ now }) => database.snapshots.write(now)),
    close: database.close,
  };
}

interface Parts {
  readonly database: Database;
  readonly report: (error: unknown) => void;
}

type Settings = Pick<
  SandboxOptions,
  'control' | 'isSmall' | 'workbench' | 'initialisationSeconds' | 'variants' | 'machineTime'
>;

async function answeringOf(settings: Settings, parts: Parts): Promise<Required<Reached>> {
  const { control = false, isSmall = false, machineTime = Date.now } = settings;
  const { database, report } = parts;
  const failed = failing({ outageOf: database.outageOf, report });
  let service = await serviceOf(settings, parts);
  let loaded = await database.turn(({ fixture }) => fixture);
  const renew = async (fixture?: string) => {
    service = await serviceOf(settings, parts); // its fixture may be another one
    if (fixture !== undefined) loaded = fixture;
    return service;
  };
  const current = ({ fixture }: Moment) => (fixture === loaded ? service : renew(fixture));
  const variants = () => service.variants;
  const answerApi = answering(database, { current, variants, failed, machineTime });
  const recorder = control ? database.controls.recorder(isSmall ? smallRecorder : {}) : null;
  const record: TakeRecord = (observed) => recorder?.add(observed);
  const administer =
    recorder === null
      ? null
      : administering(settings.workbench, { database, recorder, current, renew, failed, answerApi });
  const note: Sandbox['note'] = (request, refusal) =>
    orElse(
      () => (control && !isAdministered(request) ? noteIn(record, database, request, refusal) : undefined),
      report,
    );
  const answer: Sandbox['answer'] = (request) => {
    if (request.path === '/') return whole(entrance(request, control));
    if (isAdministered(request)) return administer?.(request) ?? whole(notFound);
    if (!isOfPage(request)) return answerApi(request, record);
    return service.isSentByPage(request).then(async (isSent) => {
      if (isSent) return answerApi(request, record);
      await note(request, loginEnded);
      return whole(loginEnded);
    });
  };
  return { answer, note };
}

const isAdministered = ({ path }: ServiceRequest) => path.startsWith('/__sandbox/');

/** Records a request that was refused at the entry. */
function noteIn(
  record: TakeRecord,
  { turn }: Pick<Database, 'turn'>,
  request: ServiceRequest,
  answer: Answer,
): Awaitable<void> {
  const started = performance.now();
  const time = orElse(
    () => turn(({ now }) => now),
    () => Date.now(),
  );
  return after(time, (at) => {
    const duration = performance.now() - started;
    const handled = { ...unhandled, answer };
    record({ at, duration, request, handled, outcome: whole(answer), fault: null });
  });
}

interface AdministeringDeps {
  readonly database: Database;
  readonly recorder: Recorder;
  /** The service with the fixture of a moment. */
  readonly current: (moment: Moment) => Awaitable<Service>;
  /** Makes it anew, for a state that got another fixture. */
  readonly renew: () => Promise<unknown>;
  readonly failed: (error: unknown) => Handled;
  readonly answerApi: AnswerApi;
}

/** Answers requests to the control plane and for its page. */
function administering(
  workbench: string | undefined,
  { database, recorder, current, renew, failed, answerApi }: AdministeringDeps,
): Sandbox['answer'] {
  const reset = async (store: Store) => {
    await load(store);
    await store.controls.clear();
    await recorder.clear();
  };
  const administer = ({ counting, usersOf }: Service) =>
    createControl({ database, counting, usersOf, recorder, reset });
  const administerSnapshots = createSnapshotCalls(database, {
    load: (given) =>
      database.write('all', async (store) => {
        await fill(store, given);
        await store.controls.clear();
      }),
    restored: async () => {
      await renew();
      await recorder.clear();
    },
  });
  const page = createWorkbenchPage(workbench);
  const send = async (request: ServiceRequest) => {
    let number: Awaitable<number | null> = null;
    await answerApi(request, (observed) => {
      number = recorder.add(observed);
    });
    return number;
  };
  const replay = createReplay({ database, recorder, send });
  const carryOut = (request: ServiceRequest) => () =>
    database.turn((moment) =>
      after(current(moment), (service) =>
        service.carryOut(moment, () =>
          after(
            administerSnapshots(request) ?? administer(service)(request),
            (answer): Handled => ({ ...unhandled, answer }),
          ),
        ),
      ),
    );
  return (request) => {
    const shown = page(request);
    if (shown !== null) return whole(shown);
    const replayed = replay(request);
    if (replayed !== null) return replayed.catch((error: unknown) => failed(error).answer).then(whole);
    return after(orElse(carryOut(request), failed), ({ answer }) => whole(answer));
  };
}

interface Service {
  readonly variants: Variants;
  /** How requests are counted. */
  readonly counting: LimiterOptions;
  readonly usersOf: UsersOf;
  /** Work at a moment, once those audits are gone whose time has come. */
  readonly carryOut: (moment: Moment, work: () => Awaitable<Handled>) => Awaitable<Handled>;
  readonly handle: (request: ServiceRequest, moment: Moment) => Awaitable<Handled>;
  /** The service account of a request's token, where there is one. */
  readonly clientOf: (request: ServiceRequest, now: number) => Awaitable<string | null>;
  /** Whether the documentation page sends this, while its login lasts. */
  readonly isSentByPage: (request: ServiceRequest) => Promise<boolean>;
}

/** What follows from the fixture of a state: it is made anew when the state gets another one. */
async function serviceOf(settings: Settings, { database }: Parts): Promise<Service> {
  const { initialisationSeconds = 3, variants: dialects = [] } = settings;
  const reference = referenceOf(await database.read(storedFixture));
  const { variants, users: usersOf } = reference;
  const { windows, rejected_requests_count: rejectedRequestsCount } = variants;
  const counting = { windows, rejectedRequestsCount };
  const limiter = database.controls.limiter(counting);
  const initialisationMilliseconds = Math.round(initialisationSeconds * 1_000);
  const route = speaking(
    createRouter({ database, limiter, reference, initialisationMilliseconds, newId: randomUUID }),
    [...(variants.dialects ?? []), ...dialects],
    (clientId, id) =>
      database.read(async ({ accounts, audits }) => {
        const account = await accounts.account(clientId);
        return account === undefined ? null : ((await audits.byId(account.firm, id))?.country ?? null);
      }),
  );
  const identify = createIdentification(database);
  // Loaded on demand: most starts never need it.
  let documents: Promise<Documents> | undefined;
  const loadDocuments = () =>
    (documents ??= import('./http/documents/documents.ts').then((module) =>
      module.createDocuments(database),
    ));

  const carryOut: Service['carryOut'] = ({ now, isDue }, work) =>
    isDue ? after(removeGone(database, now), work) : work();
  const handle: Service['handle'] = (request, moment) =>
    isDocument(request.path)
      ? loadDocuments().then((loaded) => loaded.answer(request, moment.now))
      : carryOut(moment, () => route(request, moment));
  const isSentByPage: Service['isSentByPage'] = async (request) => {
    const loaded = await loadDocuments();
    return database.turn(({ now }) => loaded.isSentByPage(request, now));
  };
  const clientOf: Service['clientOf'] = (request, now) =>
    after(identify(request, { now }), (found) => (found.ok ? found.caller.clientId : null));
  return { variants, counting, usersOf, carryOut, handle, clientOf, isSentByPage };
}

interface Failing extends Pick<Database, 'outageOf'>, Pick<Parts, 'report'> {}

/** The answer to a request that failed: a bug, or the database is away. */
export function failing({ outageOf, report }: Failing): (error: unknown) => Handled {
  return (error) => {
    const outage = outageOf(error);
    if (outage === null) report(error);
    const answer =
      outage === null
        ? because(detail(500, 'Internal server error.'), 'internal')
        : because(
            detail(outageStatus, `The service cannot use its database: ${outage}.`, soon),
            'no-database',
          );
    return { answer, tier: null, clientId: null };
  };
}

/** Whoever asks again finds out whether the database is back, and waits for nothing. */
const soon = { 'Retry-After': '1' };

/** What work comes to, or what its failure is turned into. */
export function orElse<Value>(
  work: () => Awaitable<Value>,
  failed: (error: unknown) => Value,
): Awaitable<Value> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}

/** A request that was carried out, and the fault that acts on its answer. */
interface Met {
  readonly at: number;
  /** Whether the machine has another time. */
  readonly isMoved: boolean;
  readonly effect: FaultEffect | null;
  readonly handled: Handled;
}

interface AnsweringDeps {
  /** The service with the fixture of a moment. */
  readonly current: (moment: Moment) => Awaitable<Service>;
  readonly variants: () => Variants;
  readonly failed: (error: unknown) => Handled;
  readonly machineTime: () => number;
}

/** Gets what became of a request. */
type TakeRecord = (observed: Observed) => unknown;
type AnswerApi = (request: ServiceRequest, record: TakeRecord) => Awaitable<Outcome>;

/** Applies faults to requests and answers of the API, and publishes the answers. */
function answering(
  { turn, controls: { faults } }: Database,
  { current, variants, failed, machineTime }: AnsweringDeps,
): AnswerApi {
  return (request, record) => {
    const started = performance.now();
    const { method, path } = request;
    const meet = (moment: Moment): Awaitable<Met> =>
      after(moment.hasFaults ? faults.take(method, path, () => tierAt(method, path)) : null, (effect) => {
        const work = () => after(current(moment), (service) => service.handle(request, moment));
        const note = () =>
          after(current(moment), (service) =>
            after(service.clientOf(request, moment.now), (clientId) => ({ ...unhandled, clientId })),
          );
        return after(orElse(isUntouched(effect) ? note : work, failed), (handled) => ({
          at: moment.now,
          isMoved: Math.abs(moment.now - machineTime()) >= 1_000,
          effect,
          handled,
        }));
      });
    const finish = ({ at, isMoved, effect, handled }: Met): Outcome => {
      const { answer } = handled;
      if (answers.hasSubscribers && !isUntouched(effect) && answer.status !== outageStatus)
        answers.publish({ request, answer, variants: variants() } satisfies Answered);
      const outcomeOf = (given: Answer) => {
        const sent = affected(given, effect);
        return isMoved && sent.delivery !== 'none' ? dated(sent, at) : sent;
      };
      const outcome = outcomeOf(answer);
      const duration = performance.now() - started;
      record({ at, duration, request, handled, outcome, fault: effect?.kind ?? null });
      return handled.said === undefined ? outcome : { ...outcomeOf(handled.said), meant: outcome.answer };
    };
    const met = orElse(
      () => turn(meet, () => tokenHashOf(request)),
      (error): Met => ({ at: Date.now(), isMoved: false, effect: null, handled: failed(error) }),
    );
    return after(met, (it) =>
      it.effect?.kind === 'delay' ? pause(it.effect.seconds * 1_000).then(() => finish(it)) : finish(it),
    );
  };
}

/** With the service's own time, where the server would tell the machine's. */
function dated({ delivery, answer }: Outcome, now: number): Outcome {
  const headers = { Date: new Date(now).toUTCString(), ...answer.headers };
  return { delivery, answer: { ...answer, headers } };
}

const loginEnded = because(
  detail(403, `The login of the documentation has ended. Log in again at ${docsPath}.`),
  'login-ended',
);

function isDocument(path: string): boolean {
  return path === schemaPath || path.startsWith(docsPath);
}

/** Whether a web page sends this, other than the login. Then only the documentation page may. */
function isOfPage({ method, path, header }: ServiceRequest): boolean {
  return header('origin') !== undefined && !(method === 'POST' && path === docsPath);
}

/** Not of the API, but of the place where the service runs. */
const outageStatus = 503;

/** Tests listen here for every answer, before a fault changes it. */
const answers = channel('audit-desk:sandbox-answer');

export interface Answered {
  readonly request: ServiceRequest;
  readonly answer: Answer;
  readonly variants: Variants;
}

/** For a request that a fault keeps from the service. */
const unhandled: Handled = { answer: notFound, tier: null, clientId: null };

// Outside `createSandbox`, whose closures would keep the fixture in memory. It may be large.
/** Fills the database if it has no state. Answers whether it had one. */
async function begin(
  database: Database,
  { fixture, restore }: Pick<SandboxOptions, 'fixture' | 'restore'>,
): Promise<boolean> {
  const isFilled = async (store: Store) => (await store.meta('fixture')) !== undefined;
  if (restore !== undefined) {
    try {
      return !(await database.snapshots.read(restore, 'filled'));
    } catch (error) {
      throw error instanceof UnusableFile ? new UnusableSnapshot(error.message) : error;
    }
  }
  return database.write('all', async (store) => {
    if (await isFilled(store)) return true;
    await fill(store, fixture);
    return false;
  });
}

async function accountOf(
  database: Database,
  { fixture, renewSecrets: isRenewed }: Pick<SandboxOptions, 'fixture' | 'renewSecrets'>,
): Promise<Account> {
  if (isRenewed === true) {
    const renewed = await database.write('all', renewSecrets);
    if (renewed !== null) return renewed;
  }
  return database.read((store) => firstAccount(store, fixture));
}

async function fill(store: Store, fixture: Fixture): Promise<void> {
  await storeFixture(store, fixture);
  await load(store);
}

/** Returns to the fixture. */
async function load(store: Store): Promise<void> {
  const { clock } = store.controls;
  await clock.reset();
  await loadFixture(store, await storedFixture(store), (await clock.read()).now);
}

function removeGone({ write }: Database, now: number): Awaitable<void> {
  return write('all', async (store) => {
    for (const row of await store.audits.goneBy(now)) await removeAudit(store, row);
  });
}
