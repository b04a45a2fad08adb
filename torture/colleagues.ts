import type { createSandbox } from '../src/sandbox/app.ts';
import type { Plan, Reference, Step, StepProgress } from '../src/shared/plan.ts';
import { colleague, roles, standing } from './firm.ts';
import { auditLine, componentLine } from './random-plan.ts';
import { type Ask, askAs, control } from './service-state.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Others who use the same service, with their own token and without faults of the wire. */
export interface Colleagues {
  /** Works until all attempts are made. */
  readonly work: () => Promise<void>;
  /** They undo what stops the plan, because a person asked them to. */
  readonly giveWay: () => Promise<void>;
  /** What they created and did not undo: lines of the service's state by id. */
  readonly lines: ReadonlyMap<string, string>;
  /** Of their components, the line of what the plan wants in the same place. */
  readonly wanted: ReadonlyMap<string, string>;
  /** Ids of audits that they created exactly as the plan would. */
  readonly same: ReadonlySet<string>;
  readonly requests: () => number;
  /** How many requests succeeded. */
  readonly actions: () => number;
}

interface ColleaguesDeps {
  readonly sandbox: Awaited<ReturnType<typeof createSandbox>>;
  readonly time: SimulatedTime;
  readonly random: () => number;
  readonly plan: Plan;
  readonly steps: () => readonly StepProgress[];
  /** Whether the app was told that the service has carried a step out, be it true or not. */
  readonly wasAccepted: (step: string) => boolean;
}

type TaskOf<Kind extends Step['task']['kind']> = Extract<Step['task'], { kind: Kind }>;

const most = 60; // attempts of a course
const longestPause = 12_000; // milliseconds
const tokenLasts = 3_000_000; // milliseconds
const nobody = new Map<string, string>();

/** Requests with the colleagues' own account. */
function createAccess({ sandbox, time }: Pick<ColleaguesDeps, 'sandbox' | 'time'>) {
  let [requests, actions, asked] = [0, 0, Number.NEGATIVE_INFINITY];
  let asking: Promise<Ask> | undefined;
  return {
    requests: () => requests,
    actions: () => actions,
    /** The answer, or null where the service did not do it. */
    request: async (method: string, path: string, body?: unknown): Promise<unknown> => {
      if (asking === undefined || time.now() - asked > tokenLasts) {
        asked = time.now();
        asking = askAs(sandbox, colleague);
        asking.catch(() => {}); // it is thrown below
      }
      try {
        const ask = await asking;
        requests += 1;
        const answer = (await ask(method, path, body)) ?? {};
        actions += 1;
        return answer;
      } catch (thrown) {
        // What is gone needs no deletion. A repetition could delete a newer object of the same id.
        if (method === 'DELETE' && String(thrown).includes(`${path}: 404 `)) return {};
        asked = Number.NEGATIVE_INFINITY; // it may have been for want of a token
        return null;
      }
    },
  };
}

type Access = ReturnType<typeof createAccess>;

const auditPath = (id: string): string => `/audits/${encodeURIComponent(id)}`;
const componentPath = (group: string, id: string): string =>
  `${auditPath(group)}/component-audits/${encodeURIComponent(id)}/`;

export type PlacesDeps = Pick<ColleaguesDeps, 'plan' | 'steps'>;

/** Where the things of the plan are. */
export function createPlaces({ plan, steps }: PlacesDeps) {
  const idOf = (reference: Reference): string => {
    if (typeof reference === 'string') return reference;
    const step = plan.steps.find(({ key }) => key === reference.fromStep);
    if (step?.task.kind === 'createAudit') return step.task.creation.id;
    if (step?.task.kind === 'awaitOpen') return idOf(step.task.audit);
    return steps().find(({ key }) => key === reference.fromStep)?.result ?? 'not there yet';
  };
  return { idOf, pathOf: (reference: Reference): string => auditPath(idOf(reference)) };
}

type Places = ReturnType<typeof createPlaces>;

