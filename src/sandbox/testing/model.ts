// A small second service, written from the words of the specification and not from the code: what a firm holds, as
// plain objects, and the status of every answer. It knows the two firms' fixture only as far as it needs.

export type Scoping = 'Large' | 'Small';
export type Entity = 'group' | 'sub' | 'leaf';
type Status = 'initializing' | 'open' | 'archived' | 'deleting';

interface Common {
  readonly id: string;
  status: Status;
  /** When it opens or is gone; null: it stays. */
  until: number | null;
  locked: boolean;
  readonly entities: readonly Entity[];
  readonly users: Map<string, string>;
}
interface TopLevel extends Common {
  readonly type: 'single' | 'consolidated';
  readonly scoping: Scoping;
  readonly periodEnd: string;
  coupled: readonly string[];
}
interface Component extends Common {
  readonly type: 'component';
  readonly group: string;
  inScope: boolean;
  explanation: string;
  content: number;
  coupledTo: string | null;
}
type Audit = TopLevel | Component;

export interface NewAudit {
  readonly id: string;
  readonly type: 'single' | 'consolidated';
  readonly test: boolean;
  readonly entity: Entity;
  readonly scoping: Scoping;
  readonly periodEnd: string;
  readonly coupled: readonly string[];
}

const duration = 3;
const depth: Readonly<Record<Entity, number>> = { group: 0, sub: 1, leaf: 2 };
const price = (type: string, coupled: boolean) => (type === 'single' ? (coupled ? 3 : 10) : coupled ? 0 : 40);

export class Model {
  now = 0;
  credits = 190;
  readonly audits = new Map<string, Audit>();

  private topLevel(id: string): TopLevel | undefined {
    const audit = this.audits.get(id);
    return audit?.type === 'component' ? undefined : audit;
  }
  private componentOf(group: string, id: string): Component | undefined {
    const audit = this.audits.get(id);
    return audit?.type === 'component' && audit.group === group ? audit : undefined;
  }
  componentsOf(group: string): readonly Component[] {
    return [...this.audits.values()].flatMap((audit) =>
      audit.type === 'component' && audit.group === group ? [audit] : [],
    );
  }
  statusOf(audit: Audit): Status {
    const group = audit.type === 'component' ? this.audits.get(audit.group) : undefined;
    return group?.status === 'deleting' ? 'deleting' : audit.status;
  }
  private isOpen(audit: Audit): boolean {
    const group = audit.type === 'component' ? this.audits.get(audit.group) : undefined;
    return audit.status === 'open' && (group === undefined || group.status === 'open');
  }

  advance(seconds: number): void {
    this.now += seconds;
    const known = [...this.audits.values()]; // some of them go
    for (const audit of known) {
      if (audit.until === null || audit.until > this.now) continue;
      if (audit.status === 'deleting') {
        for (const { id } of this.componentsOf(audit.id)) this.audits.delete(id);
        this.audits.delete(audit.id);
      } else [audit.status, audit.until] = ['open', null];
    }
  }
  set(id: string, status: Status | undefined, locked: boolean | undefined): number {
    const audit = this.audits.get(id);
    if (audit === undefined) return 404;
    if (status !== undefined) [audit.status, audit.until] = [status, null];
    audit.locked = locked ?? audit.locked;
    return 200;
  }

  create(asked: NewAudit): number {
    if (this.audits.has(asked.id)) return 409;
    if (asked.coupled.length > 0 && !this.mayCouple(asked)) return 400;
    const cost = asked.test ? 0 : price(asked.type, asked.coupled.length > 0);
    if (cost > this.credits) return 402;
    this.credits -= cost;
    const { id, type, entity, scoping, periodEnd, coupled, test } = asked;
    this.audits.set(id, {
      id,
      type,
      scoping,
      periodEnd,
      coupled,
      entities: test ? [] : [entity],
      status: 'initializing',
      until: this.now + duration,
      locked: false,
      users: new Map(),
    });
    for (const one of coupled) this.coupleTo(one, id);
    return 201;
  }
  private coupleTo(id: string, to: string | null): void {
    const component = this.audits.get(id);
    if (component?.type === 'component') component.coupledTo = to;
  }

