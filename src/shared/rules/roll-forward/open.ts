import type { LegalEntity } from '../../model/client-organisation.ts';
import type { ComponentCreation } from '../../model/component-audit.ts';
import { componentViolations, mayWorkInAudit } from '../service/component.ts';
import { componentName } from '../service/template.ts';
import { patternValues } from '../texts/patterns.ts';
import { entitiesThere } from './completion.ts';
import type {
  AdditionDecision,
  OpenPoint,
  RolledAddition,
  RolledAudit,
  RolledComponent,
  RolledEntry,
  RollForwardDecisions,
  RollForwardKnown,
  RollForwardProposal,
  ScopeDecision,
} from './model.ts';

/**
 * Today's legal entities that nothing in a network is about. The service does not say since when there is one, so those that are new and those that
 * were left out last year stand open alike. Each stands below the nearest group: that of the first legal entity above it that has one, else the first.
 */
export function rolledAdditions(
  entries: readonly RolledEntry[],
  known: Pick<RollForwardKnown, 'audit' | 'clientName' | 'entities' | 'componentsOf'>,
  decisions: Pick<RollForwardDecisions, 'additions' | 'components' | 'period' | 'works'>,
): readonly RolledAddition[] {
  const { entities } = known;
  const used = new Set([...entries.flatMap((entry) => entry.entities), ...entitiesThere(entries, known)]);
  const groups = rolledGroups(entries);
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  return entities
    .filter(({ id }) => !used.has(id))
    .flatMap((entity): readonly RolledAddition[] => {
      const decided = decisions.additions.get(entity.id) ?? null;
      const chosen = decided === null || decided.as === 'left' ? null : decided.group;
      const own = groups.find(({ before }) => before.id === chosen);
      const decision = chosen !== null && own === undefined ? null : decided; // its group is not carried over
      const group = own ?? nearest(entity, groups, byId);
      return group === undefined
        ? []
        : [
            addition({
              entity,
              decision,
              group: group.before,
              name: nameOf(entity, known, decisions),
              works: decisions.works.get(worksKeyOf(entity)) ?? null,
            }),
          ];
    });
}

/** The groups that a component can be added to. */
export function rolledGroups(entries: readonly RolledEntry[]): readonly RolledAudit[] {
  return entries.flatMap((entry) =>
    entry.kind === 'audit' && entry.isRolled && entry.before.audit_type === 'consolidated' ? [entry] : [],
  );
}

function nearest(
  entity: LegalEntity,
  groups: readonly RolledAudit[],
  byId: ReadonlyMap<string, LegalEntity>,
): RolledAudit | undefined {
  const seen = new Set<string>();
  for (let at = entity.parent_id; at !== null && !seen.has(at); at = byId.get(at)?.parent_id ?? null) {
    seen.add(at); // parents may go in a circle
    const group = groups.find(({ entities }) => entities[0] === at);
    if (group !== undefined) return group;
  }
  return groups[0];
}

/** By the pattern; empty where the service names it. */
function nameOf(
  entity: LegalEntity,
  { audit, clientName }: Pick<RollForwardKnown, 'audit' | 'clientName'>,
  { components, period }: Pick<RollForwardDecisions, 'components' | 'period'>,
): string {
  if (components === null) return '';
  const client = { id: audit.client_organisation_id, name: clientName };
  return componentName(components, patternValues({ client, entity, period, name: audit.name }), entity);
}

function addition({
  entity,
  decision,
  group,
  name,
  works: answered,
}: Pick<RolledAddition, 'entity' | 'decision' | 'group' | 'works'> & {
  readonly name: string;
}): RolledAddition {
  const isRolled = decision !== null && decision.as !== 'left';
  const relation = isRolled ? decision.relation : '';
  const works = mayWorkInAudit(relation) ? answered : null;
  const creation = {
    legal_entity_ids: [entity.id],
    ...(name === '' ? {} : { name }),
    auditor_relation: relation,
    ...worksSetting(works),
  };
  const hasFault = isRolled && componentViolations(creation, null).length > 0;
  const lacksReason = decision?.as === 'out' && decision.explanation.trim() === '';
  const open: readonly (readonly [OpenPoint['code'], boolean])[] = [
    ['addition', decision === null],
    ['relation', hasFault],
    ['works', works === null && mayWorkInAudit(relation)],
    ['explanation', lacksReason],
  ];
  return {
    kind: 'addition',
    entity,
    decision,
    group,
    isRolled,
    works,
    creation,
    open: open.flatMap(([code, isOpen]) => (isOpen ? [{ code, of: entity.id }] : [])),
  };
}

