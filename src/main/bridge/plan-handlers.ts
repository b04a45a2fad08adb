import type { BridgeInput } from '../../shared/bridge.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import type { Plan, PlanProgress, Step } from '../../shared/plan.ts';
import { mostSteps } from '../../shared/rules/plans/plan-size.ts';
import type { Services } from '../api/services.ts';
import type { Connections } from '../connections/connections.ts';
import type { Engine } from '../plans/engine.ts';
import type { Plans } from '../plans/plans.ts';
import type { SeasonFollower } from '../plans/season.ts';
import type { LocalHandlers } from './dispatch.ts';

export interface PlanDeps {
  readonly connections: Pick<Connections, 'knows'>;
  readonly services: Services;
  readonly engine: Pick<Engine, 'plans' | 'watch' | 'estimate' | 'season'>;
  readonly seasonFollower: Pick<SeasonFollower, 'expected'>;
}

export function planHandlers({ connections, services, engine, seasonFollower }: PlanDeps) {
  const { plans } = engine;
  const brought = createBroughtSteps();
  /** Answers at once, by what is known of the limits; `limits-read` says when there is more to know. */
  const forecast = <Question extends { readonly connection: string }, Value>(
    question: Question,
    answer: (question: Question, isBySpecification: boolean) => Value,
  ): Value | Reply<never> =>
    connections.knows(question.connection)
      ? answer(question, services.of(question.connection).wantLimits())
      : fail('not-found-here');
  return {
    'plans.estimate': (question) => forecast(question, engine.estimate),
    'plans.submit': (sent, page) => {
      const plan = brought.whole(sent, page);
      return plan.ok ? plans.submit(plan.value) : plan;
    },
    'plans.bring': brought.bring,
    'plans.list': (query) => plans.list(query),
    'plans.read': ({ id }) => plans.read(id),
    'plans.steps': (query) => plans.steps(query),
    'plans.states': ({ id }) => plans.states(id),
    'plans.parts': ({ id }) => plans.parts(id),
    'plans.sentComponents': ({ connection, components }) => plans.sentComponents(connection, components),
    'plans.differing': (question) => plans.differing(question),
    'plans.dismiss': (step) => plans.dismiss(step),
    'plans.outcome': (step, _, gone) => plans.outcome(step, gone),
    'plans.wait': ({ id }) => plans.wait(id),
    'plans.act': ({ id, act }) => plans[act](id),
    'plans.settle': (settlement) => plans.settle(settlement),
    'season.forecast': (question) =>
      forecast(question, async ({ connection, instead }, isBySpecification) => {
        const expected = instead ?? (await seasonFollower.expected(connection));
        return engine.season.forecast(connection, expected, isBySpecification);
      }),
    'quota.read': ({ connection }) => {
      const quota = connections.knows(connection) ? services.of(connection).quota() : null;
      return quota === null ? fail('not-found-here') : succeed(quota.usage());
    },
    'quota.expected': (question) =>
      forecast(question, ({ connection, tier, requests }) => {
        const quota = services.of(connection).quota();
        if (quota === null) return fail('not-found-here');
        const seconds = quota.expected({ [tier]: requests }, 'interactive')[tier] ?? 0;
        return succeed(Number.isFinite(seconds) ? seconds : null);
      }),
    'audits.watch': ({ connection, ids }) => {
      if (!connections.knows(connection)) return fail('not-found-here');
      engine.watch(connection, ids);
      return succeed(null);
    },
  } satisfies Partial<LocalHandlers>;
}

/** Plans that still send something, or in which a person has to resolve a step. */
export function unfinished(plans: Plans, connection: string): readonly PlanProgress[] {
  return allPlans(plans, connection).filter(({ state, counts }) => state !== 'ended' || counts.unclear > 0);
}

/** The latest plans, of one connection or of all; none where another process owns the journal. */
export function allPlans(plans: Plans, connection?: string, most?: number): readonly PlanProgress[] {
  const none = { count: 0, cursor: null, results: [] };
  return wholeList((cursor) => {
    const page = plans.list({ connection, cursor });
    return page.ok ? page.value : none;
  }, most);
}

/** The first entries of a list in this app's own files, which comes in pages. */
export function wholeList<Entry>(
  page: (cursor: string | undefined) => Page<Entry>,
  most = Number.POSITIVE_INFINITY,
): readonly Entry[] {
  const found: Entry[] = [];
  let cursor: string | undefined;
  do {
    const { results, cursor: next } = page(cursor);
    found.push(...results);
    cursor = next ?? undefined;
  } while (cursor !== undefined && found.length < most);
  return found.slice(0, most);
}

/** Steps that pages bring of plans before they submit them: of each page those of one plan, until that is submitted or the page is gone. */
export function createBroughtSteps() {
  const brought = new Map<number | null, { readonly id: string; readonly steps: readonly Step[] }>();
  return {
    bring: (
      { id, at, steps }: BridgeInput<'plans.bring'>,
      page: number | null,
      gone?: AbortSignal,
    ): Reply<null> => {
      const known = brought.get(page);
      brought.delete(page);
      const before = known?.id === id ? known.steps : [];
      if (at === 0 && gone?.aborted !== true) {
        brought.set(page, { id, steps });
        gone?.addEventListener('abort', () => brought.delete(page), { once: true });
        return succeed(null);
      }
      if (before.length !== at || at + steps.length > mostSteps) return fail('invalid-input');
      brought.set(page, { id, steps: [...before, ...steps] });
      return succeed(null);
    },
    /** The plan with what was brought of it, which is taken. */
    whole: ({ before = 0, ...plan }: BridgeInput<'plans.submit'>, page: number | null): Reply<Plan> => {
      if (before === 0) return succeed(plan);
      const known = brought.get(page);
      brought.delete(page);
      if (known?.id !== plan.id || known.steps.length !== before) return fail('invalid-input');
      const steps = [...known.steps, ...plan.steps];
      return steps.length > mostSteps ? fail('invalid-input') : succeed({ ...plan, steps });
    },
  };
}
