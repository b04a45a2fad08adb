import fc from 'fast-check';
import type { AuditFixture } from '../e2e/fixtures/fixture-file.ts';
import type { Plan, Reference, Step, Task } from '../src/shared/plan.ts';
import { entities, people, roles } from './firm.ts';

/** A plan that only the network can stop, and the service's state after it. */
export interface PlanWithEnd {
  readonly plan: Plan;
  /** One line for each object in the end, sorted. `service-state.ts` writes the same lines for a service. */
  readonly end: readonly string[];
}

interface Choice {
  readonly kind: number;
  readonly first: number;
  readonly second: number;
}

/**
 * A random plan with this many steps. A step that fits nowhere creates a client. With `stands`, the plan works on existing
 * audits too, and leaves alone what it has done itself: an older journal could not know of that.
 */
export function planWithEnd(
  connection: string,
  steps: number,
  stands?: readonly AuditFixture[],
): fc.Arbitrary<PlanWithEnd> {
  const choice = fc.record({ kind: fc.nat(99), first: fc.nat(10_000), second: fc.nat(10_000) });
  return fc
    .array(choice, { minLength: steps, maxLength: steps })
    .map((choices) => build(connection, choices, stands));
}

interface Unit {
  readonly reference: Reference;
  /** Keys of the steps after which it can be worked on. */
  readonly since: readonly string[];
  readonly users: Map<string, string>;
  /** Keys of all steps that name it. */
  readonly touched: string[];
  /** The last step for each part that changes. Without it, two steps could change the same part at once. */
  readonly last: Map<string, string>;
}

/** An object that exists once these steps are done. */
function unitOf(reference: Reference, steps: readonly string[], users: Unit['users'] = new Map()): Unit {
  return { reference, since: steps.slice(-1), users, touched: [...steps], last: new Map() };
}

interface Component extends Unit {
  readonly group: AuditEntry;
  readonly entities: readonly string[];
  readonly name: string | null;
  readonly relation: string;
  explanation: string | null;
  coupled: boolean;
  deleted: boolean;
}

interface AuditEntry extends Unit {
  readonly id: string;
  readonly type: 'single' | 'consolidated';
  readonly entity: string;
  readonly couples: number;
  readonly components: Component[];
  deleted: boolean;
}

function addComponent(
  unit: Unit,
  group: AuditEntry,
  named: Pick<Component, 'entities' | 'name' | 'relation'>,
): void {
  group.components.push({ ...unit, group, ...named, explanation: null, coupled: false, deleted: false });
}

/** An audit that exists before the plan. */
function entryOf(audit: AuditFixture): AuditEntry {
  const usersOf = (users: AuditFixture['users'] = []) => new Map(users.map(({ id, role }) => [id, role]));
  const { id, audit_type: type, legal_entity_ids: own, components = [] } = audit;
  const group: AuditEntry = {
    ...unitOf(id, [], usersOf(audit.users)),
    id,
    type,
    entity: own[0] ?? '',
    couples: 0,
    components: [],
    deleted: false,
  };
  for (const { id: of, legal_entity_ids: entitiesOf, name = null, auditor_relation: relation } of components)
    addComponent(unitOf(of, []), group, { entities: entitiesOf, name, relation });
  return group;
}

const relations = ['self', 'inter_office', 'inter_firm'] as const;

/** Adds a step for each choice, and knows the state after it. */
class PlanBuilder {
  readonly steps: Step[] = [];
  readonly #clients: string[] = [];
  readonly #audits: AuditEntry[];
  readonly #size: number;
  /** Whether the plan leaves alone what it has done itself. */
  readonly #once: boolean;

  constructor(size: number, stands: readonly AuditFixture[] | undefined) {
    this.#size = size;
    this.#audits = (stands ?? []).map(entryOf);
    this.#once = stands !== undefined;
  }