/** The decisions that leave out every legal entity of which nobody has decided. */
export function noAdditions({ additions }: RollForwardProposal): ReadonlyMap<string, AdditionDecision> {
  return new Map(
    additions.flatMap(({ entity, decision }) => (decision === null ? [[entity.id, { as: 'left' }]] : [])),
  );
}

/** Under which the decision whether its auditor works in the audit is kept; no component has this id. */
export function worksKeyOf({ id }: Pick<LegalEntity, 'id'>): string {
  return `+${id}`;
}

/** What a component is created with; what the service has without it is no. */
export function worksSetting(works: boolean | null): Pick<ComponentCreation, 'component_settings'> {
  return works === true ? { component_settings: { component_auditor_works_in_audit: true } } : {};
}

/** The decisions that answer for every auditor of whom nobody has decided whether they work in the audit. */
export function worksOfAll(
  { open, additions }: RollForwardProposal,
  works: boolean,
): ReadonlyMap<string, boolean> {
  const added = new Map(additions.map(({ entity }) => [entity.id, worksKeyOf(entity)]));
  return new Map(open.flatMap(({ code, of }) => (code === 'works' ? [[added.get(of) ?? of, works]] : [])));
}

/** By which a person's yes to a doubt is kept: it holds for what it was said of, and for nothing that comes later. */
export function doubtKey({ code, of, subject, readings, violation }: OpenPoint): string {
  return JSON.stringify([code, of, subject, readings, violation]);
}

/** What a person still has to answer. */
export function unanswered(
  { open }: RollForwardProposal,
  accepted: ReadonlySet<string>,
): readonly OpenPoint[] {
  return open.filter((point) => point.isDoubted !== true || !accepted.has(doubtKey(point)));
}

/** Components whose open scope can be affirmed: the service told it, and why where it was out of scope. */
export function affirmable({ entries }: RollForwardProposal): readonly RolledComponent[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'component' || !entry.isRolled || entry.scope !== null) return [];
    const { in_scope: inScope, out_of_scope_explanation: explanation } = entry.before;
    return inScope === null || (!inScope && explanation.trim() === '') ? [] : [entry];
  });
}

/** Whether a scope is affirmed apart from the rest: of what was out of scope, and of what another firm audits. */
export function isApart({ before, creation }: RolledComponent): boolean {
  return before.in_scope === false || creation.auditor_relation === 'inter_firm';
}

/** The decisions that keep scopes as they were, with last year's reasons; `together` is the sentence for all of them. */
export function affirmed(
  components: readonly RolledComponent[],
  together?: string,
): ReadonlyMap<string, ScopeDecision> {
  const how = together === undefined ? {} : { together };
  return new Map(
    components.map(({ before: { id, in_scope: inScope, out_of_scope_explanation: explanation } }) => [
      id,
      inScope === true ? { as: 'in', ...how } : { as: 'out', explanation, ...how },
    ]),
  );
}

/** The decisions that keep every scope as it was. */
export function unchangedScopes(proposal: RollForwardProposal): ReadonlyMap<string, ScopeDecision> {
  return affirmed(affirmable(proposal), '');
}

/** How the scope of each component before was decided, of those that are made. */
export function scopesDecided({ entries }: RollForwardProposal): ReadonlyMap<string, ScopeDecision> {
  return new Map(
    entries.flatMap((entry) =>
      entry.kind === 'component' && entry.there === null && entry.scope !== null
        ? [[entry.before.id, entry.scope]]
        : [],
    ),
  );
}