/** What colleagues make, and delete again. */
function createOwnThings({ request }: Access, { idOf, pathOf }: Places) {
  const [lines, wanted] = [new Map<string, string>(), new Map<string, string>()];
  const others = new Set<string>(); // components that differ from those of the plan
  let own = 0;
  return {
    lines,
    wanted,
    createAudit: async (creation: TaskOf<'createAudit'>['creation'], couple?: string) => {
      const id = `theirs ${String((own += 1))}`;
      const coupled = couple === undefined ? {} : { coupled_component_audit_ids: [couple] };
      const made = await request('POST', '/audits/', { ...creation, id, ...coupled });
      if (made === null) return null;
      const { audit_type: type = 'single', legal_entity_id: entity } = creation;
      lines.set(id, auditLine({ id, type, entity, couples: couple === undefined ? 0 : 1, users: nobody }));
      return id;
    },
    createComponent: async (
      task: TaskOf<'createComponent'>,
      changes: { readonly name?: string; readonly auditor_relation?: 'self' | 'inter_firm' } = {},
    ): Promise<void> => {
      const creation = { ...task.creation, ...changes };
      const group = idOf(task.group);
      const path = `${pathOf(task.group)}/component-audits/`;
      // As the sandbox answers a creation.
      const made = (await request('POST', path, creation)) as { readonly id: string } | null;
      if (made === null) return;
      const lineOf = ({ legal_entity_ids: of, name, auditor_relation: relation }: typeof creation) =>
        componentLine(group, {
          entities: of,
          name: name ?? null,
          relation,
          explanation: null,
          users: nobody,
        });
      lines.set(made.id, lineOf(creation));
      wanted.set(made.id, lineOf(task.creation));
      if (lineOf(creation) !== lineOf(task.creation)) others.add(made.id);
    },
    /** Deletes a component of theirs that differs from those of the plan. */
    deleteComponent: async (): Promise<void> => {
      const [id = ''] = others;
      const group = /^component of (.*?): /.exec(lines.get(id) ?? '')?.[1];
      if (group === undefined) return;
      if ((await request('DELETE', componentPath(group, id))) === null) return;
      lines.delete(id);
      others.delete(id);
    },
    /** Deletes an audit, and with it the components that they have made in it. */
    deleteAudit: async (id: string): Promise<unknown> => {
      const gone = await request('DELETE', `${auditPath(id)}/`);
      if (gone === null) return null;
      for (const [one, line] of lines)
        if (one === id || line.startsWith(`component of ${id}: `)) {
          lines.delete(one);
          others.delete(one);
        }
      return gone;
    },
  };
}

type OwnThings = ReturnType<typeof createOwnThings>;

/** An audit to which a component can be coupled. */
function auditToCouple(component: string): TaskOf<'createAudit'>['creation'] | undefined {
  const group = standing.find(({ components = [] }) => components.some(({ id }) => id === component));
  const [entity] = group?.components?.find(({ id }) => id === component)?.legal_entity_ids ?? [];
  if (group === undefined || entity === undefined) return undefined;
  const { name, work_package_id, scoping_package_id, client_organisation_id } = group;
  const { period_start, period_end, language } = group;
  const packages = { work_package_id, scoping_package_id, client_organisation_id };
  const period = { period_start, period_end };
  return { id: '', name, ...packages, legal_entity_id: entity, ...period, language, audit_type: 'single' };
}

/** What stops a plan, and how to undo it. */
function createObstacles(
  sandbox: ColleaguesDeps['sandbox'],
  { request }: Access,
  { idOf, pathOf }: Places,
  own: OwnThings,
) {
  let undos: (() => Promise<unknown>)[] = [];
  const setStatus = (audit: string, status: string): Promise<unknown> =>
    control(sandbox, 'POST', `/audits/firm/${encodeURIComponent(audit)}/`, { status });
  return {
    add: (undo: () => Promise<unknown>): void => {
      undos.push(undo);
    },
    /** A component that is coupled cannot be deleted. */
    coupleTo: async (component: string): Promise<void> => {
      const creation = auditToCouple(component);
      const id = creation === undefined ? null : await own.createAudit(creation, component);
      if (id !== null) undos.push(() => own.deleteAudit(id));
    },
    archive: async (audit: Reference): Promise<void> => {
      const there = await request('GET', `${pathOf(audit)}/`);
      if ((there as { readonly status?: string } | null)?.status !== 'open') return;
      const id = idOf(audit);
      await setStatus(id, 'archived');
      undos.push(() => setStatus(id, 'open').catch(() => ({}))); // it may be gone since
    },
    /** What the quota does not admit is undone the next time. */
    undo: async (during: (work: Promise<unknown>) => Promise<unknown>): Promise<void> => {
      const undone = undos;
      undos = [];
      for (const undo of undone) if ((await during(undo())) === null) undos.push(undo);
    },
  };
}

