import type { Violation } from './violation.ts';

/**
 * Whether a violation rests on decisions.md, or on one reading of a shape or a list, and not on the specification. Then it is a warning: a person may
 * send it anyway, and the service decides. All others are the specification's, or keep the app from sending anything.
 */
export function isDoubt(violation: Violation): boolean {
  const rule = doubts[violation.code];
  return typeof rule === 'function'
    ? rule(violation)
    : rule === true || violation.field.startsWith('settings.');
}

/** What stops an audit, component or client from being sent. */
export function blocking<One extends Violation>(violations: readonly One[]): readonly One[] {
  return violations.filter((one) => !isDoubt(one));
}

/** By code. What a setting must be is for the service alone: the specification shows neither types nor shapes of settings. */
const doubts: Readonly<Record<string, true | ((violation: Violation) => boolean)>> = {
  // The specification has no order of the two days (decisions.md §7.1).
  'ends-before-start': true,
  // How legal entities are listed is not shown, and a list may be incomplete.
  'not-of-client': true,
  // Limits of fields other than `name`: not shown (decisions.md §4.1).
  'too-long': ({ field }) => field !== 'name',
  'control-character': true,
  // Countries are a table of ours.
  'unknown-country': true,
  // What is in no list that was read may be there.
  'unknown-client': true,
  'unknown-audit': true,
  'unknown-group': true,
  'unknown-work-package': true,
  'unknown-role': true,
  // Shapes of `audit_types` are not shown, and a package that is not listed may be there. Languages, relations, and the labels of a package are the
  // specification's ("Audit", "Component audit"); which language a label is for is read by us.
  'not-offered': ({ field, facts }) =>
    ['work_package_id', 'audit_type'].includes(field) || facts?.['language'] !== undefined,
  'unknown-setting': true,
  // "At least one legal entity id" is all that the specification says (decisions.md §8.2, §8.3).
  duplicate: ({ field }) => field === 'legal_entity_ids',
  blank: true,
  // Audits and component audits share one space of ids by decisions.md §4.1 alone.
  'id-taken': ({ facts }) => facts?.['component'] === 1,
  // Rule 1 refuses what is listed as a top-level audit; an id that no list has may be there.
  'not-a-component': ({ facts }) => facts?.['listed'] !== 1,
  // Users cannot be assigned to an audit that is archived or being deleted ("States", rule 1); of its group, and of what users are assigned to already,
  // only decisions.md §10.2 speaks.
  'audit-closed': ({ facts }) => facts?.['assigns'] === 0,
  'being-deleted': ({ facts }) => facts?.['assigns'] === 0,
  // A group may have two components for the same legal entities.
  twice: ({ facts }) => facts?.['component'] === 1,
  // What the app finds unlikely; no service refuses it.
  'no-value': true,
  'lost-zeros': true,
  'swapped-days': true,
  'far-year': true,
  'no-year': true,
  'same-audit': true,
  'same-client': true,
  'other-client': true,
  'no-domain': true,
  'same-row': true,
  'alike-row': true,
  'wider-row': true,
  // What a network is, decisions.md §9 says.
  'separate-network': true,
  // Rule 4 is about components that are archived, not about their groups or other statuses (decisions.md §9.4).
  archived: ({ facts }) => facts?.['status'] !== 'archived',
  // Rule 5 names no condition for legal entities (decisions.md §9.5).
  'differing-values': ({ facts }) => facts?.['field'] === 'legal_entity_id',
  // Rule 6 holds "where the validator requires it" (decisions.md §9.6).
  'not-one-own-entity': true,
  'not-one-group-entity': true,
  // Which of several initialises depends on a tree that we read: that matters where these have more than one value. Which entity is its own, on
  // decisions.md §9.7.
  'ambiguous-initialising': true,
  'differs-from-initialising': ({ field, facts }) => field === 'legal_entity_id' || facts?.['among'] !== 1,
};
