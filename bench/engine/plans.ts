import type { Step, Task } from '../../src/shared/plan.ts';

function step(key: string, task: Task, after: readonly string[] = []): Step {
  return { key, after, subject: key, task };
}

const engagement = {
  work_package_id: 'wp',
  scoping_package_id: 'Small',
  client_organisation_id: 'group',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  language: 'nl',
} as const;

/** So many audits of their own. */
export function audits(count: number): readonly Step[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `audit ${String(index + 1)}`;
    return step(id, {
      kind: 'createAudit',
      creation: { ...engagement, id, name: id, legal_entity_id: 'north' },
    });
  });
}

/** 301 requests of two tiers, of which a group of components, what needs it, and 100 audits: 181 of lifecycle, 120 of write. */
export function mixed(): readonly Step[] {
  const group = step('group', {
    kind: 'createAudit',
    creation: {
      ...engagement,
      id: 'group',
      name: 'Group',
      legal_entity_id: 'group',
      audit_type: 'consolidated',
    },
  });
  const open = step('open', { kind: 'awaitOpen', audit: 'group' });
  const components = Array.from({ length: 80 }, (_, index) =>
    step(
      `component ${String(index + 1)}`,
      {
        kind: 'createComponent',
        group: 'group',
        creation: {
          legal_entity_ids: ['north'],
          name: `Component ${String(index + 1)}`,
          auditor_relation: 'self',
        },
      },
      ['open'],
    ),
  );
  const scopes = components.slice(0, 60).map(({ key }) =>
    step(`scope of ${key}`, {
      kind: 'setOutOfScope',
      group: 'group',
      component: { fromStep: key },
      explanation: 'Sold.',
    }),
  );
  const clients = Array.from({ length: 60 }, (_, index) => {
    const id = `client ${String(index + 1)}`;
    return step(id, { kind: 'createClient', creation: { id, name: id, country: 'NL' } });
  });
  return [...clients, group, open, ...components, ...scopes, ...audits(100)];
}
