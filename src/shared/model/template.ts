import { z } from 'zod';
import { auditorRelations, auditTypes } from './terms.ts';

/** Which legal entities of a group get a component: those right below that of the group, or all below it. */
const componentReach = ['children', 'all'] as const;

const pattern = z.string().max(400); // the rule counts code points (shared/rules/texts/patterns.ts)

/** The components that a new group begins with, one for each legal entity. */
const ComponentPattern = z.strictObject({
  reach: z.enum(componentReach),
  auditor_relation: z.enum(auditorRelations),
  name_pattern: pattern,
});
export type ComponentPattern = z.output<typeof ComponentPattern>;

/**
 * What new audits begin with, kept on this computer for one connection. An empty text, and null, is left to whoever creates the audit. It
 * names what it needs of the service by its name, so that it holds for versions and for another computer: whether that is there is found out
 * when it is used (`shared/rules/service/template.ts`).
 */
export const AuditTemplate = z.strictObject({
  id: z.string().min(1).max(100),
  connection: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(100),
  audit_type: z.enum(auditTypes),
  /** The name of a work package, of which the newest version is taken. */
  work_package: z.string().max(400),
  scoping_label: z.string().max(400),
  language: z.string().max(40),
  unit_of_measurement: z.string().max(100),
  /** By the id of the setting, as the service takes them; a setting that is not here has the default of its package. */
  settings: z.record(z.string().max(400), z.unknown()).readonly(),
  /** Found by its id, else by its name. */
  team: z.strictObject({ id: z.string().min(1).max(100), name: z.string().min(1).max(100) }).nullable(),
  components: ComponentPattern.nullable(),
  name_pattern: pattern,
  id_pattern: pattern,
});
export type AuditTemplate = z.output<typeof AuditTemplate>;
