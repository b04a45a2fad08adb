import type { Audit } from '../../model/audit.ts';
import type { UserAssignment } from '../../model/audit-user.ts';
import type { LegalEntity } from '../../model/client-organisation.ts';
import type { ComponentCreation } from '../../model/component-audit.ts';
import type { Team } from '../../model/team.ts';
import type { AuditTemplate, ComponentPattern } from '../../model/template.ts';
import { auditTypes } from '../../model/terms.ts';
import type { WorkPackage } from '../../model/work-package.ts';
import { longestOwnName, ownNameFault } from '../texts/own-name.ts';
import { isFillable, nameByPattern, type PatternValues, patternFaults } from '../texts/patterns.ts';
import { carryOver, carryPackage, carryUsers, type Loss } from './carry-over.ts';
import { type EntityNode, legalEntityTree } from './legal-entity-tree.ts';

/** What a template names may be found in. */
export interface TemplateKnown {
  readonly packages: readonly WorkPackage[];
  readonly teams: readonly Team[];
  /** The names of the roles that the service has. */
  readonly roles: readonly string[];
}

/** What a new audit gets of a template as things are now, and everything that it does not get. */
export interface AppliedTemplate {
  readonly template: AuditTemplate;
  /** The newest version of the package; null where the template names none, or it is gone. */
  readonly workPackage: WorkPackage | null;
  /** Empty where a person has to choose. */
  readonly label: string;
  readonly language: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly users: readonly UserAssignment[];
  readonly losses: readonly Loss[];
}

/** A template as it holds today. A label, a language and settings without their package are kept as they are: the rules of the audit judge them. */
export function appliedTemplate(template: AuditTemplate, known: TemplateKnown): AppliedTemplate {
  const { work_package: name, audit_type: type, scoping_label: label, ...given } = template;
  const line = name === '' ? { after: null, losses: [] } : carryPackage({ name }, type, known.packages);
  const carried = carryOver({ ...given, scoping_package_id: label }, line.after);
  const team = teamOf(template, known);
  return {
    template,
    workPackage: line.after,
    label: carried.values.scoping_package_id,
    language: carried.values.language,
    settings: carried.values.settings,
    users: team.users,
    losses: [...line.losses, ...carried.losses, ...team.losses],
  };
}

function teamOf({ team: wanted }: AuditTemplate, { teams, roles }: TemplateKnown) {
  if (wanted === null) return { users: [], losses: [] };
  const team = teams.find(({ id }) => id === wanted.id) ?? teams.find(({ name }) => name === wanted.name);
  return team === undefined
    ? { users: [], losses: [{ code: 'team-gone', subject: wanted.name } as const] }
    : carryUsers(team.members, roles);
}

/** The components that a new group gets by a pattern: one for each legal entity below its own, in the order of their tree. */
export function componentsByPattern(
  pattern: ComponentPattern,
  group: string,
  entities: readonly LegalEntity[],
  values: PatternValues,
): readonly ComponentCreation[] {
  const nodes = nodeOf(legalEntityTree(entities), group)?.children ?? [];
  const reached = pattern.reach === 'all' ? withAllBelow(nodes) : nodes;
  return reached.map(({ entity }) => {
    const name = componentName(pattern, values, entity);
    return {
      legal_entity_ids: [entity.id],
      ...(name === '' ? {} : { name }),
      auditor_relation: pattern.auditor_relation,
    };
  });
}

/** The name of a component in a group by a pattern; empty where the service names it, or something that the pattern names is not known. */
export function componentName(
  { name_pattern: pattern }: Pick<ComponentPattern, 'name_pattern'>,
  group: PatternValues,
  { id, name }: Pick<LegalEntity, 'id' | 'name'>,
): string {
  const values = { ...group, entity: name, 'entity-id': id };
  return isFillable(pattern, values) ? nameByPattern(pattern, values) : '';
}

function nodeOf(nodes: readonly EntityNode[], id: string): EntityNode | undefined {
  return withAllBelow(nodes).find(({ entity }) => entity.id === id);
}

function withAllBelow(nodes: readonly EntityNode[]): readonly EntityNode[] {
  return nodes.flatMap((node) => [node, ...withAllBelow(node.children)]);
}

/** What an audit has that a template can keep; `packages` names the package of its version. */
export function templateOf(
  audit: Pick<
    Audit,
    'audit_type' | 'work_package_id' | 'scoping_package_id' | 'language' | 'unit_of_measurement' | 'settings'
  >,
  packages: readonly WorkPackage[],
  own: Pick<AuditTemplate, 'id' | 'connection'>,
): AuditTemplate {
  return {
    ...own,
    name: '',
    audit_type: auditTypes.find((type) => type === audit.audit_type) ?? 'single',
    work_package: packages.find(({ id }) => id === audit.work_package_id)?.name ?? '',
    scoping_label: audit.scoping_package_id,
    language: audit.language,
    unit_of_measurement: audit.unit_of_measurement ?? '',
    settings: audit.settings,
    team: null,
    components: null,
    name_pattern: '',
    id_pattern: '',
  };
}

/** The longest unit that a template holds, whatever a service takes. */
export const longestUnitHere = 100;

/** The first thing that keeps a template from being saved on this computer, and its field. What a service takes of it, the service decides. */
export function templateFault({ name, ...template }: AuditTemplate, taken: readonly string[]) {
  const hasFault = (pattern: string, of: 'name' | 'id') =>
    patternFaults(pattern, { of, hasBefore: false }).length > 0;
  const fault = ownNameFault(name, { most: longestOwnName, taken });
  if (fault !== null) return { field: 'name', code: fault } as const;
  if (template.unit_of_measurement.length > longestUnitHere)
    return { field: 'unit_of_measurement', code: 'unit' } as const;
  if (template.components !== null && hasFault(template.components.name_pattern, 'name'))
    return { field: 'component_pattern', code: 'pattern' } as const;
  if (hasFault(template.name_pattern, 'name')) return { field: 'name_pattern', code: 'pattern' } as const;
  if (hasFault(template.id_pattern, 'id')) return { field: 'id_pattern', code: 'pattern' } as const;
  return null;
}