/** What they do about the steps of a plan. */
function createActions(
  { request }: Access,
  { idOf, pathOf }: Places,
  own: OwnThings,
  obstacles: ReturnType<typeof createObstacles>,
  isTaken: (step: string) => boolean,
) {
  const same = new Set<string>();
  const giveAway = (step: string, audit: string): Promise<unknown> => {
    if (isTaken(step)) same.add(audit);
    else same.delete(audit);
    return same.has(audit) ? Promise.resolve(null) : own.deleteAudit(audit); // an older journal may ask for it later
  };
  const likeAudit = async (step: string, task: TaskOf<'createAudit'>, by: number): Promise<void> => {
    const { creation, couple } = task;
    if (by < 0.3) return void (await own.createAudit(creation));
    const blocks = by >= 0.5;
    if (!blocks && couple !== undefined) return;
    // One of another period is another audit.
    const other = blocks ? { name: 'Of somebody else', period_end: '2027-01-31' } : {};
    if ((await request('POST', '/audits/', { ...creation, ...other })) === null) return;
    if (blocks) obstacles.add(() => giveAway(step, creation.id));
    else same.add(creation.id);
  };
  const assign = async (step: string, task: TaskOf<'assignUser'>, blocks: boolean): Promise<void> => {
    const { id, role } = task.assignment;
    const path = `${pathOf(task.audit)}/users/`;
    const other = roles.find((one) => one !== role);
    const made = await request('POST', path, { id, role: blocks ? other : role });
    if (!blocks || made === null) return;
    const user = `${path}${encodeURIComponent(id)}/`;
    obstacles.add(() => (isTaken(step) ? request('PATCH', user, { role }) : request('DELETE', user)));
  };

  return {
    same,
    /** Does something about a step. It can stop the step only if `by` is at least 0.5. */
    act: async ({ key, task }: Step, by: number): Promise<void> => {
      const blocks = by >= 0.5;
      switch (task.kind) {
        case 'createClient':
          return void (await request('POST', '/client-organisations/', task.creation));
        case 'createAudit':
          return likeAudit(key, task, by);
        case 'createComponent':
          if (by < 0.15) return own.deleteComponent();
          if (by < 0.3) return own.createComponent(task, { name: 'Of somebody else' });
          if (by < 0.4) return own.createComponent(task, { auditor_relation: 'inter_firm' });
          return own.createComponent(task);
        case 'setOutOfScope': {
          const body = { in_scope: false, out_of_scope_explanation: task.explanation };
          return void (await request('PATCH', componentPath(idOf(task.group), idOf(task.component)), body));
        }
        case 'deleteComponent': {
          const id = idOf(task.component);
          if (blocks) return obstacles.coupleTo(id);
          return void (await request('DELETE', componentPath(idOf(task.group), id)));
        }
        case 'assignUser':
          return assign(key, task, blocks);
        case 'changeUser': {
          const { id, role } = task.assignment;
          const path = `${pathOf(task.audit)}/users/${encodeURIComponent(id)}/`;
          return void (await request('PATCH', path, { role }));
        }
        case 'removeUser':
          return void (await request(
            'DELETE',
            `${pathOf(task.audit)}/users/${encodeURIComponent(task.user)}/`,
          ));
        case 'deleteAudit':
          if (blocks) return obstacles.archive(task.audit);
          return void (await request('DELETE', `${pathOf(task.audit)}/`));
        case 'awaitOpen':
        case 'awaitGone':
      }
    },
  };
}

/** Colleagues who do the same as a plan, something similar, or what stops it. */
export function createColleagues(deps: ColleaguesDeps): Colleagues {
  const { sandbox, time, random, plan, steps, wasAccepted } = deps;
  const access = createAccess({ sandbox, time });
  const places = createPlaces({ plan, steps });
  const own = createOwnThings(access, places);
  const obstacles = createObstacles(sandbox, access, places, own);
  // After a lie, what stands in the place of what the plan makes is its own, and it is told in what it differs from what was sent.
  const isTaken = (step: string): boolean =>
    wasAccepted(step) &&
    steps().some(({ key, state, differences }) => key === step && state === 'done' && differences.length > 0);
  const { act, same } = createActions(access, places, own, obstacles, isTaken);
  return {
    work: async () => {
      for (let done = 0; done < most; done += 1) {
        await time.pause(random() * longestPause);
        // What the plan is about to do, or any of its steps.
        const next = steps().filter(({ state }) => state !== 'done' && state !== 'blocked');
        const from = random() < 0.6 && next.length > 0 ? next.slice(0, 8) : plan.steps;
        const step = from[Math.floor(random() * from.length)];
        const by = random();
        if (step !== undefined) await time.during(act(step, by));
      }
    },
    giveWay: () => obstacles.undo(time.during),
    lines: own.lines,
    wanted: own.wanted,
    same,
    requests: access.requests,
    actions: access.actions,
  };
}
