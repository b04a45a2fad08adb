import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { Audit } from '../../shared/model/audit.ts';
import { planFaults } from '../../shared/rules/plan.ts';
import { auditPlan, auditSeen } from './audits.ts';

const list = ['c', 'audits', 'list'];
const one = ['c', 'audits', 'one', 'a'];
const audit = (id: string, status: string, type = 'single'): Audit =>
  Audit.parse({ id, status, audit_type: type });

function cache(...audits: readonly Audit[]): QueryClient {
  const client = new QueryClient();
  client.setQueryData(list, {
    pages: [{ count: audits.length, cursor: null, results: audits }],
    pageParams: [undefined],
  });
  return client;
}

function listed(client: QueryClient): readonly string[] {
  const data = client.getQueryData<{ readonly pages: readonly { readonly results: readonly Audit[] }[] }>(
    list,
  );
  return (data?.pages ?? []).flatMap(({ results }) => results.map(({ id, status }) => `${id} ${status}`));
}

describe('W11: what is seen of a watched audit', () => {
  it('shows at once, alone and in the list', () => {
    const client = cache(audit('a', 'initializing'), audit('b', 'open'));
    auditSeen(client, { type: 'audit-seen', connection: 'c', id: 'a', audit: audit('a', 'open') });
    expect(listed(client)).toEqual(['a open', 'b open']);
    expect(client.getQueryData(one)).toMatchObject({ status: 'open' });
  });

  it('leaves the list as it is while nothing has changed', () => {
    const client = cache(audit('a', 'initializing'));
    const before = client.getQueryData(list);
    auditSeen(client, { type: 'audit-seen', connection: 'c', id: 'a', audit: audit('a', 'initializing') });
    expect(client.getQueryData(list)).toBe(before);
  });

  it('adds one that was just created, but not one of a group', () => {
    const client = cache(audit('b', 'open'));
    auditSeen(client, { type: 'audit-seen', connection: 'c', id: 'a', audit: audit('a', 'initializing') });
    auditSeen(client, {
      type: 'audit-seen',
      connection: 'c',
      id: 'k',
      audit: audit('k', 'open', 'component'),
    });
    expect(listed(client)).toEqual(['b open', 'a initializing']);
  });

  it('forgets one that is not there any more', () => {
    const client = cache(audit('b', 'open'));
    client.setQueryData(one, audit('a', 'initializing'));
    auditSeen(client, { type: 'audit-seen', connection: 'c', id: 'a', audit: null });
    expect(client.getQueryData(one)).toBeUndefined();
  });

  it('takes one that is gone out of the list, with its count', () => {
    const client = cache(audit('a', 'deleting'), audit('b', 'open'));
    auditSeen(client, { type: 'audit-seen', connection: 'c', id: 'a', audit: null });
    expect(listed(client)).toEqual(['b open']);
    expect(client.getQueryData(list)).toMatchObject({ pages: [{ count: 1 }] });
  });
});

it('the plan of an audit creates it and waits until it is open', async () => {
  const creation = {
    id: 'new',
    name: 'Audit 2026',
    work_package_id: 'wp',
    scoping_package_id: 'Small',
    client_organisation_id: 'molen',
    legal_entity_id: 'molen',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
  } as const;
  const plan = auditPlan('c', 'draft-1', creation);
  expect(plan).toMatchObject({
    connection: 'c',
    title: 'Audit 2026',
    steps: [
      { key: 'audit', task: { kind: 'createAudit', creation } },
      { key: 'open', task: { kind: 'awaitOpen', audit: { fromStep: 'audit' } } },
    ],
  });
  expect(auditPlan('c', 'draft-1', creation).id).toBe(plan.id);
});

it('a plan that creates an audit in the place of another waits until that one is gone', () => {
  const creation = { id: 'new', name: 'Audit 2026' } as unknown as Parameters<typeof auditPlan>[2]; // nothing else is read
  const replaced = { id: 'old', name: 'Audit 2026', created_at: '2026-01-05T09:00:00Z' };
  const plan = auditPlan('c', 'draft-1', creation, { replaced });
  expect(plan.steps.map(({ key, after, task }) => [key, task.kind, after])).toEqual([
    ['delete', 'deleteAudit', []],
    ['gone', 'awaitGone', ['delete']],
    ['audit', 'createAudit', ['gone']],
    ['open', 'awaitOpen', []],
  ]);
  expect(plan.about).toEqual({ draft: 'draft-1' }); // main cancels what the draft wanted before
});

it('a plan that copies components and users makes them in the new audit, once it is open', () => {
  const creation = { id: 'new', name: 'Audit 2026' } as unknown as Parameters<typeof auditPlan>[2]; // nothing else is read
  const component = { name: 'Leaf', legal_entity_ids: ['L'], auditor_relation: 'self' };
  const assignment = { id: 'a@b.example', role: 'auditor' };
  const plan = auditPlan('c', 'd', creation, { components: [component], users: [assignment] });
  const made = { fromStep: 'audit' };
  expect(plan.steps.slice(2)).toEqual([
    {
      key: 'component-0',
      after: ['open'],
      subject: 'Leaf',
      task: { kind: 'createComponent', group: made, creation: component },
    },
    {
      key: 'user-0',
      after: ['open'],
      subject: 'a@b.example – Audit 2026',
      task: { kind: 'assignUser', audit: made, assignment },
    },
  ]);
  expect(planFaults(plan)).toEqual([]);
  expect(plan.about).toEqual({ draft: 'd', kind: 'components', audit: 'new' }); // its tree shows them
});
