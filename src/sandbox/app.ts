import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { createClock } from './clock.ts';
import { createControl } from './control.ts';
import { type Answer, detail, longestBody, notFound, type Outcome, type ServiceRequest } from './exchange.ts';
import { createFaults, type FaultEffect } from './faults.ts';
import { answered, requestOf } from './fetch.ts';
import type { Fixture, Variants } from './fixture.ts';
import { removeAudit } from './handlers/audits.ts';
import { handlers } from './handlers/handlers.ts';
import { createLimiter } from './limits.ts';
import { keepFixture, keptFixture, loadFixture } from './load.ts';
import { referenceOf } from './reference.ts';
import { createRequestLog } from './request-log.ts';
import { createRouter, type Handled } from './router.ts';
import { opens } from './secret.ts';
import { openStore, type Store } from './store.ts';

export interface SandboxOptions {
  /** Loaded only where the data file is empty. */
  readonly fixture: Fixture;
  /** A data file; memory without one. */
  readonly data?: string | undefined;
  readonly initialisationSeconds?: number;
  /** Whether the control plane is open. */
  readonly control?: boolean;
  /** The machine's clock: milliseconds since 1970. */
  readonly machineTime?: () => number;
  /** Told of errors that are bugs of this service; the caller gets a `500`. */
  readonly report?: (error: unknown) => void;
}

export interface Sandbox {
  /** Answers in this process. A connection that a fault resets rejects, as the global `fetch` does. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers at once, except for the documents and where a fault delays the answer. */
  readonly answer: (request: ServiceRequest) => Outcome | Promise<Outcome>;
  /** The first firm's first service account; the secret is empty where only its hash is known. */
  readonly account: { readonly client_id: string; readonly client_secret: string };
  /** Whether the data file held a state already, so that the fixture was left out. */
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
    loadFixture(store, keptFixture(store), clock.now());
    store.setMeta('clock-offset', '0');
  };
  const resumed = store.meta('fixture') !== undefined;
  if (!resumed) fill(store, options.fixture, load);

  const reference = referenceOf(keptFixture(store));
  const limiter = createLimiter({
    windows: reference.variants.windows,
    rejectedRequestsCount: reference.variants.rejected_requests_count,
  });
  const faults = createFaults();
  const log = createRequestLog(1_000);
  const service = {
    store,
    reference,
    initialisationMilliseconds: Math.round(initialisationSeconds * 1_000),
    newId: randomUUID,
  };
  const route = createRouter(handlers, service, limiter);
  const administer = createControl({
    store,
    clock,
    faults,
    log,
    reset: () => {
      load();
      limiter.clear();
      faults.clear();
      log.clear();
    },
  });

  // Loaded and built only when somebody asks: most who start the service never do.
  const documents = lazily(async () => (await import('./documents/documents.ts')).createDocuments(store));

  const failed = (error: unknown): Handled => {
    report(error);
    return { answer: detail(500, 'Internal server error.'), tier: null, clientId: null };
  };

  const carryOut = (request: ServiceRequest, now: number): Handled => {
    try {
      removeGone(store, now);
      return route(request, now);
    } catch (error) {
      return failed(error);
    }
  };

  const answerDocument = async (request: ServiceRequest, now: number): Promise<Handled> => {
    try {
      return (await documents())(request, now);
    } catch (error) {
      return failed(error);
    }
  };

  const answerApi = (request: ServiceRequest): Outcome | Promise<Outcome> => {
    const [now, started] = [clock.now(), performance.now()];
    const effect = faults.take(request.method, request.path);
    const untouched = effect?.kind === 'status' || effect?.kind === 'drop_before';
    const finish = (handled: Handled): Outcome => {
      if (answers.hasSubscribers && !untouched)
        answers.publish({ request, answer: handled.answer, variants: reference.variants } satisfies Answered);
      const outcome = effect === null ? whole(handled.answer) : affected(handled.answer, effect);
      if (request.path.startsWith('/api/'))
        log.add({
          at: now,
          method: request.method,
          path: request.path,
          status: outcome.delivery === 'none' ? null : outcome.answer.status,
          tier: handled.tier,
          client_id: handled.clientId,
          duration: performance.now() - started,
        });
      return outcome;
    };
    const handle = (): Handled | Promise<Handled> => {
      if (untouched) return unhandled;
      return documentPaths.has(request.path) ? answerDocument(request, now) : carryOut(request, now);
    };
    const handled = handle();
    if (effect?.kind === 'delay')
      return pause(effect.seconds * 1_000)
        .then(() => handled)
        .then(finish);
    return handled instanceof Promise ? handled.then(finish) : finish(handled);
  };

  const answerControl = (request: ServiceRequest): Outcome => {
    if (!control) return whole(notFound);
    try {
      removeGone(store, clock.now());
      return whole(administer(request));
    } catch (error) {
      report(error);
      return whole(detail(500, 'Internal server error.'));
    }
  };

  const answer = (request: ServiceRequest): Outcome | Promise<Outcome> =>
    request.path.startsWith('/__sandbox/') ? answerControl(request) : answerApi(request);

  return {
    fetch: async (request) => answered(await answer(await requestOf(request, longestBody))),
    answer,
    account: firstAccount(store, options.fixture),
    resumed,
    close: store.close,
  };
}

