import type { LegalEntity } from '../../model/client-organisation.ts';
import { componentViolations } from '../service/component.ts';
import { componentName } from '../service/template.ts';
import { patternValues } from '../texts/patterns.ts';
import type {
  AdditionDecision,
  OpenPoint,
  RolledAddition,
  RolledAudit,
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
  known: Pick<RollForwardKnown, 'audit' | 'clientName' | 'entities'>,
  decisions: Pick<RollForwardDecisions, 'additions' | 'components' | 'period'>,
): readonly RolledAddition[] {
  const { entities } = known;
  const used = new Set(entries.flatMap((entry) => entry.entities));
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
        : [addition({ entity, decision, group: group.before, name: nameOf(entity, known, decisions) })];
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
}: Pick<RolledAddition, 'entity' | 'decision' | 'group'> & { readonly name: string }): RolledAddition {
  const isRolled = decision !== null && decision.as !== 'left';
  const creation = {
    legal_entity_ids: [entity.id],
    ...(name === '' ? {} : { name }),
    auditor_relation: isRolled ? decision.relation : '',
  };
  const hasFault = isRolled && componentViolations(creation, null).length > 0;
  const lacksReason = decision?.as === 'out' && decision.explanation.trim() === '';
  const open: readonly (readonly [OpenPoint['code'], boolean])[] = [
    ['addition', decision === null],
    ['relation', hasFault],
    ['explanation', lacksReason],
  ];
  return {
    kind: 'addition',
    entity,
    decision,
    group,
    isRolled,
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

/** The decisions that keep every scope as it was, of components of which the service told it; with last year's reasons. */
export function unchangedScopes({ entries }: RollForwardProposal): ReadonlyMap<string, ScopeDecision> {
  return new Map(
    entries.flatMap((entry): readonly (readonly [string, ScopeDecision])[] => {
      if (entry.kind !== 'component' || !entry.isRolled || entry.scope !== null) return [];
      if (entry.before.in_scope === null) return [];
      if (entry.before.in_scope) return [[entry.before.id, { as: 'in' }]];
      const explanation = entry.before.out_of_scope_explanation;
      return explanation.trim() === '' ? [] : [[entry.before.id, { as: 'out', explanation }]];
    }),
  );
}
