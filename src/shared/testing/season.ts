import { Audit } from '../model/audit.ts';
import type { SeasonEntry } from '../model/season.ts';
import type { PlanProgress } from '../plan.ts';
import type { Group } from '../rules/plans/season-groups.ts';

/** A group that has ended a year before `next`. */
export const audit = (id: string, more: Readonly<Record<string, unknown>> = {}): Audit =>
  Audit.parse({
    id,
    name: `Harbour Group ${id}`,
    client_organisation_id: 'harbour',
    legal_entity_ids: ['harbour'],
    period_start: '2024-01-01',
    period_end: '2024-12-31',
    audit_type: 'consolidated',
    status: 'archived',
    ...more,
  });
export const next = { period_start: '2025-01-01', period_end: '2025-12-31' };

export const entry = (id: string, more: Partial<SeasonEntry> = {}): SeasonEntry => ({
  id,
  connection: 'c',
  name: id,
  client: 'harbour',
  predecessor: null,
  successor: null,
  deadline: null,
  priority: 0,
  components: 3,
  coupled: 1,
  ...more,
});

/** A group that a plan creates; without one, of which nothing is told. */
export const group = (id: string, plan: PlanProgress | null = null, more: Partial<Group> = {}): Group => ({
  id,
  name: id,
  client: 'harbour',
  state: 'planned',
  entry: null,
  plan,
  isShared: false,
  audit: null,
  ownId: id,
  scheduling: plan?.scheduling ?? { deadline: null, priority: 0 },
  stepsLeft: 3,
  credits: null,
  ...more,
});
