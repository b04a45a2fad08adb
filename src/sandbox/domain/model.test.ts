import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Desk, openDesk } from '../testing/desk.ts';
import { beginning, type Entity, Event, type Scoping } from '../testing/events.ts';

// Any course of events, told to the service and to a model of it: every status alike, and all that is there at the end.

// A small second service, written from the words of the specification and not from the code: what a firm holds, as
// plain objects, and the status of every answer. It knows the two firms' fixture only as far as it needs.

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

interface NewAudit {
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

class Model {
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

class Run {
  readonly model = new Model();
  readonly desk: Desk = openDesk((fixture) => ({
    ...fixture,
    firms: fixture.firms.map((firm) => ({ ...firm, credits: 190, audits: [] })),
  }));
  /** Component audits in the order of their creation: the service chooses their ids. */
  private readonly components: string[] = [];

  private component(nth: number): string {
    return this.components[nth % Math.max(1, this.components.length)] ?? 'no-component';
  }
  private target(target: string | number): string {
    return typeof target === 'number' ? this.component(target) : target;
  }

  async happen(event: Event): Promise<readonly [expected: number, received: number]> {
    const { model, desk } = this;
    switch (event.kind) {
      case 'create':
        return this.create(event);
      case 'component': {
        const path = `/audits/${event.group}/component-audits/`;
        const { status, body } = await desk.post(path, {
          legal_entity_ids: event.entities,
          auditor_relation: 'self',
        });
        const { id = 'none' } = body as { readonly id?: string }; // a creation that succeeds tells it
        const expected = model.createComponent(event.group, event.entities, id);
        if (status === 201) this.components.push(id);
        return [expected, status];
      }
      case 'advance':
        await desk.advance(event.seconds);
        model.advance(event.seconds);
        return [200, 200];
      case 'delete':
        return [model.remove(event.id), (await desk.call('DELETE', `/audits/${event.id}/`)).status];
      case 'delete-component': {
        const [id, group] = this.componentAt(event);
        return [
          model.removeComponent(group, id),
          (await desk.call('DELETE', `/audits/${group}/component-audits/${id}/`)).status,
        ];
      }
      case 'scope': {
        const [id, group] = this.componentAt(event);
        const body = { in_scope: false, out_of_scope_explanation: event.text };
        return [
          model.setOutOfScope(group, id, event.text),
          (await desk.call('PATCH', `/audits/${group}/component-audits/${id}/`, { body })).status,
        ];
      }
      case 'set': {
        const id = this.target(event.target);
        const body = { status: event.status, scope_locked: event.locked };
        return [
          model.set(id, event.status, event.locked),
          (await desk.control('POST', `/audits/north/${id}/`, body)).status,
        ];
      }
      case 'assign': {
        const id = this.target(event.target);
        const { user, role } = event;
        return [
          model.assign(id, user, role),
          (await desk.post(`/audits/${id}/users/`, { id: user, role })).status,
        ];
      }
      case 'change': {
        const id = this.target(event.target);
        const path = `/audits/${id}/users/${encodeURIComponent(event.user)}/`;
        const sent = event.role === null ? {} : { body: { role: event.role } };
        const { status } = await desk.call(event.role === null ? 'DELETE' : 'PATCH', path, sent);
        return [model.change(id, event.user, event.role), status];
      }
    }
  }
  private componentAt({
    nth,
    group,
  }: {
    readonly nth: number;
    readonly group: string | null;
  }): readonly [string, string] {
    const id = this.component(nth);
    const audit = this.model.audits.get(id);
    return [id, group ?? (audit?.type === 'component' ? audit.group : 'no-group')];
  }
  private async create(event: Event & { readonly kind: 'create' }): Promise<readonly [number, number]> {
    const named: readonly number[] = event.coupled;
    const coupled = named.map((nth) => this.component(nth));
    const first = this.model.audits.get(coupled[0] ?? '');
    const group = first?.type === 'component' ? this.model.audits.get(first.group) : undefined;
    const fitting = event.fits && first !== undefined && group !== undefined && group.type !== 'component';
    const asked = {
      ...event,
      coupled,
      ...(fitting
        ? {
            test: false,
            entity: first.entities[0] ?? event.entity,
            scoping: group.scoping,
            periodEnd: group.periodEnd,
          }
        : {}),
    };
    const { status } = await this.desk.post('/audits/', {
      id: asked.id,
      name: 'Audit',
      work_package_id: 'wp',
      scoping_package_id: asked.scoping,
      client_organisation_id: asked.test ? 'trial' : 'group',
      legal_entity_id: asked.test ? 'trial' : asked.entity,
      period_start: '2026-01-01',
      period_end: asked.periodEnd,
      language: 'nl',
      audit_type: asked.type,
      coupled_component_audit_ids: coupled,
    });
    return [this.model.create(asked), status];
  }

