import {
  type ComparedField,
  type ComparedValues,
  type CouplingComponent,
  comparedFields,
  valuesOf,
} from './coupling-component.ts';
import { isDoubt } from './doubt.ts';
import { type Neighbours, networksOf } from './network.ts';
import { repeatedIn } from './repeated.ts';
import type { Violation } from './violation.ts';

// The coupling rules of the specification, numbered as there, with the terms of decisions.md §9.

export interface CouplingNetwork {
  /** Undefined: there is no such component audit; null: that cannot be known here. */
  readonly component: (id: string) => CouplingComponent | undefined | null;
  /** Whether a list shows it as an audit of its own, and so as no component. */
  readonly isTopLevel?: (id: string) => boolean;
  readonly neighbours: Neighbours;
  readonly ancestors: Ancestors;
}

export interface CouplingSelection {
  /** `coupled_component_audit_ids` as they stand in the request. */
  readonly ids: readonly string[];
  /** The request's values, as far as they are there and right by themselves. */
  readonly values: Partial<ComparedValues>;
}

export type CouplingCode =
  | 'not-a-component'
  | 'duplicate'
  | 'separate-network'
  | 'archived'
  | 'already-coupled'
  | 'differing-values'
  | 'not-one-own-entity'
  | 'not-one-group-entity'
  | 'ambiguous-initialising'
  | 'differs-from-initialising';

export interface CouplingViolation extends Violation<CouplingCode> {
  readonly ids: readonly string[];
}

export type CouplingRule = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/**
 * Whether a rule holds, is broken, seems broken by what decisions.md §9 adds to it, or cannot be judged here. In the last two the service decides
 * (decisions.md §9.11).
 */
export interface RuleVerdict {
  readonly rule: CouplingRule;
  readonly answer: 'holds' | 'broken' | 'doubtful' | 'unknown';
  readonly violations: readonly CouplingViolation[];
}

export interface CouplingVerdict {
  readonly rules: readonly RuleVerdict[];
  /** The initialising component; among equals that give the same values the first. Null where it is not certain. */
  readonly initialising: CouplingComponent | null;
  /** What the request has to equal, also where not the component but its values are certain. */
  readonly values: ComparedValues | null;
  /** Those of the values that the selection does not give: rule 7 does not hold before they were compared. */
  readonly notCompared: readonly ComparedField[];
}

const field = 'coupled_component_audit_ids';

/** Judges a selection by all rules at once; all violations, in the order of the rules (decisions.md §9.1). */
export function couplingVerdict(selection: CouplingSelection, network: CouplingNetwork): CouplingVerdict {
  const distinct = [...new Set(selection.ids)];
  const looked = distinct.map((id) => ({ id, component: network.component(id) }));
  const components = looked.flatMap(({ component }) => component ?? []);
  const unread = looked.some(({ component }) => component === null);
  const single = components.filter((component) => entityFaults(component).length === 0);
  const initialising = unread ? unjudged(single) : initialisingOf(single, network.ancestors);
  const notCompared =
    initialising.values === null ? [] : comparedFields.filter((name) => selection.values[name] === undefined);
  return {
    rules: [
      judged(
        1,
        looked
          .filter(({ component }) => component === undefined)
          .map(({ id }) =>
            violation(
              'not-a-component',
              [id],
              network.isTopLevel?.(id) === true ? { facts: { listed: 1 } } : {},
            ),
          ),
        unread,
      ),
      judged(2, duplicates(selection.ids), false),
      networkRule(components, network, unread),
      judged(4, components.flatMap(availabilityFaults), unread),
      judged(5, differences(components, single), unread),
      judged(6, components.flatMap(entityFaults), unread),
      judged(
        7,
        initialisingFaults(initialising, selection.values, components),
        initialising.values === null || notCompared.length > 0,
      ),
    ],
    initialising:
      (initialising.certain && initialising.values !== null && initialising.candidates[0]) || null,
    values: initialising.values,
    notCompared,
  };
}

function judged(
  rule: CouplingRule,
  violations: readonly CouplingViolation[],
  incomplete: boolean,
): RuleVerdict {
  const seems = violations.every(isDoubt) ? 'doubtful' : 'broken';
  const answer = violations.length > 0 ? seems : incomplete ? 'unknown' : 'holds';
  return { rule, answer, violations };
}

function violation(
  code: CouplingCode,
  ids: readonly string[],
  about: Partial<Pick<CouplingViolation, 'field' | 'facts'>> = {},
): CouplingViolation {
  return { code, ids, field, ...about };
}

function duplicates(ids: readonly string[]): readonly CouplingViolation[] {
  return repeatedIn(ids).map((id) => violation('duplicate', [id]));
}