  get end(): readonly string[] {
    return endOf(this.#clients, this.#audits);
  }

  take(choice: Choice): void {
    const { kind, first, second } = choice;
    const live = this.#audits.filter(({ deleted }) => !deleted);
    const groups = live.filter(({ type }) => type === 'consolidated');
    const components = groups.flatMap((group) => group.components).filter(({ deleted }) => !deleted);
    const free = components.filter(({ coupled }) => !coupled);
    const alone = free.filter((one) => one.entities.length === 1);
    const scoped = components.filter((one) => this.#mayChange(one, 'scope'));
    const unneeded = free.filter((one) => this.#mayDelete(one));
    const deletable = live.filter(
      (audit) =>
        this.#mayDelete(audit) &&
        audit.components.every((one) => !one.coupled && (one.deleted || this.#mayDelete(one))),
    );
    const client = this.#clients.length > 0 && second % 2 === 0 ? pick(this.#clients, second) : 'group';
    if (kind < 12) this.#createAudit('consolidated', 'group', 'group');
    else if (kind < 22) this.#createAudit('single', client, client === 'group' ? 'north' : client);
    else if (kind < 52 && groups.length > 0) this.#createComponent(pick(groups, first), choice);
    else if (kind < 58 && alone.length > 0) this.#couple(pick(alone, first));
    else if (kind < 66 && scoped.length > 0) this.#setOutOfScope(pick(scoped, first));
    else if (kind < 72 && unneeded.length > 0) this.#deleteComponent(pick(unneeded, first));
    else if (kind < 76 && deletable.length > 0) this.#deleteAudit(pick(deletable, first));
    else if (kind < 92 && live.length > 0) this.#changeUsers(pick([...live, ...components], first), choice);
    else this.#createClient();
  }

  #mayDelete(unit: Unit): boolean {
    return !this.#once || unit.touched.length === 0;
  }

  #mayChange(unit: Unit, what: string): boolean {
    return !this.#once || !unit.last.has(what);
  }

  #add(task: Task, subject: string, after: readonly string[] = []): string {
    const key = `s${String(this.steps.length + 1)}`;
    this.steps.push({ key, after: [...new Set(after)], subject, task });
    return key;
  }

  #touch(unit: Unit, what: string, task: Task, subject: string): string {
    const before = unit.last.get(what);
    const key = this.#add(task, subject, [...unit.since, ...(before === undefined ? [] : [before])]);
    unit.last.set(what, key);
    unit.touched.push(key);
    return key;
  }

  #createClient(): void {
    const id = `client ${String(this.steps.length)}/é`;
    this.#add({ kind: 'createClient', creation: { id, name: `Name of ${id}`, country: 'NL' } }, id);
    this.#clients.push(id);
  }

