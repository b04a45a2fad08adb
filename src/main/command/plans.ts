import type { AppError, Reply } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { ItemKind, Items } from '../../shared/operations/items.ts';
import type { PauseReason, PlanProgress, StepProgress } from '../../shared/plan.ts';
import { everyEntry } from '../../shared/rules/service/every-entry.ts';
import { type Desk, oneNamed } from './desk.ts';
import {
  GivenUp,
  type OpenPoint,
  type Result,
  type Status,
  sentenceOf,
  status,
  statusOf,
  tableOf,
} from './output.ts';
import type { ErrorWords } from './words.ts';

export interface PlansOptions {
  readonly words: ErrorWords;
  /** Those of one connection only, by its id or name. */
  readonly connection: string | undefined;
  /** Also those that are done. */
  readonly all: boolean;
  /** Whether this very run may change production. */
  readonly production: boolean;
  /** Aborted when the command is to end. */
  readonly ending: AbortSignal;
  readonly progress: (line: string) => void;
}

/** `plans list | show ID | run [ID…] | pause ID… | cancel ID…` */
export async function plans(desk: Desk, given: readonly string[], options: PlansOptions): Promise<Result> {
  const [act = 'list', ...rest] = given;
  const ids = [...new Set(rest)];
  switch (act) {
    case 'list':
      if (ids.length > 0) throw new GivenUp(status.wrongUse, 'plans list takes no ids.');
      return list(desk, options);
    case 'show':
      return show(desk, ids, options);
    case 'run':
      return run(desk, ids, options);
    case 'pause':
    case 'cancel':
      return change(desk, act, ids, options);
    default:
      throw new GivenUp(status.wrongUse, 'plans takes list, show, run, pause or cancel.');
  }
}

/** The value of a reply; ends the command where it failed. */
export function valueOf<Value>(reply: Reply<Value>, { words }: Pick<PlansOptions, 'words'>): Value {
  if (reply.ok) return reply.value;
  throw new GivenUp(statusOf(reply.error), sentenceOf(reply.error, words));
}

/** What a person keeps of a kind for a connection. */
export async function itemsOf<Kind extends ItemKind>(
  desk: Desk,
  of: Kind,
  connection: string,
  options: Pick<PlansOptions, 'words'>,
): Promise<Items[Kind]> {
  // The owner of the journal answers the kind that it is asked for.
  return valueOf(await desk.call('items.list', { of, connection }), options)[of] as Items[Kind];
}

/** The connection that `--connection` names, for what is of one alone. */
export async function neededConnection(desk: Desk, noun: string, options: PlansOptions): Promise<Connection> {
  const all = await connectionsOf(desk, options);
  const named = options.connection === undefined ? null : oneNamed(all, options.connection);
  if (named !== null) return named;
  throw new GivenUp(status.wrongUse, `${noun} needs --connection: the id of one, or its name.`);
}

async function connectionsOf(desk: Desk, options: PlansOptions): Promise<readonly Connection[]> {
  return valueOf(await desk.call('connections.list', {}), options);
}

