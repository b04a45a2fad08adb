import type { Price } from '../../shared/model/work-package.ts';
import { priceOf } from '../../shared/rules/work-package.ts';
import { type AuditCreationValues, auditCreation, creationFaults, givenSettings } from '../audit-creation.ts';
import { auditJson, insertAudit } from '../audit-state.ts';
import { readNames } from '../auth.ts';
import { couple } from '../coupling.ts';
import { readForm } from '../form.ts';
import type { Handler, Service } from '../handler.ts';
import { defaultSettings, notAComponent } from '../load.ts';
import { conflict, created, done, given, invalid, missing } from '../result.ts';
import type { AuditRow } from '../store/schema.ts';

/** Single and consolidated audits; components are listed under their group (decisions.md §3.4). */
export const listAudits: Handler<'audits.list'> = ({ caller: { firm }, now }, { store }) => {
  const rows = store.audits.listed(firm);
  return {
    kind: 'listed',
    count: rows.length,
    entries: (from, to) =>
      store.audits.answered(firm, rows.slice(from, to)).map((row) => auditJson(row, undefined, now)),
    alwaysPaged: true,
  };
};

export const readAudit: Handler<'audits.read'> = ({ caller: { firm }, path, now }, { store }) => {
  const row = store.audits.answeredById({ firm, id: path.audit_id });
  if (row === undefined) return missing;
  const group = row.group_audit === null ? undefined : store.audits.answeredBySeq(row.group_audit);
  return given(auditJson(row, group, now));
};

/** Creates an audit; everything that is wrong with the request is told at once (decisions.md §4, §7). */
export const createAudit: Handler<'audits.create'> = ({ caller, now, withBody }, service) =>
  withBody((body) => {
    const { store, reference } = service;
    const { firm } = caller;
    if (typeof body.id === 'string' && store.audits.byId({ firm, id: body.id }) !== undefined)
      return { kind: 'duplicate', noun: 'audit' };
    const named = body.coupled_component_audit_ids;
    if (Array.isArray(named) && named.length > 1 && !caller.mayCoupleSeveral) return { kind: 'forbidden' };
    const form = readForm(body, auditCreation, (values) => creationFaults(values, { firm, now }, service));
    if (!form.ok) return invalid(form.faults);
    const values = form.value;
    const workPackage = reference.workPackage(values.work_package_id);
    const coupled = values.coupled_component_audit_ids.length > 0;
    if (!charge(service, firm, values, priceOf(workPackage?.model.prices ?? [], values.audit_type, coupled)))
      return { kind: 'no-credits' };
    const { initialisationMilliseconds: duration } = service;
    const row = {
      ...notAComponent,
      firm,
      id: values.id ?? service.newId(),
      audit_type: values.audit_type,
      name: values.name,
      work_package: values.work_package_id,
      scoping_package: values.scoping_package_id,
      client: values.client_organisation_id,
      legal_entities: JSON.stringify([values.legal_entity_id]),
      period_start: values.period_start,
      period_end: values.period_end,
      language: values.language,
      unit: values.unit_of_measurement ?? null,
      settings: JSON.stringify({
        ...defaultSettings(workPackage?.document.settings ?? []),
        ...givenSettings(values.settings),
      }),
      status: duration === 0 ? ('open' as const) : ('initializing' as const),
      changes_at: duration === 0 ? null : now + duration,
      scope_locked: 0,
      created_at: now,
      coupled_components: JSON.stringify(values.coupled_component_audit_ids),
    };
    couple(store, firm, row.id, values.coupled_component_audit_ids);
    return created(auditJson(insertAudit(store, row, null), undefined, now));
  });

/** Takes the price from the firm's credits; false where they do not suffice (decisions.md §7.6). */
function charge(
  { store }: Service,
  firm: number,
  { client_organisation_id: client }: AuditCreationValues,
  price: Price | null,
): boolean {
  if (price === null || store.clients.byId({ firm, id: client })?.is_test === 1) return true;
  const row = store.accounts.firm({ seq: firm });
  if (row === undefined || row.credits < price.credits) return false;
  store.accounts.changeFirm({ seq: firm, credits: row.credits - price.credits, limits: row.limits });
  return true;
}

/** Deletes a single or consolidated audit, its components with it (decisions.md §7.5). */
export const deleteAudit: Handler<'audits.delete'> = ({ caller: { firm }, path, now }, service) => {
  const { store, initialisationMilliseconds } = service;
  const row = store.audits.byId({ firm, id: path.audit_id });
  if (row === undefined || row.group_audit !== null) return missing;
  if (row.status === 'deleting' && row.changes_at !== null) return done;
  const components = store.audits.listedComponents(row).flatMap((seq) => store.audits.bySeq(seq) ?? []);
  const coupled = components.filter((component) => component.coupled_audit !== null);
  if (coupled.length > 0)
    return conflict(`Components are coupled: ${coupled.map(({ id }) => id).join(', ')}.`);
  for (const id of readNames(row.coupled_components)) {
    const component = store.audits.byId({ firm, id });
    if (component !== undefined) store.audits.setCoupledAudit({ seq: component.seq, audit: null });
  }
  if (initialisationMilliseconds === 0) removeAudit(service, row);
  else
    store.audits.setStatus({
      seq: row.seq,
      status: 'deleting',
      changes_at: now + initialisationMilliseconds,
      scope_locked: row.scope_locked,
      coupled_components: '[]',
    });
  return done;
};

/** Removes an audit that is gone, with its components. */
export function removeAudit({ store }: Pick<Service, 'store'>, row: AuditRow): void {
  for (const seq of store.audits.listedComponents(row).slice())
    store.audits.remove({ firm: row.firm, seq, group_audit: row.seq });
  store.audits.remove(row);
}