const documentPaths: ReadonlySet<string> = new Set(['/api/v1/schema/', '/api/v1/docs/']);

/** Where every answer of an operation is told before a fault does anything to it: costs nothing while nobody listens. */
const answers = channel('audit-desk:sandbox-answer');

/** What is told there. */
export interface Answered {
  readonly request: ServiceRequest;
  readonly answer: Answer;
  readonly variants: Variants;
}

function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

/** A request that a fault kept from being looked at. */
const unhandled: Handled = { answer: notFound, tier: null, clientId: null };

const loginPage = '<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in to continue</h1></html>';

function whole(answer: Answer): Outcome {
  return { delivery: 'whole', answer };
}

function statusAnswer({ status, body, headers }: FaultEffect & { readonly kind: 'status' }): Answer {
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const text =
    typeof body === 'string' ? body : JSON.stringify(body ?? { detail: `Status ${String(status)}.` });
  return {
    status,
    headers: typed ? headers : { 'Content-Type': 'application/json', ...headers },
    body: [204, 205, 304].includes(status) ? '' : text,
  };
}

function affected(answer: Answer, effect: FaultEffect): Outcome {
  switch (effect.kind) {
    case 'status':
      return whole(statusAnswer(effect));
    case 'drop_before':
    case 'drop_after':
      return { delivery: 'none', answer };
    case 'truncate':
      return { delivery: 'half', answer };
    case 'not_json':
      return whole({ status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: loginPage });
    case 'delay':
      return whole(answer);
  }
}

// Apart from `createSandbox`: what its functions have in reach stays in memory, and a fixture may be large.
function fill(store: Store, fixture: Fixture, load: () => void): void {
  store.transaction(() => {
    keepFixture(store, fixture);
    load();
  });
}

/** Deleted audits go when their time has come; nobody is told earlier or later than by the clock. */
function removeGone(store: Store, now: number): void {
  const gone = store.audits.goneBy(now);
  if (gone.length === 0) return;
  store.transaction(() => {
    for (const row of gone) removeAudit({ store }, row);
  });
}

function firstAccount(store: Store, { firms }: Fixture): Sandbox['account'] {
  const row = store.accounts.firstAccount();
  if (row === undefined) return { client_id: '', client_secret: '' };
  const known = firms
    .flatMap((firm) => firm.service_accounts)
    .find(
      ({ client_id: id, client_secret: secret }) =>
        id === row.client_id && opens(secret, { salt: row.salt, hash: row.secret_hash }),
    );
  return { client_id: row.client_id, client_secret: known?.client_secret ?? '' };
}
