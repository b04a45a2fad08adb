import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { Audit } from '../../shared/model/audit.ts';
import { planFaults } from '../../shared/rules/plans/plan.ts';
import { auditPlan, auditSeen } from './audits.ts';

const one = ['c', 'audits', 'one', 'a'];
const audit = (status: string): Audit => Audit.parse({ id: 'a', status, audit_type: 'single' });

describe('W11: what is seen of a watched audit', () => {
  it.each([
    ['shows at once', audit('open'), { status: 'open' }],
    ['that is not there any more is forgotten', null, undefined],
  ])('%s', (_, seen, shown) => {
    const client = new QueryClient();
    client.setQueryData(one, audit('initializing'));
    auditSeen(client, { type: 'audit-seen', connection: 'c', id: 'a', audit: seen });
    const data = client.getQueryData(one);
    expect(data === undefined ? undefined : { status: Reflect.get(Object(data), 'status') }).toEqual(shown);
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
