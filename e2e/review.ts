import type { RenderOptions } from './screen.ts';

/**
 * Opens the review of a new group audit of `smallFirm`, by a draft that has all of it: for tests of what comes after. The name is the
 * proposed one unless given.
 */
export function atReview({ id, name }: { readonly id: string; readonly name?: string }): RenderOptions {
  const fields = {
    client_organisation_id: 'noorderhaven',
    legal_entity_id: 'noorderhaven',
    audit_type: 'consolidated',
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Large',
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    language: 'nl',
    unit_of_measurement: '',
    name: name ?? '',
    id,
  };
  const entered = [
    'audit_type',
    'client_organisation_id',
    'scoping_package_id',
    'period_start',
    'period_end',
  ];
  const own = [...entered, 'language', 'id', ...(name === undefined ? [] : ['name'])];
  const coupling = { decision: 'without', ids: [], isFilled: false, before: null };
  const content = { fields, settings: {}, coupling, replaces: null, own, step: 'review', reached: 'review' };
  const draft = { id: `draft-${id}`, kind: 'audit', title: name ?? id, content } as const;
  return { draft, at: `/audits/new?draft=${draft.id}` };
}
