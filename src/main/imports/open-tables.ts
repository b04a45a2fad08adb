import { setImmediate } from 'node:timers/promises';
import type { BridgeEvent, BridgeInput } from '../../shared/bridge.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { type PlanProgress, Step } from '../../shared/plan.ts';
import type { Services } from '../api/services.ts';
import type { LocalHandlers } from '../bridge/dispatch.ts';
import type { Clock } from '../clock.ts';
import type { Connections } from '../connections/connections.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Plans } from '../plans/plans.ts';
import type { ImportStore } from '../storage/imports.ts';
import type { HeldTable } from '../tables/table-reader.ts';
import { createKnown, type KnownDeps, knownIds } from './known.ts';
import type { SessionAnswers, SessionRequest } from './table-session.ts';

interface Deps {
  readonly clock: Pick<Clock, 'wall' | 'schedule'>;
  readonly mirror: Pick<Mirror, 'list'>;
  readonly services: Pick<Services, 'of'>;
  readonly connections: Pick<Connections, 'knows'>;
  readonly plans: Pick<Plans, 'list' | 'steps' | 'submit'>;
  readonly imports: Pick<ImportStore, 'save' | 'saveRows' | 'remove'>;
  readonly groups: KnownDeps['groups'];
  readonly emit: (event: BridgeEvent) => void;
}

type OpenTable = ReturnType<typeof createOpenTable>;

/** A table in the process that has read it, and, while a screen shows how it is checked, what that is checked against. */
function createOpenTable({ id, connection, process }: HeldTable, { services, emit, ...deps }: Deps) {
  const waiting: ((answer: unknown) => void)[] = [];
  let known: ReturnType<typeof createKnown> | null = null;
  let hasEnded = false;
  let isChecked = false; // since what it is checked against is read
  const rest = (): void => {
    known?.close();
    known = null;
    isChecked = false;
  };
  const end = (): void => {
    hasEnded = true;
    rest();
    for (const resolve of waiting.splice(0)) resolve(null);
  };
  /** Null where the process has ended. It answers in the order in which it is asked. */
  const ask = async <Name extends keyof SessionAnswers>(
    request: Extract<SessionRequest, { readonly ask: Name }>,
  ): Promise<SessionAnswers[Name] | null> => {
    if (hasEnded) return null;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.push(resolve);
    process.post(request);
    return (await promise) as SessionAnswers[Name] | null; // as it answers this request
  };
  process.onMessage((answer) => waiting.shift()?.(answer));
  process.onExit(end);

  return {
    id,
    connection,
    ask,
    /** What it is checked against, read from now on. */
    follow: () =>
      (known ??= createKnown({
        ...deps,
        connection,
        service: () => services.of(connection),
        take: (list, of, entries, isFirst) => void ask({ ask: 'known', list, of, entries, isFirst }),
        tell: () => isChecked && emit({ type: 'import-known', id }),
      })),
    known: () => known,
    /** It is checked by what is known now: from here on, what more comes is told. */
    checking: (): void => {
      isChecked = true;
    },
    /** Reads nothing for it, until it is checked again. */
    rest,
    end: (): void => {
      end();
      process.kill();
    },
  };
}

/** Checks a table; the first time once the lists have come that it is checked against, unless these take long. */
async function checked(table: OpenTable, setup: string) {
  const { ask } = table;
  const isFirst = table.known() === null;
  const known = table.follow();
  const about = await ask({ ask: 'about', setup });
  if (about === null) return null;
  known.want(about);
  if (isFirst) await known.come();
  table.checking();
  const before = known.state();
  const summary = await ask({ ask: 'check', setup });
  if (summary === null) return null;
  const { isWhole, error } = known.state();
  return { summary, isWhole: isWhole && before.isWhole, error };
}

/** The steps of what was checked last; none where its process has ended. */
async function stepsOf({ ask }: OpenTable): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (let isMore = true; isMore; ) {
    const part = await ask({ ask: 'steps', from: steps.length });
    if (part === null) return [];
    for (const step of part.steps) steps.push(Step.parse(step));
    ({ isMore } = part);
  }
  return steps;
}