  #couple(component: Component): void {
    this.#createAudit('single', 'group', component.entities[0] ?? '', component);
  }

  #createAudit(type: AuditEntry['type'], client: string, entity: string, couple?: Component): void {
    if (this.steps.length + 2 > this.#size) return this.#createClient(); // it takes two steps
    const id = `audit ${String(this.steps.length)}?`;
    const creation = {
      id,
      name: `Name of ${id}`,
      work_package_id: 'wp',
      scoping_package_id: 'Small',
      client_organisation_id: client,
      legal_entity_id: entity,
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      language: 'nl',
      audit_type: type,
    };
    const coupled = couple === undefined ? {} : { couple: [couple.reference] };
    const created = this.#add({ kind: 'createAudit', creation, ...coupled }, id, couple?.since);
    const reference: Reference = this.steps.length % 2 === 0 ? { fromStep: created } : id;
    const opened = this.#add({ kind: 'awaitOpen', audit: reference }, id);
    if (couple !== undefined) couple.coupled = true;
    couple?.touched.push(created);
    const couples = couple === undefined ? 0 : 1;
    const unit = unitOf(reference, [created, opened]);
    this.#audits.push({ ...unit, id, type, entity, couples, components: [], deleted: false });
  }

  #createComponent(group: AuditEntry, { first, second }: Choice): void {
    // Every other one is the same as the others, so that only a count shows a duplicate.
    const isAlike = first % 2 === 0;
    const own = isAlike ? ['north'] : pickSome(first);
    const name = isAlike ? null : `Component ${String(second % 4)}`;
    const relation = isAlike ? 'inter_office' : pick(relations, second);
    const task: Task = {
      kind: 'createComponent',
      group: group.reference,
      creation: {
        legal_entity_ids: own,
        auditor_relation: relation,
        ...(name === null ? {} : { name }),
        ...(second % 2 === 0 ? {} : { component_settings: { component_auditor_works_in_audit: false } }),
      },
    };
    const key = this.#add(task, own.join(), group.since);
    group.touched.push(key);
    addComponent(unitOf({ fromStep: key }, [key]), group, { entities: own, name, relation });
  }

  #setOutOfScope(component: Component): void {
    const { group, reference } = component;
    const explanation = `Explained by s${String(this.steps.length + 1)}`;
    component.explanation = explanation;
    const task: Task = { kind: 'setOutOfScope', group: group.reference, component: reference, explanation };
    group.touched.push(this.#touch(component, 'scope', task, explanation));
  }

  #deleteComponent(component: Component): void {
    const { group, reference, touched } = component;
    component.deleted = true;
    const task: Task = { kind: 'deleteComponent', group: group.reference, component: reference };
    group.touched.push(this.#add(task, 'component', touched));
  }

  #deleteAudit(audit: AuditEntry): void {
    audit.deleted = true;
    const touched = [...audit.touched, ...audit.components.flatMap((component) => component.touched)];
    this.#add({ kind: 'deleteAudit', audit: audit.reference }, audit.id, touched);
  }

  #changeUsers(unit: Unit, { kind, first, second }: Choice): void {
    const id = pick(people, first);
    if (!this.#mayChange(unit, id)) return this.#createClient();
    const role = pick(roles, second);
    const audit = unit.reference;
    if (unit.users.has(id) && kind % 2 === 0) {
      this.#touch(unit, id, { kind: 'removeUser', audit, user: id }, id);
      unit.users.delete(id);
      return;
    }
    const change = unit.users.has(id) ? 'changeUser' : 'assignUser';
    this.#touch(unit, id, { kind: change, audit, assignment: { id, role } }, id);
    unit.users.set(id, role);
  }
}

function build(
  connection: string,
  choices: readonly Choice[],
  stands: readonly AuditFixture[] | undefined,
): PlanWithEnd {
  const builder = new PlanBuilder(choices.length, stands);
  const { steps } = builder;
  for (const choice of choices) if (steps.length < choices.length) builder.take(choice);
  const plan = { id: `plan of ${String(steps.length)}`, connection, title: 'Torture', steps };
  return { plan, end: builder.end };
}

function endOf(clients: readonly string[], audits: readonly AuditEntry[]): readonly string[] {
  const live = audits.filter(({ deleted }) => !deleted);
  return [
    ...clients.map((id) => `client ${id}`),
    ...live.map(auditLine),
    ...live.flatMap(({ id, components }) =>
      components.filter(({ deleted }) => !deleted).map((component) => componentLine(id, component)),
    ),
  ].toSorted();
}

type Users = ReadonlyMap<string, string>;

/** An audit as one line. */
export function auditLine(audit: {
  readonly id: string;
  readonly type: string;
  readonly entity: string;
  readonly couples: number;
  readonly users: Users;
}): string {
  return `audit ${audit.id} ${audit.type} of ${audit.entity}, couples ${String(audit.couples)} ${usersText(audit.users)}`;
}

/** A component as one line, without its id: the service chooses that. */
export function componentLine(
  group: string,
  component: {
    readonly entities: readonly string[];
    readonly name: string | null;
    readonly relation: string;
    readonly explanation: string | null;
    readonly users: Users;
  },
): string {
  const name = component.name ?? component.entities.map((id) => `Entity ${id}`).join(' & ');
  const scope = component.explanation === null ? 'in scope' : `out of scope: ${component.explanation}`;
  return `component of ${group}: ${component.entities.join()} ${name} ${component.relation}, ${scope} ${usersText(component.users)}`;
}

function usersText(users: Users): string {
  return `[${[...users]
    .map(([id, role]) => `${id} ${role}`)
    .toSorted()
    .join()}]`;
}

function pick<Value>(values: readonly Value[], by: number): Value {
  const value = values[by % values.length];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}

/** One to three different legal entities, in some order. */
function pickSome(by: number): readonly string[] {
  return [...new Set([by, by >> 3, by >> 6].slice(0, 1 + (by % 3)).map((one) => pick(entities, one)))];
}
