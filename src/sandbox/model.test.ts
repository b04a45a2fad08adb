import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Desk, openDesk } from './testing/desk.ts';
import { beginning, Event } from './testing/events.ts';
import { Model } from './testing/model.ts';

// Any course of events, told to the service and to a model of it: every status alike, and all that is there at the end.

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