function networkRule(
  components: readonly CouplingComponent[],
  { neighbours }: CouplingNetwork,
  unread: boolean,
): RuleVerdict {
  const { networks, certain } = networksOf(
    components.map(({ id }) => id),
    neighbours,
  );
  if (!certain) return { rule: 3, answer: 'unknown', violations: [] };
  return judged(
    3,
    networks.length <= 1 ? [] : networks.map((ids) => violation('separate-network', ids)),
    unread,
  );
}

/** The statuses in which a component, or its group, counts as archived (decisions.md §9.4). */
const closedStatuses: readonly string[] = ['archived', 'deleting'];

function availabilityFaults(component: CouplingComponent): readonly CouplingViolation[] {
  const { id, status, groupStatus, coupledAuditId } = component;
  return [
    ...(closedStatuses.includes(status) || closedStatuses.includes(groupStatus)
      ? [violation('archived', [id], { facts: { status } })]
      : []),
    ...(coupledAuditId === null
      ? []
      : [violation('already-coupled', [id], { facts: { audit: coupledAuditId } })]),
  ];
}

const sharedFields = ['work_package_id', 'scoping_package_id', 'period_start', 'period_end'] as const;

/** Rule 5. The own legal entity is compared only among components that have exactly one (decisions.md §9.5). */
function differences(
  components: readonly CouplingComponent[],
  single: readonly CouplingComponent[],
): readonly CouplingViolation[] {
  const differing = (name: ComparedField, of: readonly CouplingComponent[]): readonly CouplingViolation[] =>
    new Set(of.map((component) => valuesOf(component)[name])).size <= 1
      ? []
      : [
          violation(
            'differing-values',
            of.map(({ id }) => id),
            { facts: { field: name } },
          ),
        ];
  return [
    ...sharedFields.flatMap((name) => differing(name, components)),
    ...differing('legal_entity_id', single),
  ];
}

function entityFaults({
  id,
  legalEntityIds,
  groupLegalEntityIds,
}: CouplingComponent): readonly CouplingViolation[] {
  return [
    ...(legalEntityIds.length === 1
      ? []
      : [violation('not-one-own-entity', [id], { facts: { count: legalEntityIds.length } })]),
    ...(groupLegalEntityIds.length === 1
      ? []
      : [violation('not-one-group-entity', [id], { facts: { count: groupLegalEntityIds.length } })]),
  ];
}

function initialisingFaults(
  { candidates, certain, values: expected }: Initialising,
  values: Partial<ComparedValues>,
  components: readonly CouplingComponent[],
): readonly CouplingViolation[] {
  const valuesIn = (name: ComparedField) => new Set(components.map((one) => valuesOf(one)[name])).size;
  if (expected === null)
    return certain && candidates.length > 0
      ? [
          violation(
            'ambiguous-initialising',
            candidates.map(({ id }) => id),
          ),
        ]
      : [];
  return comparedFields
    .filter((name) => values[name] !== undefined && values[name] !== expected[name])
    .map((name) =>
      violation(
        'differs-from-initialising',
        candidates.slice(0, 1).map(({ id }) => id),
        { field: name, facts: { expected: expected[name], among: valuesIn(name) } },
      ),
    );
}

/** How many ancestors a legal entity of a client has in its tree; null where the tree is not known. */
type Ancestors = (clientId: string, legalEntityId: string) => number | null;

/** Which component initialises the coupling, as far as it is certain. */
interface Initialising {
  /** The components that may be the initialising one: several where they are equals, or where the tree is not known. */
  readonly candidates: readonly CouplingComponent[];
  readonly certain: boolean;
  /** The values of all candidates, null where they differ or there are none. */
  readonly values: ComparedValues | null;
}

/** The component whose group's legal entity has the fewest ancestors, whatever the order of the list. */
function initialisingOf(single: readonly CouplingComponent[], ancestors: Ancestors): Initialising {
  if (single.length <= 1) return among(single, true);
  const depths = single.map(({ engagement, groupLegalEntityIds: [group = ''] }) =>
    ancestors(engagement.client_organisation_id, group),
  );
  const known = depths.filter((depth) => depth !== null);
  if (known.length < depths.length) return among(single, false);
  const least = Math.min(...known);
  return among(
    single.filter((_, index) => depths[index] === least),
    true,
  );
}

function among(candidates: readonly CouplingComponent[], certain: boolean): Initialising {
  const [values = null, ...others] = candidates.map(valuesOf);
  const alike = others.every((other) => comparedFields.every((name) => other[name] === values?.[name]));
  return { candidates, certain, values: alike ? values : null };
}

/** Where components could not be read, one of those may be the initialising one. */
function unjudged(candidates: readonly CouplingComponent[]): Initialising {
  return { candidates, certain: false, values: null };
}
