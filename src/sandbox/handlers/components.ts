import { auditorRelations } from '../../shared/model/terms.ts';
import { componentOf, componentStatus, insertAudit, statusOf } from '../audit-state.ts';
import {
  boolean,
  choice,
  country,
  doesNotExist,
  type FieldFaults,
  list,
  reference,
  text,
} from '../fields.ts';
import { defaulted, nested, optional, readForm, required, type Values } from '../form.ts';
import type { Handler, Service } from '../handler.ts';
import { contentItems, joinedNames } from '../load.ts';
import { conflict, created, done, given, invalid, listedRows, missing } from '../result.ts';
import type { AuditRow, LegalEntityRow } from '../store/schema.ts';

export const listComponents: Handler<'components.list'> = ({ caller: { firm }, path, now }, { store }) => {
  const group = store.audits.byId({ firm, id: path.audit_id });
  if (group === undefined) return missing;
  return listedRows(store.audits.listedComponents(group), (seq) => {
    const row = store.audits.bySeq(seq);
    return row === undefined ? [] : [componentOf(row, group, now)];
  });
};

/** The body that creates a component audit (specification, "Component audit"). */
export const componentCreation = {
  legal_entity_ids: required(list(reference, { mayBeEmpty: false })),
  name: optional(text({ blank: 'white' })),
  country: optional(country),
  auditor_relation: required(choice(auditorRelations)),
  component_settings: defaulted(nested({ component_auditor_works_in_audit: optional(boolean) }), {
    component_auditor_works_in_audit: undefined,
  }),
};

/** Creates a component audit under an open consolidated audit (decisions.md §8.1–5). */
export const createComponent: Handler<'components.create'> = (call, { store, newId }) => {
  const { firm } = call.caller;
  const group = store.audits.byId({ firm, id: call.path.group_audit_id });
  if (group === undefined) return missing;
  return call.withBody((body) => {
    const form = readForm(body, componentCreation, (values) => ({
      ...entityFaults(values, group, store),
      ...settingFaults(values),
      ...(group.audit_type === 'consolidated'
        ? {}
        : { non_field_errors: ['Only a consolidated audit has component audits.'] }),
    }));
    if (!form.ok) return invalid(form.faults);
    const status = statusOf(group, call.now);
    if (status !== 'open') return conflict(`The group audit is ${status}, not open.`);
    const { legal_entity_ids: ids, name, country: place, auditor_relation: relation } = form.value;
    const entities = ids.map((id) => store.clients.entityById({ firm, client: group.client, id }));
    const row = {
      ...group,
      id: newId(),
      audit_type: 'component' as const,
      name: name ?? joinedNames(entities),
      legal_entities: JSON.stringify(ids),
      status: 'open' as const,
      changes_at: null,
      scope_locked: 0,
      created_at: call.now,
      coupled_components: '[]',
      group_audit: group.seq,
      country: place ?? entities[0]?.country ?? null,
      auditor_relation: relation,
      component_settings: JSON.stringify(form.value.component_settings),
      in_scope: 1,
      explanation: '',
      content_items: contentItems,
      coupled_audit: null,
    };
    return created(componentOf(insertAudit(store, row, group.id), group, call.now));
  });
};

type Creation = Partial<Values<typeof componentCreation>>;

function entityFaults(
  { legal_entity_ids: ids = [] }: Creation,
  group: AuditRow,
  store: Service['store'],
): FieldFaults {
  const { firm, client } = group;
  const entity = (id: string): LegalEntityRow | undefined => store.clients.entityById({ firm, client, id });
  const messages = [
    ...new Set([
      ...ids.filter((id) => entity(id) === undefined).map((id) => doesNotExist(id)),
      ...ids
        .filter((id, index) => ids.indexOf(id) !== index)
        .map((id) => `The legal entity ${id} is named more than once.`),
    ]),
  ];
  return messages.length === 0 ? {} : { legal_entity_ids: messages };
}

// The group auditor is no component auditor (decisions.md §8.4).
function settingFaults({ auditor_relation: relation, component_settings: settings }: Creation): FieldFaults {
  if (relation !== 'self' || settings?.component_auditor_works_in_audit !== true) return {};
  const message = 'May be true only with the relation inter_office or inter_firm.';
  return { component_settings: { component_auditor_works_in_audit: [message] } };
}

interface Component {
  readonly group: AuditRow;
  readonly component: AuditRow;
}

function find({ store }: Service, firm: number, groupId: string, componentId: string): Component | null {
  const group = store.audits.byId({ firm, id: groupId });
  const component = store.audits.byId({ firm, id: componentId });
  return group === undefined || component === undefined || component.group_audit !== group.seq
    ? null
    : { group, component };
}

/** The body that sets a component audit out of scope. */
export const outOfScope = {
  in_scope: required(boolean),
  out_of_scope_explanation: required(text({ blank: 'white' })),
};

/** Sets a component out of scope, which clears its content; nothing sets it back (decisions.md §8.7). */
export const setOutOfScope: Handler<'components.setOutOfScope'> = (call, service) => {
  const { group_audit_id: groupId, component_audit_id: componentId } = call.path;
  const found = find(service, call.caller.firm, groupId, componentId);
  if (found === null) return missing;
  const { group, component } = found;
  return call.withBody((body) => {
    const form = readForm(
      body,
      outOfScope,
      ({ in_scope: inScope }): FieldFaults =>
        inScope === true ? { in_scope: ['A component audit cannot be set back in scope.'] } : {},
    );
    if (!form.ok) return invalid(form.faults);
    const refusal = closedText(found, call.now);
    if (refusal !== null) return conflict(refusal);
    if (group.scope_locked === 1 || component.scope_locked === 1) return conflict('The scope is locked.');
    const explanation = form.value.out_of_scope_explanation;
    service.store.audits.takeOutOfScope({ seq: component.seq, explanation });
    return given(componentOf({ ...component, in_scope: 0, explanation }, group, call.now));
  });
};

/** Deletes a component audit at once (decisions.md §8.8). */
export const deleteComponent: Handler<'components.delete'> = (call, service) => {
  const found = find(service, call.caller.firm, call.path.audit_id, call.path.component_audit_id);
  if (found === null) return missing;
  const { group, component } = found;
  const status = statusOf(group, call.now);
  if (status !== 'open') return conflict(`The group audit is ${status}, not open.`);
  if (component.coupled_audit !== null)
    return conflict(`The component audit is coupled to ${component.coupled_audit}.`);
  service.store.audits.remove(component);
  return done;
};

/** Why a component and its group are not both open; null where they are. */
export function closedText({ group, component }: Component, now: number): string | null {
  const groupStatus = statusOf(group, now);
  if (groupStatus !== 'open') return `The group audit is ${groupStatus}, not open.`;
  const status = componentStatus(component, group, now);
  return status === 'open' ? null : `The component audit is ${status}, not open.`;
}
