import { z } from 'zod';
import { entityIds, entityNames, oneEntity, oneEntityNames, oneOf, statusField } from './audit.ts';
import { auditorRelations } from './terms.ts';
import { code, flag, idOf, noun, nullable, type Reading, text, textOrNone } from './tolerant.ts';

const relation = code(auditorRelations, { self: ['group auditor', 'self (group auditor)'] });

const notFlag: Reading<boolean> = (value, ...rest) => {
  const said = flag(value, ...rest);
  return said === undefined ? undefined : !said;
};

/** One entity under a name for one may be the first of several. */
const firstEntity: Reading<readonly string[]> = (value, miss, own) => {
  const ids = oneEntity(value, miss, own);
  if (ids?.length === 1) miss();
  return ids;
};
const shownEntities = [...entityNames, ...oneEntityNames.map((name) => [name, firstEntity] as const)];

/** A component audit as listed under its group audit (decisions.md §8.5). */
export const ComponentAudit = noun(
  ['component_audit', 'component'],
  {
    id: { read: idOf('component_audit', 'component'), otherwise: '' },
    name: { read: text, names: ['title', 'display_name', 'label'], otherwise: '' },
    /** Order is kept; the first is the primary legal entity. */
    legal_entity_ids: { read: entityIds, names: shownEntities, otherwise: [] },
    in_scope: {
      read: flag,
      names: [
        'is_in_scope',
        'scope',
        'scope_status',
        'scoping_status',
        'included',
        'is_included',
        'scope.in_scope',
        'scope.is_in_scope',
        'scope.included',
        ['excluded', notFlag],
        ['is_excluded', notFlag],
        ['out_of_scope', notFlag],
        ['is_out_of_scope', notFlag],
      ],
      otherwise: null,
    },
    out_of_scope_explanation: {
      read: textOrNone,
      names: [
        'scope_explanation',
        'out_of_scope_reason',
        'explanation',
        'scope.out_of_scope_explanation',
        'scope.explanation',
        'scope.reason',
      ],
      otherwise: '',
    },
    auditor_relation: {
      read: relation,
      names: [
        'relation',
        'auditor_type',
        'auditor.relation',
        'auditor.type',
        ['auditor', oneOf(auditorRelations, relation)],
      ],
      otherwise: '',
    },
    status: statusField,
    coupled_entity_audit_id: {
      read: nullable(idOf('audit')),
      names: ['coupled_entity_audit', 'coupled_audit_id', 'coupled_audit'],
      otherwise: null,
    },
  },
  'id',
);
export type ComponentAudit = z.output<typeof ComponentAudit>;

/** What creates a component audit. The service chooses its id. */
export const ComponentCreation = z.strictObject({
  legal_entity_ids: z.array(z.string()).readonly(),
  name: z.string().optional(),
  country: z.string().optional(),
  auditor_relation: z.string(),
  component_settings: z.strictObject({ component_auditor_works_in_audit: z.boolean() }).optional(),
});
export type ComponentCreation = z.output<typeof ComponentCreation>;

/** What sets a component audit out of scope; nothing sets it back (decisions.md §8.7). */
export const OutOfScope = z.strictObject({
  in_scope: z.literal(false),
  out_of_scope_explanation: z.string(),
});
export type OutOfScope = z.output<typeof OutOfScope>;
