import { describe, expect, it } from 'vitest';
import type { AuditCreation } from '../../../shared/model/audit.ts';
import type { PlanProgress } from '../../../shared/plan.ts';
import { groupsOf, type SeasonPart } from '../../../shared/rules/plans/season-groups.ts';
import { audit, entry, next } from '../../../shared/testing/season.ts';
import { entryAfter } from './season-rows.ts';

const none = { entries: [], audits: [], parts: [], prices: null };

describe('a group that a file has named', () => {
  const named = entry('a', { name: 'Dock Group' });
  const creation = (more: Partial<AuditCreation> = {}): AuditCreation => ({
    id: 'd-2025',
    name: 'dock group',
    work_package_id: 'w',
    scoping_package_id: 's',
    client_organisation_id: 'harbour',
    legal_entity_id: 'dock',
    ...next,
    language: 'nl',
    audit_type: 'consolidated',
    ...more,
  });
  const one = audit('d-2025', { ...next, name: 'dock group', status: 'open' });
  const plan: PlanProgress = {
    id: 'p',
    connection: 'c',
    title: 'Plan',
    about: {},
    state: 'running',
    pause: null,
    createdAt: '2026-01-01T00:00:00Z',
    endedAt: null,
    counts: {
      waiting: 4,
      sending: 0,
      resolving: 0,
      done: 1,
      failed: 0,
      unclear: 0,
      blocked: 0,
      cancelled: 0,
    },
    deeds: [],
    remainingSeconds: 60,
  };
  const made = (more: Partial<AuditCreation>): readonly SeasonPart[] => [
    { plan, isShared: false, audit: 'd-2025', creation: creation(more), audits: [], counts: plan.counts },
  ];
  it.each([
    ['of its client and name there is an audit', named, [one], [], ['a created']],
    [
      'with the id that the file gave there is one',
      entry('a', { successor: 'd-2025' }),
      [one],
      [],
      ['a created'],
    ],
    [
      'of several with its name the last counts',
      named,
      [audit('d-2023', { name: 'Dock Group' }), { ...one, status: 'initializing' as const }],
      [],
      ['a initialising'],
    ],
    ['the audit is another client’s', named, [{ ...one, client_organisation_id: 'x' }], [], ['a expected']],
    ['the audit is being deleted', named, [{ ...one, status: 'deleting' as const }], [], ['a expected']],
    ['a plan creates it', named, [], made({}), ['a planned']],
    ['a plan creates another', named, [], made({ name: 'Other' }), ['p planned', 'a expected']],
    [
      'a plan creates another client’s',
      named,
      [],
      made({ client_organisation_id: 'x' }),
      ['p planned', 'a expected'],
    ],
  ])('is recognised, or not, and counted once: %s', (_, kept, audits, parts, told) => {
    const groups = groupsOf({ ...none, entries: [kept], audits, parts });
    expect(groups.map(({ id, state }) => `${id} ${state}`)).toEqual(told);
  });

  it('is left out while what it would be follows last year’s', () => {
    const before = audit('d-2024', { name: 'Dock' });
    const follows = entry('b', { predecessor: 'd-2024', successor: 'd-2025' });
    const facts = { ...none, entries: [named, follows], audits: [before, one] };
    expect(groupsOf(facts).map(({ id }) => id)).toEqual(['b']);
    expect(groupsOf({ ...facts, audits: [before] }).map(({ id }) => id)).toEqual(['a', 'b']);
    const planned = { ...facts, audits: [before], parts: made({}) };
    expect(groupsOf(planned).map(({ id }) => id)).toEqual(['b']);
  });

  it.each([
    ['its name', { name: 'DOCK GROUP 2025' }, null],
    ['the id that a file gave it', { name: 'Other', successor: 'd-2025' }, 'd-2025'],
  ])('takes the place of the group that a file has named by %s', (_, more, successor) => {
    const before = audit('d-2024', { name: 'Dock Group 2024' });
    const kept = [entry('other', { name: 'Dock Group 2025', client: 'x' }), entry('kept', more)];
    const given = {
      known: { audits: [before], componentsOf: new Map() },
      successor,
      names: [],
      entries: kept,
    };
    expect(entryAfter('c', before, { ...given, rule: { months: 3, days: 10 } })).toMatchObject({
      id: 'kept',
      predecessor: 'd-2024',
    });
  });
});