/** Keeps a table as it is sent, so that its result can be saved whenever the app ends; false where its process has ended. */
async function keepSent(
  { ask, connection }: OpenTable,
  { plan: id, name, sent, ...head }: Omit<BridgeInput<'import.send'>, 'id' | 'title'>,
  imports: Deps['imports'],
): Promise<boolean> {
  const table = await ask({ ask: 'sent', sent });
  if (table === null) return false;
  const { header, rows, parts } = table;
  const content = JSON.stringify({ ...head, header, rows: [] });
  const size = parts.reduce((sum, { length }) => sum + length, content.length);
  imports.save({ id, connection, name, rows, parts: parts.length, size, content });
  for (const [place, part] of parts.entries()) {
    imports.saveRows(id, place + 1, part);
    await setImmediate();
  }
  return true;
}

/** Makes a plan of what was checked last. The table is kept before, and not where the plan does not begin. */
async function send(
  table: OpenTable,
  { title, ...sent }: Omit<BridgeInput<'import.send'>, 'id'>,
  { plans, imports }: Deps,
): Promise<Reply<PlanProgress>> {
  const steps = await stepsOf(table);
  if (steps.length === 0 || table.known()?.state().isWhole !== true) return fail('invalid-input');
  if (!(await keepSent(table, sent, imports))) return fail('not-found-here');
  const reply = plans.submit({ id: sent.plan, connection: table.connection, title, steps });
  if (!reply.ok) imports.remove(sent.plan);
  return reply;
}

/** The tables that windows import, each in a process of its own: one for each window and connection, until another takes its place. */
export function createOpenTables(deps: Deps) {
  const tables = new Map<string, OpenTable>();
  const find = (id: string): OpenTable | undefined => [...tables.values()].find((one) => one.id === id);
  const end = (key: string): void => {
    tables.get(key)?.end();
    tables.delete(key);
  };

  /** What a table answers; `not-found-here` where there is none, or its process has ended. */
  const answered = async <Answer>(
    id: string,
    ask: (table: OpenTable) => Promise<Answer | null>,
  ): Promise<Reply<Answer>> => {
    const table = find(id);
    const answer = table === undefined ? null : await ask(table);
    return answer === null ? fail('not-found-here') : succeed(answer);
  };

  const handlers = {
    'import.facts': ({ id, rows }) =>
      answered(id, ({ ask, connection }) =>
        ask({ ask: 'facts', rows, ...knownIds(connection, deps.mirror) }),
      ),
    'import.check': ({ id, setup }) => answered(id, (table) => checked(table, setup)),
    'import.numbers': ({ id, filter }) => answered(id, ({ ask }) => ask({ ask: 'numbers', filter })),
    'import.shown': ({ id, view }) => answered(id, ({ ask }) => ask({ ask: 'shown', view })),
    'import.reading': ({ id, isWanted }) => {
      const table = find(id);
      if (isWanted) table?.known()?.readOn();
      else table?.rest();
      return succeed(null);
    },
    'import.send': ({ id, ...sent }) => {
      const table = find(id);
      return table === undefined ? fail('not-found-here') : send(table, sent, deps);
    },
  } satisfies Partial<LocalHandlers>;

  return {
    handlers,
    /** Takes a table that was read, in place of the one that its window had for its connection. */
    hold: (held: HeldTable): void => {
      const key = `${held.from} ${held.connection}`;
      end(key);
      if (!deps.connections.knows(held.connection)) return held.process.kill();
      tables.set(key, createOpenTable(held, deps));
      held.gone?.addEventListener('abort', () => end(key), { once: true });
    },
    heard: (event: BridgeEvent): void => {
      for (const [key, table] of tables) {
        if (event.type === 'plan-changed' && event.plan.connection === table.connection)
          table.known()?.planChanged(event.plan);
        if (event.type === 'items-changed' && event.of === 'season' && event.connection === table.connection)
          table.known()?.seasonChanged();
        if (event.type === 'connections-changed' && !deps.connections.knows(table.connection)) end(key);
      }
    },
    close: (): void => {
      for (const key of tables.keys()) end(key);
    },
  };
}