  /** What the service holds, by its answers. */
  async held(): Promise<unknown> {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', ...this.components];
    const audits = [];
    for (const id of ids) {
      const { status, body } = await this.desk.get(`/audits/${id}/`);
      if (status === 404) continue;
      const audit = body as {
        readonly status: string;
        readonly audit_type: string;
        readonly coupled_component_audit_ids: unknown;
        readonly group_audit_id: unknown;
      }; // the audits' tests prove it
      const list = async (path: string) =>
        (
          (await this.desk.get(`/audits/${id}/${path}/`)).body as {
            readonly results: readonly Readonly<Record<string, unknown>>[];
          }
        ).results;
      const content = await this.desk.control('GET', `/content/north/${id}/`);
      audits.push({
        id,
        status: audit.status,
        type: audit.audit_type,
        group: audit.group_audit_id,
        coupled: audit.coupled_component_audit_ids,
        content:
          content.status === 200 ? (content.body as { readonly content_items: number }).content_items : null,
        users: (await list('users')).map((user) => [String(user.id).toLowerCase(), user.role]),
        components: (await list('component-audits')).map((one) => [
          one.id,
          one.status,
          one.in_scope,
          one.out_of_scope_explanation,
          one.coupled_entity_audit_id,
        ]),
      });
    }
    const { body } = await this.desk.get('/audits/?page_size=100');
    return {
      credits: ((await this.desk.control('POST', '/firms/north/', {})).body as { readonly credits: number })
        .credits,
      listed: (body as { readonly results: readonly { readonly id: string }[] }).results.map(({ id }) => id),
      audits,
    };
  }
  expected(): unknown {
    const { model } = this;
    const ordered = ['a', 'b', 'c', 'd', 'e', 'f', ...this.components].flatMap(
      (id) => model.audits.get(id) ?? [],
    );
    return {
      credits: model.credits,
      listed: [...model.audits.values()].filter(({ type }) => type !== 'component').map(({ id }) => id),
      audits: ordered.map((audit) => ({
        id: audit.id,
        status: model.statusOf(audit),
        type: audit.type,
        group: audit.type === 'component' ? audit.group : null,
        coupled: audit.type === 'component' ? [] : audit.coupled,
        content: audit.type === 'component' ? audit.content : null,
        users: [...audit.users],
        components: model
          .componentsOf(audit.id)
          .map((one) => [one.id, model.statusOf(one), one.inScope, one.explanation, one.coupledTo]),
      })),
    };
  }
}

it('every answer and every state is the model’s', async () => {
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(Event, { minLength: 5, maxLength: 60, size: 'max' }), async (events) => {
      const run = new Run();
      for (const event of [...beginning, ...events]) {
        const [expected, received] = await run.happen(event);
        const what = `${event.kind}${event.kind === 'create' && event.coupled.length > 0 ? ' coupled' : ''} ${String(expected)}`;
        met.set(what, (met.get(what) ?? 0) + 1);
        expect([event, received]).toEqual([event, expected]);
      }
      expect(await run.held()).toEqual(run.expected());
    }),
    { numRuns: 300 },
  );
  // Not a model of refusals only: each of these came about.
  for (const what of [
    'create 201',
    'create 402',
    'create 409',
    'create coupled 201',
    'create coupled 400',
    'component 201',
    'component 400',
    'component 409',
    'delete 204',
    'delete 409',
    'delete-component 204',
    'scope 200',
    'scope 409',
    'assign 201',
    'assign 409',
    'change 200',
    'change 204',
  ])
    expect([what, met.get(what) ?? 0]).toEqual([what, expect.toSatisfy((count: number) => count > 0)]);
});
