import type { AuditCreation } from '../../shared/model/audit.ts';
import type { Plan, Step, Task } from '../../shared/plan.ts';
import type { FakeClock } from './clock.ts';
import { startPlans } from './plans.ts';

/** The sandbox of a test, as far as it is needed here: this room imports nothing of it. */
interface Desk {
  readonly sandbox: { readonly fetch: (request: Request) => Promise<Response> };
  readonly control: (method: string, path: string, body?: unknown) => Promise<{ readonly body: unknown }>;
  readonly get: (path: string) => Promise<{ readonly body: unknown }>;
}

type Rig = Omit<Parameters<typeof startPlans>[0], 'sandbox'>;

/** Plans against a sandbox of their own, with what a test asks of both. */
export function openPlanDesk<Given extends Desk>(desk: Given, rig: Rig & { readonly clock: FakeClock }) {
  const started = startPlans({ sandbox: desk.sandbox, ...rig });
  const { plans, pass, steps } = started;
  return {
    ...started,
    desk,
    /** Adds a fault of the sandbox (docs/sandbox.md). */
    fault: (method: string, path: string, fields: Readonly<Record<string, unknown>>) =>
      desk.control('POST', '/faults/', { method, path: `/api/v1${path}`, ...fields }),
    count: async (path: string): Promise<number> => {
      const { body } = await desk.get(path);
      return (body as { readonly count: number }).count; // a list of the sandbox
    },
    /** The status of each request of a method, tokens not counted; null where the connection was reset. */
    sent: async (method: string): Promise<readonly (number | null)[]> => {
      const { body } = await desk.control('GET', '/requests/');
      // The sandbox's log of requests.
      const { results } = body as {
        readonly results: readonly { method: string; path: string; status: number | null }[];
      };
      return results
        .filter((one) => one.method === method && !one.path.includes('/oauth/'))
        .map(({ status }) => status);
    },
    /** Carries a plan out to where it rests. */
    carryOut: async (...all: readonly Step[]): Promise<void> => {
      plans.submit(planOf(...all));
      await pass(300_000, () => {
        const now = plans.read('plan');
        return now.ok && now.value.state !== 'running';
      });
    },
    states: (): readonly string[] => steps('plan').map(({ state }) => state),
  };
}

/** A step for tests; its subject is its key. */
export function step(key: string, task: Task, after: readonly string[] = []): Step {
  return { key, after, subject: key, task };
}

export function planOf(...steps: readonly Step[]): Plan {
  return { id: 'plan', connection: 'c', title: 'A plan', steps };
}

export function fromStep(key: string) {
  return { fromStep: key };
}

export function auditStep(creation: AuditCreation, after: readonly string[] = []): Step {
  return step(creation.id, { kind: 'createAudit', creation }, after);
}

/** A component under the group audit of the fixture. */
export function componentStep(key: string, entities: readonly string[], name?: string): Step {
  const creation = { legal_entity_ids: entities, auditor_relation: 'inter_firm' };
  return step(key, {
    kind: 'createComponent',
    group: 'consolidated',
    creation: name === undefined ? creation : { ...creation, name },
  });
}
