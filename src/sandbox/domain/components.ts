import { auditorRelations } from '../../shared/model/terms.ts';
import { repeatedIn } from '../../shared/rules/service/repeated.ts';
import { readNames } from '../http/auth.ts';
import {
  boolean,
  choice,
  country,
  defaulted,
  doesNotExist,
  type FieldFaults,
  flaw,
  list,
  nested,
  optional,
  readForm,
  readJudged,
  reference,
  required,
  text,
  type Values,
} from '../http/fields.ts';
import { exactly, kind, orNull, said } from '../http/json-schema.ts';
import {
  conflict,
  created,
  done,
  given,
  invalid,
  listed,
  missing,
  missingBecause,
  type Refusal,
} from '../http/result.ts';
import type { AuditRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { closedText, insertComponent, notOpen, statusOf, statusSchema } from './audit-state.ts';
import { auditId } from './audits.ts';
import {
  type Answered,
  bodyOf,
  type FactsOf,
  firstOne,
  idGiven,
  idListed,
  link,
  pathId,
} from './operation.ts';

/** A component audit as the service answers it under its group (decisions.md §8.5). */
function componentOf(row: AuditRow, group: AuditRow, now: number) {
  return {
    id: row.id,
    name: row.name,
    legal_entity_ids: readNames(row.legal_entities),
    in_scope: row.in_scope === 1,
    out_of_scope_explanation: row.explanation ?? '',
    auditor_relation: row.auditor_relation,
    status: statusOf(row, group, now),
    coupled_entity_audit_id: row.coupled_audit,
  };
}

const answer: Answered = {
  name: 'ComponentAudit',
  schema: exactly({
    id: kind.id,
    name: kind.text,
    legal_entity_ids: said('The first is the primary legal entity.', {
      type: 'array',
      minItems: 1,
      items: kind.id,
    }),
    in_scope: kind.flag,
    out_of_scope_explanation: kind.text,
    auditor_relation: { type: 'string', enum: auditorRelations },
    status: statusSchema,
    coupled_entity_audit_id: said('The audit that is coupled to it.', orNull(kind.id)),
  }),
  example: {
    id: '2026-VH-GRP-1200',
    name: 'Valkenhorst Pompen B.V.',
    legal_entity_ids: ['VH-1100'],
    in_scope: true,
    out_of_scope_explanation: '',
    auditor_relation: 'inter_office',
    status: 'open',
    coupled_entity_audit_id: null,
  },
};

/** The body that creates a component audit (specification, "Component audit"). */
const creation = bodyOf(
  'ComponentCreation',
  {
    legal_entity_ids: required(list(reference, { mayBeEmpty: false })),
    name: optional(text({ blank: 'white' })),
    country: optional(country),
    auditor_relation: required(choice(auditorRelations)),
    component_settings: defaulted(nested({ component_auditor_works_in_audit: optional(boolean) }), {
      component_auditor_works_in_audit: undefined,
    }),
  },
  { legal_entity_ids: ['VH-1100'], auditor_relation: 'inter_office' },
  {
    legal_entity_ids: {
      description:
        'Of the client of the group audit. The order is kept: the first is the primary legal entity.',
      uniqueItems: true,
    },
    name: 'Without it: the names of the legal entities, joined with ` & `.',
    country: { description: 'Without it: the country of the first legal entity.', examples: ['IT'] },
    component_settings: {
      description: '`component_auditor_works_in_audit` may be true only with `inter_office` or `inter_firm`.',
      examples: [{ component_auditor_works_in_audit: true }],
    },
  },
);

const outOfScope = bodyOf(
  'OutOfScope',
  { in_scope: required(boolean), out_of_scope_explanation: required(text({ blank: 'white' })) },
  {
    in_scope: false,
    out_of_scope_explanation:
      'No risk of material misstatement of the group needs further audit procedures here: analytical procedures at group level.',
  },
  { in_scope: { description: 'Nothing sets a component audit back in scope.', const: false } },
);

const group = '2026-VH-GRP';
const groupId = pathId('Id of a consolidated audit.')(group);
const component_audit_id = pathId('Id of one of its component audits.')('2026-VH-GRP-1200');

export const components = {
  'components.list': {
    summary: 'List the component audits of a group audit',
    text: 'Empty for an audit that is not consolidated.',
    success: 'A page of component audits.',
    path: { audit_id: auditId(group) },
    answer,
    links: {
      read: link('audits.read', `The component audit as an audit. ${firstOne}`, { audit_id: idListed }),
    },
    handle: async ({ caller: { firm }, path, now }, { store }) => {
      const audit = await store.audits.byId(firm, path.audit_id);
      if (audit === undefined) return missing;
      return listed(await store.audits.components(audit.seq), (row) => componentOf(row, audit, now));
    },
  },
  'components.create': {
    summary: 'Create a component audit',
    text: 'Under a consolidated audit that is `open`. The service chooses the id: keep it, it is what an audit is coupled to. Needs the role `api_account_manager`.',
    success: 'The component audit.',
    managerOnly: true,
    conflict: 'The group audit is not `open`.',
    path: { group_audit_id: groupId },
    body: creation,
    answer,
    links: {
      read: link('audits.read', 'The component audit as an audit.', { audit_id: idGiven }),
      setOutOfScope: link('components.setOutOfScope', 'Clears its content, for good.', {
        group_audit_id: '$request.path.audit_id',
        component_audit_id: idGiven,
      }),
      remove: link('components.delete', 'As long as it is not coupled.', {
        audit_id: '$request.path.audit_id',
        component_audit_id: idGiven,
      }),
    },
    // decisions.md §8.1–5
    handle: async ({ caller, path, now, withBody }, { store, newId }) => {
      const audit = await store.audits.byId(caller.firm, path.group_audit_id);
      if (audit === undefined) return missing;
      return withBody(async (body) => {
        const form = await readJudged(body, creation.shape, (values) => creationFaults(values, audit, store));
        if (!form.ok) return invalid(form.faults);
        const reason = notOpen('group audit', statusOf(audit, undefined, now));
        if (reason !== null) return conflict(reason);
        const state = { id: newId(), status: 'open', in_scope: true, out_of_scope_explanation: '' } as const;
        const row = await insertComponent(store, audit, { ...form.value, ...state }, now);
        return created(componentOf(row, audit, now));
      });
    },
  },
  'components.setOutOfScope': {
    summary: 'Set a component audit out of scope',
    text: 'Clears its content, for good. Doing it again replaces the explanation.',
    success: 'The component audit.',
    conflict: 'The component audit or its group audit is not `open`, or the scope is locked.',
    path: { group_audit_id: groupId, component_audit_id },
    body: outOfScope,
    answer,
    // decisions.md §8.7
    handle: async ({ caller: { firm }, path, now, withBody }, { store }) => {
      const found = await find(store, firm, path.group_audit_id, path.component_audit_id);
      if ('kind' in found) return found;
      return withBody(async (body) => {
        const form = readForm(
          body,
          outOfScope.shape,
          ({ in_scope: inScope }): FieldFaults =>
            inScope === true
              ? { in_scope: [flaw('back-in-scope', 'A component audit cannot be set back in scope.')] }
              : {},
        );
        if (!form.ok) return invalid(form.faults);
        const { component, audit } = found;
        const reason = await closedText(component, store, now);
        if (reason !== null) return conflict(reason);
        if (audit.scope_locked === 1 || component.scope_locked === 1)
          return conflict(flaw('scope-locked', 'The scope is locked.'));
        const explanation = form.value.out_of_scope_explanation;
        await store.audits.takeOutOfScope(explanation, component.seq);
        return given(componentOf({ ...component, in_scope: 0, explanation }, audit, now));
      });
    },
  },
  'components.delete': {
    summary: 'Delete a component audit',
    text: 'At once. Needs the role `api_account_manager`.',
    success: 'It is gone.',
    managerOnly: true,
    conflict: 'The component audit is coupled, or its group audit is not `open`.',
    path: { audit_id: auditId(group), component_audit_id },
    // decisions.md §8.8
    handle: async ({ caller: { firm }, path, now }, { store }) => {
      const found = await find(store, firm, path.audit_id, path.component_audit_id);
      if ('kind' in found) return found;
      const { component, audit } = found;
      const reason = notOpen('group audit', statusOf(audit, undefined, now));
      if (reason !== null) return conflict(reason);
      if (component.coupled_audit !== null)
        return conflict(
          flaw('component-coupled', `The component audit is coupled to ${component.coupled_audit}.`, {
            audit: component.coupled_audit,
          }),
        );
      await store.audits.remove(component);
      return done;
    },
  },
} satisfies FactsOf<'components'>;

/** Faults that need several fields, or the group. */
async function creationFaults(
  {
    legal_entity_ids: ids = [],
    auditor_relation: relation,
    component_settings: settings,
  }: Partial<Values<typeof creation.shape>>,
  { firm, client, audit_type: type }: AuditRow,
  store: Store,
): Promise<FieldFaults> {
  const unknown: string[] = [];
  for (const id of new Set(ids))
    if ((await store.clients.entityById(firm, client, id)) === undefined) unknown.push(id);
  const flaws = [
    ...unknown.map((id) => doesNotExist(id, 'not-of-client')),
    ...repeatedIn(ids).map((id) =>
      flaw('repeated-entity', `The legal entity ${id} is named more than once.`),
    ),
  ];
  // The group auditor is not a component auditor (decisions.md §8.4).
  const contradiction = relation === 'self' && settings?.component_auditor_works_in_audit === true;
  const message = flaw(
    'self-works-in-audit',
    'May be true only with the relation inter_office or inter_firm.',
  );
  return {
    ...(flaws.length === 0 ? {} : { legal_entity_ids: flaws }),
    ...(contradiction ? { component_settings: { component_auditor_works_in_audit: [message] } } : {}),
    ...(type === 'consolidated'
      ? {}
      : { non_field_errors: [flaw('not-consolidated', 'Only a consolidated audit has component audits.')] }),
  };
}

async function find(
  { audits }: Store,
  firm: number,
  id: string,
  componentId: string,
): Promise<{ readonly audit: AuditRow; readonly component: AuditRow } | Refusal> {
  const [audit, component] = [await audits.byId(firm, id), await audits.byId(firm, componentId)];
  if (audit === undefined) return missing;
  return component?.group_audit === audit.seq ? { audit, component } : missingBecause('not-in-group');
}
