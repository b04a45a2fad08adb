import fc from 'fast-check';
import type { Plan, Reference, Step, Task } from '../src/shared/plan.ts';
import { entities, people, roles } from './firm.ts';

/** A plan that nothing but the wire can keep from being carried out, and what the service holds once it is. */
export interface PlanWithEnd {
  readonly plan: Plan;
  /** One line for each thing that is there in the end, sorted; `service-state.ts` writes the same lines of a service. */
  readonly end: readonly string[];
}

interface Choice {
  readonly kind: number;
  readonly first: number;
  readonly second: number;
}

/** Any such plan with this many steps; a step that nothing fits where it stands creates a client. */
export function planWithEnd(connection: string, steps: number): fc.Arbitrary<PlanWithEnd> {
  const choice = fc.record({ kind: fc.nat(99), first: fc.nat(10_000), second: fc.nat(10_000) });
  return fc
    .array(choice, { minLength: steps, maxLength: steps })
    .map((choices) => build(connection, choices));
}

interface Unit {
  readonly reference: Reference;
  /** Keys of the steps after which it can be worked on. */
  readonly since: readonly string[];
  readonly users: Map<string, string>;
  /** Keys of all steps that speak of it. */
  readonly touched: string[];
  /** The last step that changes it, by what it changes: steps of one plan may run at the same time. */
  readonly last: Map<string, string>;
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

const relations = ['self', 'inter_office', 'inter_firm'] as const;

function build(connection: string, choices: readonly Choice[]): PlanWithEnd {
  const steps: Step[] = [];
  const clients: string[] = [];
  const audits: AuditEntry[] = [];

  const add = (task: Task, subject: string, after: readonly string[] = []): string => {
    const key = `s${String(steps.length + 1)}`;
    steps.push({ key, after: [...new Set(after)], subject, task });
    return key;
  };
  const touch = (unit: Unit, what: string, task: Task, subject: string): string => {
    const before = unit.last.get(what);
    const key = add(task, subject, [...unit.since, ...(before === undefined ? [] : [before])]);
    unit.last.set(what, key);
    unit.touched.push(key);
    return key;
  };

  const createClient = (): void => {
    const id = `client ${String(steps.length)}/é`;
    add({ kind: 'createClient', creation: { id, name: `Name of ${id}`, country: 'NL' } }, id);
    clients.push(id);
  };

  const createAudit = (
    type: AuditEntry['type'],
    client: string,
    entity: string,
    couple?: Component,
  ): void => {
    if (steps.length + 2 > choices.length) return createClient(); // it takes two steps
    const id = `audit ${String(steps.length)}?`;
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
    const task: Task = {
      kind: 'createAudit',
      creation,
      ...(couple === undefined ? {} : { couple: [couple.reference] }),
    };
    const created = add(task, id, couple?.since ?? []);
    const reference: Reference = steps.length % 2 === 0 ? { fromStep: created } : id;
    const opened = add({ kind: 'awaitOpen', audit: reference }, id);
    if (couple !== undefined) couple.coupled = true;
    couple?.touched.push(created);
    const couples = couple === undefined ? 0 : 1;
    const unit = {
      reference,
      since: [opened],
      users: new Map(),
      touched: [created, opened],
      last: new Map(),
    };
    audits.push({ ...unit, id, type, entity, couples, components: [], deleted: false });
  };

  const createComponent = (group: AuditEntry, { first, second }: Choice): void => {
    // Every other one is like the rest of them to the letter, which only counting can tell from a duplicate.
    const own = first % 2 === 0 ? ['north'] : pickSome(first);
    const name = first % 2 === 0 ? null : `Component ${String(second % 4)}`;
    const relation = first % 2 === 0 ? 'inter_office' : pick(relations, second);
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
    const key = add(task, own.join(), group.since);
    group.touched.push(key);
    const unit = {
      reference: { fromStep: key },
      since: [key],
      users: new Map(),
      touched: [key],
      last: new Map(),
    };
    group.components.push({
      ...unit,
      group,
      entities: own,
      name,
      relation,
      explanation: null,
      coupled: false,
      deleted: false,
    });
  };

  const changeUsers = (unit: Unit, { kind, first, second }: Choice): void => {
    const id = pick(people, first);
    const role = pick(roles, second);
    const held = unit.users.get(id);
    const audit = unit.reference;
    if (held === undefined) {
      touch(unit, id, { kind: 'assignUser', audit, assignment: { id, role } }, id);
      unit.users.set(id, role);
    } else if (kind % 2 === 0) {
      touch(unit, id, { kind: 'removeUser', audit, user: id }, id);
      unit.users.delete(id);
    } else {
      touch(unit, id, { kind: 'changeUser', audit, assignment: { id, role } }, id);
      unit.users.set(id, role);
    }
  };

  const take = (choice: Choice): void => {
    const { kind, first, second } = choice;
    const live = audits.filter(({ deleted }) => !deleted);
    const groups = live.filter(({ type }) => type === 'consolidated');
    const components = groups.flatMap((group) => group.components).filter(({ deleted }) => !deleted);
    const free = components.filter(({ coupled }) => !coupled);
    const alone = free.filter((one) => one.entities.length === 1);
    const deletable = live.filter((audit) => audit.components.every(({ coupled }) => !coupled));
    const client = clients.length > 0 && second % 2 === 0 ? pick(clients, second) : 'group';
    if (kind < 12) return createAudit('consolidated', 'group', 'group');
    if (kind < 22) return createAudit('single', client, client === 'group' ? 'north' : client);
    if (kind < 52 && groups.length > 0) return createComponent(pick(groups, first), choice);
    if (kind < 58 && alone.length > 0) {
      const couple = pick(alone, first);
      return createAudit('single', 'group', couple.entities[0] ?? '', couple);
    }
    if (kind < 66 && components.length > 0) {
      const component = pick(components, first);
      component.explanation = `Explained by s${String(steps.length + 1)}`;
      const { reference, group, explanation } = component;
      const task: Task = { kind: 'setOutOfScope', group: group.reference, component: reference, explanation };
      group.touched.push(touch(component, 'scope', task, explanation));
      return;
    }
    if (kind < 72 && free.length > 0) {
      const component = pick(free, first);
      component.deleted = true;
      const { group, reference, touched } = component;
      group.touched.push(
        add({ kind: 'deleteComponent', group: group.reference, component: reference }, 'component', touched),
      );
      return;
    }
    if (kind < 76 && deletable.length > 0) {
      const audit = pick(deletable, first);
      audit.deleted = true;
      const touched = [...audit.touched, ...audit.components.flatMap((component) => component.touched)];
      add({ kind: 'deleteAudit', audit: audit.reference }, audit.id, touched);
      return;
    }
    if (kind < 92 && live.length > 0) return changeUsers(pick([...live, ...components], first), choice);
    createClient();
  };

  for (const choice of choices) if (steps.length < choices.length) take(choice);
  const plan = { id: `plan of ${String(steps.length)}`, connection, title: 'Torture', steps };
  return { plan, end: endOf(clients, audits) };
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

/** A component as one line; its own id is the service's choice and no part of it. */
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
