import { statusOf } from '../audit-state.ts';
import { doesNotExist, type FieldFaults, notAChoice, reference } from '../fields.ts';
import { readForm, required } from '../form.ts';
import type { Handler, Service } from '../handler.ts';
import type { Reference } from '../reference.ts';
import { conflict, created, done, given, invalid, listedRows, missing } from '../result.ts';
import type { AssignmentRow, AuditRow } from '../store/schema.ts';
import { closedText } from './components.ts';

/** An assignment as the service answers it, the address in the service's spelling (decisions.md §10.1). */
function assignmentOf({ user, role }: Pick<AssignmentRow, 'user' | 'role'>, firm: number, known: Reference) {
  const person = known.person(firm, user);
  return { id: person?.email ?? user, role, name: person?.name ?? '' };
}

/** Why users of an audit cannot be changed now; null where they can: it, and its group, must be open. */
function refusal(audit: AuditRow, { store }: Service, now: number): string | null {
  const group = audit.group_audit === null ? undefined : store.audits.bySeq(audit.group_audit);
  if (group !== undefined) return closedText({ group, component: audit }, now);
  const status = statusOf(audit, now);
  return status === 'open' ? null : `The audit is ${status}, not open.`;
}

export const listUsers: Handler<'users.list'> = ({ caller: { firm }, path }, service) => {
  const { store, reference: known } = service;
  const audit = store.audits.byId({ firm, id: path.audit_id });
  if (audit === undefined) return missing;
  return listedRows(store.audits.listedUsers(audit.seq), (seq) => {
    const row = store.audits.userBySeq(seq);
    return row === undefined ? [] : [assignmentOf(row, firm, known)];
  });
};

/** The body that assigns a user. */
export const assignment = { id: required(reference), role: required(reference) };

function roleFaults(role: string | undefined, known: Reference): FieldFaults {
  return role === undefined || known.isAuditRole(role) ? {} : { role: [notAChoice(role)] };
}

/** Assigns a user of the firm to an open audit (decisions.md §10.2). */
export const assignUser: Handler<'users.assign'> = ({ caller: { firm }, path, now, withBody }, service) => {
  const { store, reference: known } = service;
  const audit = store.audits.byId({ firm, id: path.audit_id });
  if (audit === undefined) return missing;
  return withBody((body) => {
    const form = readForm(body, assignment, ({ id, role }) => ({
      ...(id === undefined || known.person(firm, id) !== undefined ? {} : { id: [doesNotExist(id)] }),
      ...roleFaults(role, known),
    }));
    if (!form.ok) return invalid(form.faults);
    const text = refusal(audit, service, now);
    if (text !== null) return conflict(text);
    const row = { audit: audit.seq, user: form.value.id.toLowerCase(), role: form.value.role };
    if (store.audits.user(row) !== undefined) return conflict('The user is already assigned to this audit.');
    store.audits.insertUser(row);
    return created(assignmentOf(row, firm, known));
  });
};

/** The body that changes the role of an assigned user. */
export const roleChange = { role: required(reference) };

/** Changes the role of an assigned user. */
export const changeRole: Handler<'users.change'> = ({ caller: { firm }, path, now, withBody }, service) => {
  const found = find(service, firm, path);
  if (found === null) return missing;
  return withBody((body) => {
    const form = readForm(body, roleChange, ({ role }) => roleFaults(role, service.reference));
    if (!form.ok) return invalid(form.faults);
    const text = refusal(found.audit, service, now);
    if (text !== null) return conflict(text);
    const { role } = form.value;
    service.store.audits.changeRole({ seq: found.row.seq, role });
    return given(assignmentOf({ ...found.row, role }, firm, service.reference));
  });
};

export const removeUser: Handler<'users.remove'> = ({ caller: { firm }, path, now }, service) => {
  const found = find(service, firm, path);
  if (found === null) return missing;
  const text = refusal(found.audit, service, now);
  if (text !== null) return conflict(text);
  service.store.audits.removeUser(found.row);
  return done;
};

function find(
  { store }: Service,
  firm: number,
  { audit_id: id, user_id: user }: Readonly<Record<'audit_id' | 'user_id', string>>,
): { readonly audit: AuditRow; readonly row: AssignmentRow } | null {
  const audit = store.audits.byId({ firm, id });
  const row =
    audit === undefined ? undefined : store.audits.user({ audit: audit.seq, user: user.toLowerCase() });
  return audit === undefined || row === undefined ? null : { audit, row };
}