export async function allPlans(
  desk: Desk,
  only: 'unended' | 'undone' | undefined,
  options: PlansOptions,
): Promise<readonly PlanProgress[]> {
  const all = await connectionsOf(desk, options);
  const named = options.connection === undefined ? null : oneNamed(all, options.connection);
  if (options.connection !== undefined && named === null)
    throw new GivenUp(status.wrongUse, '--connection: none has that id, or that name alone.');
  return everyEntry(async (cursor) =>
    valueOf(
      await desk.call('plans.list', {
        ...(named === null ? {} : { connection: named.id }),
        ...(only === undefined ? {} : { only }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      options,
    ),
  );
}

async function list(desk: Desk, options: PlansOptions): Promise<Result> {
  const found = await allPlans(desk, options.all ? undefined : 'undone', options);
  const named = new Map((await connectionsOf(desk, options)).map(({ id, name }) => [id, name]));
  const rows = found.map((plan) => [
    plan.id,
    stateOf(plan),
    `${String(plan.counts.done)}/${String(total(plan))}`,
    plan.scheduling?.deadline ?? '-',
    named.get(plan.connection) ?? plan.connection,
    plan.title,
  ]);
  const open = found.flatMap((plan) => openPoints(plan, []));
  return {
    status: status.done,
    json: { plans: found },
    lines: tableOf([['ID', 'STATE', 'DONE', 'DUE', 'CONNECTION', 'TITLE'], ...rows]),
    open,
  };
}

async function show(desk: Desk, [id, ...others]: readonly string[], options: PlansOptions): Promise<Result> {
  if (id === undefined || others.length > 0)
    throw new GivenUp(status.wrongUse, 'plans show takes the id of one plan.');
  const plan = valueOf(await desk.call('plans.read', { id }), options);
  const steps = await stepsOf(desk, id, options);
  return {
    status: status.done,
    json: { plan, steps },
    lines: [
      `${plan.title}: ${stateOf(plan)}, ${String(plan.counts.done)} of ${String(total(plan))} done`,
      ...tableOf(
        steps.map(({ key, state, task, subject, result, error }) => [
          `  ${key}`,
          state,
          task.kind,
          subject,
          error === null ? (result ?? '') : sentenceOf(error, options.words),
        ]),
      ),
    ],
    open: openPoints(plan, steps),
  };
}

async function stepsOf(
  desk: Desk,
  id: string,
  options: PlansOptions,
  states?: StepProgress['state'][],
): Promise<readonly StepProgress[]> {
  return everyEntry(async (cursor) =>
    valueOf(
      await desk.call('plans.steps', {
        id,
        ...(states === undefined ? {} : { states }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      options,
    ),
  );
}

async function change(
  desk: Desk,
  act: 'pause' | 'cancel',
  ids: readonly string[],
  options: PlansOptions,
): Promise<Result> {
  if (ids.length === 0) throw new GivenUp(status.wrongUse, `plans ${act} takes the ids of plans.`);
  for (const id of ids) valueOf(await desk.call('plans.read', { id }), options); // all are there, or nothing is changed
  const changed: PlanProgress[] = [];
  for (const id of ids) changed.push(valueOf(await desk.call('plans.act', { id, act }), options));
  return {
    status: status.done,
    json: { plans: changed },
    lines: changed.map((plan) => `${plan.id}: ${stateOf(plan)}`),
  };
}

/** Why a plan that nobody has named is left as it is: a person has to look at it first. */
const forPeople: readonly PauseReason[] = ['person', 'forbidden', 'older', 'managed'];

/** Carries plans out until each has ended or needs a person: those that are named, or all that may go on. */
async function run(desk: Desk, ids: readonly string[], options: PlansOptions): Promise<Result> {
  const named: PlanProgress[] = [];
  for (const id of ids) named.push(valueOf(await desk.call('plans.read', { id }), options));
  const unended = ids.length > 0 ? named : await allPlans(desk, 'unended', options);
  const isLeft = ({ pause }: PlanProgress): boolean => pause !== null && forPeople.includes(pause.reason);
  const chosen = ids.length > 0 ? unended : unended.filter((plan) => !isLeft(plan));
  const rest = unended.filter((plan) => !chosen.includes(plan));
  return carryOut(desk, chosen, options, rest);
}

/** Has plans go on, and tells how each stands in the end; `rest` is left to people. */
export async function carryOut(
  desk: Desk,
  chosen: readonly PlanProgress[],
  options: PlansOptions,
  rest: readonly PlanProgress[] = [],
): Promise<Result> {
  const begun: PlanProgress[] = [];
  const refusals: { readonly plan: PlanProgress; readonly error: AppError }[] = [];
  for (const plan of chosen) {
    const reply = await goOn(desk, plan, options);
    if (reply.ok) begun.push(reply.value);
    else refusals.push({ plan, error: reply.error });
  }
  const ended = await untilEnded(desk, begun, options);
  const steps = new Map<string, readonly StepProgress[]>();
  for (const { id, counts } of ended)
    if (counts.unclear > 0) steps.set(id, await stepsOf(desk, id, options, ['unclear']));
  const open = [
    ...[...ended, ...rest].flatMap((plan) => openPoints(plan, steps.get(plan.id) ?? [])),
    ...refusals.map(({ plan, error }) => ({
      about: plan.id,
      reason: error.code,
      sentence: sentenceOf(error, options.words),
    })),
  ];
  const statuses = [
    ...ended.map((plan) => statusOfPlan(plan)),
    ...refusals.map(({ error }) => statusOf(error)),
    ...(rest.length > 0 ? [status.open] : []),
  ];
  const told = [...ended, ...refusals.map(({ plan }) => plan), ...rest];
  return {
    status: worst(statuses),
    json: { plans: told },
    lines: told.map(
      (plan) => `${plan.id}: ${stateOf(plan)}, ${String(plan.counts.done)} of ${String(total(plan))} done`,
    ),
    open,
  };
}

async function goOn(desk: Desk, plan: PlanProgress, options: PlansOptions): Promise<Reply<PlanProgress>> {
  const { id, connection, state, counts } = plan;
  const act = state === 'ended' && counts.failed + counts.blocked > 0 ? 'retry' : 'resume';
  if (state === 'ended' && act === 'resume') return { ok: true, value: plan };
  return permitted(desk, connection, options, () => desk.call('plans.act', { id, act }));
}

/** Does what may need a person's word, which `--production` is. */
export async function permitted<Value>(
  desk: Desk,
  connection: string,
  { production }: Pick<PlansOptions, 'production'>,
  act: () => Promise<Reply<Value>>,
): Promise<Reply<Value>> {
  const reply = await act();
  if (reply.ok || reply.error.code !== 'confirmation-needed') return reply;
  // In the app's own process only somebody before its window answers this.
  if (!production || !desk.isOwn) return reply;
  const allowed = await desk.call('connections.act', { id: connection, act: 'allowWrites' });
  return allowed.ok ? act() : allowed;
}

/** Resolves once the command is to end. */
export function endOf(ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ending.aborted) resolve();
    ending.addEventListener('abort', () => resolve(), { once: true });
  });
}

const betweenLooks = 1_000; // milliseconds

/** The plans once each is paused or has ended, or as they stand when the command is to end. */
async function untilEnded(
  desk: Desk,
  begun: readonly PlanProgress[],
  options: PlansOptions,
): Promise<readonly PlanProgress[]> {
  const { ending, progress } = options;
  const look = async (): Promise<readonly PlanProgress[]> => {
    const now: PlanProgress[] = [];
    for (const plan of begun) {
      const reply = await desk.call('plans.read', { id: plan.id });
      now.push(reply.ok ? reply.value : plan);
    }
    return now;
  };
  const tell = (now: readonly PlanProgress[]): void => {
    const [done, all] = [sum(now, ({ counts }) => counts.done), sum(now, total)];
    const seconds = Math.max(0, ...now.flatMap(({ remainingSeconds }) => remainingSeconds ?? []));
    progress(`${String(done)} of ${String(all)} done, about ${String(Math.ceil(seconds / 60))} min left`);
  };
  const timer = setInterval(() => void look().then(tell), betweenLooks);
  const waits = begun.map(({ id }) => desk.call('plans.wait', { id }));
  await Promise.race([Promise.all(waits), endOf(ending)]);
  clearInterval(timer);
  return look();
}

function statusOfPlan({ state, pause, counts }: PlanProgress): Status {
  if (state === 'running') return status.left;
  if (pause?.reason === 'credentials') return status.refused;
  if (pause !== null || counts.unclear > 0) return status.open;
  return counts.failed + counts.blocked + counts.cancelled > 0 ? status.failed : status.done;
}

/** The status that says most: what was left, then what is open, refused or failed. */
function worst(all: readonly Status[]): Status {
  const order = [status.left, status.refused, status.notReached, status.open, status.wrongUse, status.failed];
  return order.find((one) => all.includes(one)) ?? status.done;
}

function openPoints(plan: PlanProgress, unclear: readonly StepProgress[]): readonly OpenPoint[] {
  const { id, pause, counts } = plan;
  const paused =
    pause === null ? [] : [{ about: id, reason: pause.reason, sentence: pausedFor[pause.reason] }];
  const steps = unclear
    .filter(({ state }) => state === 'unclear')
    .map(({ key, subject, candidates, error }) => ({
      about: `${id} ${key}`,
      reason: 'unclear',
      sentence:
        error?.code === 'status-unread'
          ? `The service shows no status of “${subject}” that the app knows${error.detail === '' ? '' : `, but “${error.detail ?? ''}”`}. Resolve it in the app.`
          : `Nobody knows whether “${subject}” was made${candidates.length > 0 ? `; it may be ${candidates.join(', ')}` : ''}. Resolve it in the app.`,
    }));
  const some =
    steps.length === 0 && counts.unclear > 0
      ? [
          {
            about: id,
            reason: 'unclear',
            sentence: 'Steps have an unknown outcome. Resolve them in the app.',
          },
        ]
      : [];
  return [...paused, ...steps, ...some];
}

const pausedFor: Readonly<Record<PauseReason, string>> = {
  person: 'A person has paused it.',
  forbidden: 'The service forbids this account something.',
  faults: 'The service failed five times in a row.',
  credentials: 'The client id and secret were not accepted, or cannot be read.',
  'no-quota': 'A limit of the service admits no request at all.',
  older: 'Its journal is from an earlier time: what was done since is not in it.',
  managed: 'The policy of this computer does not allow it.',
  disk: 'What it sends cannot be written down.',
};

function stateOf({ state, pause }: PlanProgress): string {
  return pause === null ? state : `${state} (${pause.reason})`;
}

function total({ counts }: PlanProgress): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

function sum(all: readonly PlanProgress[], number: (plan: PlanProgress) => number): number {
  return all.reduce((before, plan) => before + number(plan), 0);
}