  /** The seven rules for a firm with one client, each as the specification has it. */
  private mayCouple({ coupled, test, entity, scoping, periodEnd }: NewAudit): boolean {
    const named = coupled.map((id) => this.audits.get(id));
    const components = named.filter((audit) => audit?.type === 'component');
    if (components.length < named.length) return false; // 1
    if (new Set(coupled).size < coupled.length) return false; // 2
    const [first] = components;
    if (first === undefined || !components.every(({ id }) => this.network(first.id).has(id))) return false; // 3
    const closed = (audit: Audit) => ['archived', 'deleting'].includes(this.statusOf(audit));
    for (const component of components) {
      const group = this.audits.get(component.group);
      if (group === undefined || closed(component) || closed(group) || component.coupledTo !== null)
        return false; // 4
      if (component.entities.length !== 1 || group.entities.length !== 1) return false; // 6
    }
    const given = components.map((component) => {
      const group = this.topLevel(component.group);
      return {
        own: component.entities[0],
        scoping: group?.scoping,
        end: group?.periodEnd,
        top: depth[group?.entities[0] ?? 'leaf'],
      };
    });
    const same = (one: object) => JSON.stringify({ ...one, top: 0 });
    if (new Set(given.map(same)).size > 1) return false; // 5
    // 7: all give the same values, so whichever is the highest, the request is compared with these.
    return (
      !test && given.every((one) => same(one) === same({ own: entity, scoping, end: periodEnd, top: 0 }))
    );
  }
  private network(from: string): ReadonlySet<string> {
    const met = new Set([from]);
    for (let size = 0; size < met.size; ) {
      size = met.size;
      for (const audit of this.audits.values()) {
        const links = audit.type === 'component' ? [audit.group, audit.coupledTo] : [];
        for (const other of links) {
          if (other === null || (!met.has(audit.id) && !met.has(other))) continue;
          met.add(audit.id).add(other);
        }
      }
    }
    return met;
  }

  remove(id: string): number {
    const audit = this.topLevel(id);
    if (audit === undefined) return 404;
    if (audit.status === 'deleting' && audit.until !== null) return 204;
    if (this.componentsOf(id).some(({ coupledTo }) => coupledTo !== null)) return 409;
    for (const one of audit.coupled) this.coupleTo(one, null);
    [audit.status, audit.until, audit.coupled] = ['deleting', this.now + duration, []];
    return 204;
  }

  createComponent(group: string, entities: readonly Entity[], id: string): number {
    const audit = this.audits.get(group);
    if (audit === undefined) return 404;
    if (audit.type !== 'consolidated' || entities.length === 0 || audit.entities.length === 0) return 400;
    if (new Set(entities).size < entities.length) return 400;
    if (audit.status !== 'open') return 409;
    this.audits.set(id, {
      id,
      type: 'component',
      group,
      entities,
      status: 'open',
      until: null,
      locked: false,
      users: new Map(),
      inScope: true,
      explanation: '',
      content: 12,
      coupledTo: null,
    });
    return 201;
  }
  setOutOfScope(group: string, id: string, explanation: string): number {
    const component = this.componentOf(group, id);
    if (component === undefined) return 404;
    if (explanation.trim() === '') return 400;
    if (!this.isOpen(component) || component.locked || this.audits.get(group)?.locked === true) return 409;
    [component.inScope, component.explanation, component.content] = [false, explanation, 0];
    return 200;
  }
  removeComponent(group: string, id: string): number {
    const component = this.componentOf(group, id);
    if (component === undefined) return 404;
    if (this.audits.get(group)?.status !== 'open' || component.coupledTo !== null) return 409;
    this.audits.delete(id);
    return 204;
  }

  assign(id: string, user: string, role: string): number {
    const audit = this.audits.get(id);
    if (audit === undefined) return 404;
    if (!users.has(user.toLowerCase()) || !roles.has(role)) return 400;
    if (!this.isOpen(audit) || audit.users.has(user.toLowerCase())) return 409;
    audit.users.set(user.toLowerCase(), role);
    return 201;
  }
  change(id: string, user: string, role: string | null): number {
    const audit = this.audits.get(id);
    if (audit === undefined || !audit.users.has(user.toLowerCase())) return 404;
    if (role !== null && !roles.has(role)) return 400;
    if (!this.isOpen(audit)) return 409;
    if (role === null) audit.users.delete(user.toLowerCase());
    else audit.users.set(user.toLowerCase(), role);
    return role === null ? 204 : 200;
  }
}

const users: ReadonlySet<string> = new Set(['anna.smit@firm.example', "o'brien+audit@firm.example"]);
const roles: ReadonlySet<string> = new Set(['audit_auditor', 'audit_engagement_leader']);
