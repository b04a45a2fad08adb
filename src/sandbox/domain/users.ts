import {
  doesNotExist,
  type FieldFaults,
  flaw,
  notAChoice,
  readForm,
  reference,
  required,
} from '../http/fields.ts';
import { exactly, kind, said } from '../http/json-schema.ts';
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
import type { AssignmentRow, AuditRow } from '../store/schema.ts';
import { closedText } from './audit-state.ts';
import { auditId } from './audits.ts';
import {
  type Answered,
  bodyOf,
  type FactsOf,
  firstOne,
  idGiven,
  idListed,
  link,
  type Service,
} from './operation.ts';
import type { Reference } from './reference.ts';

/** An assignment as the service answers it, the address in the service's spelling (decisions.md §10.1). */
function assignmentOf({ user, role }: Pick<AssignmentRow, 'user' | 'role'>, firm: number, known: Reference) {
  const person = known.person(firm, user);
  return { id: person?.email ?? user, role, name: person?.name ?? '' };
}

const answer: Answered = {
  name: 'AuditUser',
  schema: exactly({
    id: said('The address as the service spells it.', {
      type: 'string',
      pattern: String.raw`^[^\s@]+@[^\s@]+$`,
    }),
    role: kind.text,
    name: kind.text,
  }),
  example: {
    id: 'joost.hoekstra@vanrossem-bellani.example',
    role: 'audit_auditor',
    name: 'Joost Hoekstra',
  },
};

const roleNote = { role: 'Name of a role whose `associated_model` is `Audit`.' };
const assignment = bodyOf(
  'UserAssignment',
  { id: required(reference), role: required(reference) },
  { id: 'joost.hoekstra@vanrossem-bellani.example', role: 'audit_auditor' },
  { id: 'E-mail address of a user of the firm, in any case.', ...roleNote },
);
const roleChange = bodyOf('RoleChange', { role: required(reference) }, { role: 'audit_manager' }, roleNote);

const audit_id = auditId('proef-2026');
const path = {
  audit_id,
  user_id: {
    description: 'E-mail address of an assigned user, in any case.',
    example: 'joost.hoekstra@vanrossem-bellani.example',
    schema: { type: 'string', minLength: 1 },
  },
} as const;
const closed = 'The audit, or the group audit of a component audit, is not `open`';
const linksOf = (user_id: string, change: string, remove: string) => {
  const ids = { audit_id: '$request.path.audit_id', user_id };
  return { change: link('users.change', change, ids), remove: link('users.remove', remove, ids) };
};

export const users = {
  'users.list': {
    summary: 'List the users of an audit',
    success: 'A page of assignments.',
    path: { audit_id },
    answer,
    links: linksOf(idListed, firstOne, firstOne),
    handle: async ({ caller: { firm }, path: { audit_id: id } }, { store, reference: known }) => {
      const audit = await store.audits.byId(firm, id);
      if (audit === undefined) return missing;
      return listed(await store.users.listed(audit.seq), (row) => assignmentOf(row, firm, known));
    },
  },
  'users.assign': {
    summary: 'Assign a user to an audit',
    text: 'The audit, and the group audit of a component audit, must be `open`.',
    success: 'The assignment.',
    conflict: `${closed}; or the user is assigned already.`,
    path: { audit_id },
    body: assignment,
    answer,
    links: linksOf(idGiven, 'Gives another role.', 'Takes the user off the audit.'),
    // decisions.md §10.2
    handle: async (
      { caller: { firm }, path: { audit_id: id }, now, withBody },
      { store, reference: known },
    ) => {
      const audit = await store.audits.byId(firm, id);
      if (audit === undefined) return missing;
      return withBody(async (body) => {
        const form = readForm(body, assignment.shape, ({ id: user, role }) => ({
          ...(user === undefined || known.person(firm, user) !== undefined
            ? {}
            : { id: [doesNotExist(user)] }),
          ...roleFaults(role, known),
        }));
        if (!form.ok) return invalid(form.faults);
        const reason = await closedText(audit, store, now);
        if (reason !== null) return conflict(reason);
        const row = { audit: audit.seq, user: form.value.id.toLowerCase(), role: form.value.role };
        if ((await store.users.find(row.audit, row.user)) !== undefined)
          return conflict(flaw('already-assigned', 'The user is already assigned to this audit.'));
        await store.users.insert(row);
        return created(assignmentOf(row, firm, known));
      });
    },
  },
  'users.change': {
    summary: 'Change the role of a user',
    success: 'The assignment.',
    conflict: `${closed}.`,
    path,
    body: roleChange,
    answer,
    handle: async ({ caller: { firm }, path: ids, now, withBody }, service) => {
      const found = await find(service, firm, ids);
      if ('kind' in found) return found;
      return withBody(async (body) => {
        const form = readForm(body, roleChange.shape, ({ role }) => roleFaults(role, service.reference));
        if (!form.ok) return invalid(form.faults);
        const reason = await closedText(found.audit, service.store, now);
        if (reason !== null) return conflict(reason);
        const { role } = form.value;
        await service.store.users.changeRole(role, found.row.seq);
        return given(assignmentOf({ ...found.row, role }, firm, service.reference));
      });
    },
  },
  'users.remove': {
    summary: 'Take a user off an audit',
    success: 'The user is no longer assigned.',
    conflict: `${closed}.`,
    path,
    handle: async ({ caller: { firm }, path: ids, now }, service) => {
      const found = await find(service, firm, ids);
      if ('kind' in found) return found;
      const reason = await closedText(found.audit, service.store, now);
      if (reason !== null) return conflict(reason);
      await service.store.users.remove(found.row);
      return done;
    },
  },
} satisfies FactsOf<'users'>;

function roleFaults(role: string | undefined, known: Reference): FieldFaults {
  return role === undefined || known.isAuditRole(role)
    ? {}
    : { role: [notAChoice(role, 'not-an-audit-role')] };
}

async function find(
  { store }: Service,
  firm: number,
  { audit_id: id, user_id: user }: Readonly<Record<'audit_id' | 'user_id', string>>,
): Promise<{ readonly audit: AuditRow; readonly row: AssignmentRow } | Refusal> {
  const audit = await store.audits.byId(firm, id);
  if (audit === undefined) return missing;
  const row = await store.users.find(audit.seq, user.toLowerCase());
  return row === undefined ? missingBecause('not-assigned') : { audit, row };
}
