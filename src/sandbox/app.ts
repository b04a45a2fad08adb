import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
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
import { type Clock, createClock, createControl } from './http/control.ts';
import {
  type Answer,
  answered,
  detail,
  notFound,
  type Outcome,
  requestOf,
  type ServiceRequest,
  whole,
} from './http/exchange.ts';
import { affected, createFaults, type Faults, isUntouched } from './http/faults.ts';
import { createLimiter } from './http/limits.ts';
import { createRequestLog, type RequestLog } from './http/request-log.ts';
import { createRouter, type Handled } from './http/router.ts';
import { openStore, type Store } from './store/store.ts';

export interface SandboxOptions {
  /** Loaded only if the data file is empty. */
  readonly fixture: Fixture;
  /** A data file. Without one, the state is in memory. */
  readonly data?: string | undefined;
  readonly initialisationSeconds?: number;
  /** Gives every service account a random secret at this start, and revokes all tokens. */
  readonly renewSecrets?: boolean;
  readonly control?: boolean;
  /** Milliseconds since 1970. */
  readonly machineTime?: () => number;
  /** Gets errors that are bugs of this service. The caller gets a `500`. */
  readonly report?: (error: unknown) => void;
}

export interface Sandbox {
  /** Answers in this process. Rejects if a fault resets the connection, as the global `fetch` does. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers synchronously, except for the documents and delayed answers. */
  readonly answer: (request: ServiceRequest) => Outcome | Promise<Outcome>;
  /** The first firm's first service account. The secret is empty if only its hash is known. */
  readonly account: Account;
  /** Whether the data file had a state already. Then the fixture is not loaded. */
  readonly resumed: boolean;
  readonly close: () => void;
}

/** Starts the service without a port. Throws `UnusableFile` for a data file that cannot be used. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { initialisationSeconds = 3, control = false, machineTime = Date.now, report = () => {} } = options;
  const store = openStore(options.data);
  const clock = createClock(machineTime, Number(store.meta('clock-offset') ?? 0));
  const load = () => {
    clock.reset();
    loadFixture(store, storedFixture(store), clock.now());
    store.setMeta('clock-offset', '0');
  };
  const resumed = store.meta('fixture') !== undefined;
  if (!resumed) fill(store, options.fixture, load);
  const renewed = options.renewSecrets === true ? renewSecrets(store) : null;
  const reference = referenceOf(storedFixture(store));
  const { variants } = reference;
  const { windows, rejected_requests_count: rejectedRequestsCount } = variants;
  const limiter = createLimiter({ windows, rejectedRequestsCount });
  const [faults, log] = [createFaults(), createRequestLog(1_000)];
  const reset = () => {
    load();
    for (const one of [limiter, faults, log]) one.clear();
  };
  const administer = createControl({ store, clock, faults, log, reset });
  const initialisationMilliseconds = Math.round(initialisationSeconds * 1_000);
  const route = createRouter({ store, reference, initialisationMilliseconds, newId: randomUUID }, limiter);
  // Loaded on demand: most starts never need it.
  let documents: Promise<Documents> | undefined;
  const loadDocuments = () =>
    (documents ??= import('./http/documents/documents.ts').then((module) => module.createDocuments(store)));

  const failed = (error: unknown): Handled => {
    report(error);
    return { answer: detail(500, 'Internal server error.'), tier: null, clientId: null };
  };
  const carryOut = (work: (now: number) => Handled): Handled => {
    try {
      const now = clock.now();
      removeGone(store, now);
      return work(now);
    } catch (error) {
      return failed(error);
    }
  };
  const handle = (request: ServiceRequest): Handled | Promise<Handled> =>
    documentPaths.has(request.path)
      ? loadDocuments()
          .then((answer) => answer(request, clock.now()))
          .catch(failed)
      : carryOut((now) => route(request, now));

  const answerApi = answering(handle, { clock, faults, log, variants });
  const answer = (request: ServiceRequest): Outcome | Promise<Outcome> => {
    if (!request.path.startsWith('/__sandbox/')) return answerApi(request);
    if (!control) return whole(notFound);
    return whole(carryOut(() => ({ ...unhandled, answer: administer(request) })).answer);
  };

  return {
    fetch: async (request) => answered(await answer(await requestOf(request))),
    answer,
    account: renewed ?? firstAccount(store, options.fixture),
    resumed,
    close: store.close,
  };
}

type Documents = (request: ServiceRequest, now: number) => Handled;

interface AnsweringDeps {
  readonly clock: Clock;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly variants: Variants;
}

/** Applies faults to requests and answers of the API, publishes the answers and logs the requests. */
function answering(
  handle: (request: ServiceRequest) => Handled | Promise<Handled>,
  { clock, faults, log, variants }: AnsweringDeps,
): Sandbox['answer'] {
  return (request) => {
    const [at, started] = [clock.now(), performance.now()];
    const { method, path } = request;
    const effect = faults.take(method, path);
    const finish = ({ answer, tier, clientId }: Handled): Outcome => {
      if (answers.hasSubscribers && !isUntouched(effect))
        answers.publish({ request, answer, variants } satisfies Answered);
      const outcome = affected(answer, effect);
      const status = outcome.delivery === 'none' ? null : outcome.answer.status;
      const duration = performance.now() - started;
      if (path.startsWith('/api/'))
        log.add({ at, method, path, status, tier, client_id: clientId, duration });
      return outcome;
    };
    const handled = isUntouched(effect) ? unhandled : handle(request);
    if (effect?.kind === 'delay')
      return pause(effect.seconds * 1_000)
        .then(() => handled)
        .then(finish);
    return handled instanceof Promise ? handled.then(finish) : finish(handled);
  };
}

const documentPaths: ReadonlySet<string> = new Set(['/api/v1/schema/', '/api/v1/docs/']);

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
function fill(store: Store, fixture: Fixture, load: () => void): void {
  store.transaction(() => {
    storeFixture(store, fixture);
    load();
  });
}

function removeGone(store: Store, now: number): void {
  const gone = store.audits.goneBy(now);
  if (gone.length === 0) return;
  store.transaction(() => {
    for (const row of gone) removeAudit(store, row);
  });
}
