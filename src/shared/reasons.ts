import type { Operation } from './api.ts';
import type { WindowName } from './model/tiers.ts';
import type { CouplingCode } from './rules/service/coupling.ts';

// Why the sandbox refuses a request: one row for each rule, with the decisions (docs/specification/decisions.md) that make it.

interface ReasonRow {
  readonly sentence: string;
  /** Numbers of decisions, as `9.4`; none where the service decides for itself. */
  readonly decisions: readonly string[];
}

const coupling = {
  'coupling-not-a-component': {
    sentence: 'No component audit of this firm has the id.',
    decisions: ['9.2', '1.6'],
  },
  'coupling-duplicate': { sentence: 'The id is in the list more than once.', decisions: ['9.3'] },
  'coupling-separate-network': {
    sentence: 'The components are not all in one audit network.',
    decisions: ['9'],
  },
  'coupling-archived': {
    sentence: 'The component or its group audit is archived or being deleted.',
    decisions: ['9.4'],
  },
  'coupling-already-coupled': { sentence: 'The component is coupled to another audit.', decisions: ['9.4'] },
  'coupling-differing-values': {
    sentence: 'The components differ in a value that all of them must share.',
    decisions: ['9.5'],
  },
  'coupling-not-one-own-entity': {
    sentence: 'The component has no legal entity, or several.',
    decisions: ['9.6'],
  },
  'coupling-not-one-group-entity': {
    sentence: 'The group audit of the component has no legal entity, or several.',
    decisions: ['9.6'],
  },
  'coupling-ambiguous-initialising': {
    sentence: 'Several components could be the initialising one, and they give different values.',
    decisions: ['9.7'],
  },
  'coupling-differs-from-initialising': {
    sentence: 'The value differs from that of the initialising component.',
    decisions: ['9.7'],
  },
} satisfies Readonly<Record<`coupling-${CouplingCode}`, ReasonRow>>;

export const reasons = {
  'other-host': {
    sentence: 'The request names a host that is neither this machine nor one that --allow-host names.',
    decisions: [],
  },
  'web-page': {
    sentence:
      'A web page sent the request. Only the documentation and the workbench of this service may send some.',
    decisions: [],
  },
  'login-ended': {
    sentence: 'The documentation page sent the request without its login, which may have ended.',
    decisions: [],
  },
  'headers-too-large': { sentence: 'The headers are larger than this service reads.', decisions: [] },
  'not-http': { sentence: 'What came is not a whole HTTP request.', decisions: [] },
  'unknown-path': {
    sentence: 'No operation has this path. A path ends in a slash.',
    decisions: ['1.1', '1.3'],
  },
  'wrong-method': { sentence: 'No operation of this path has the method.', decisions: ['1.3'] },
  'no-token': { sentence: 'The request has no bearer token.', decisions: ['1.3', '2'] },
  'unknown-token': {
    sentence: 'The token is unknown: it was never given out, has ended after an hour, or was revoked.',
    decisions: ['1.3', '11.1'],
  },
  'no-role': { sentence: 'The service account has no role that allows this.', decisions: ['11.2'] },
  'may-not-couple-several': {
    sentence: 'The service account may not couple more than one component at once.',
    decisions: ['9.8'],
  },
  quota: { sentence: 'A window of the tier is full.', decisions: ['12.1', '12.2'] },
  'missing-object': {
    sentence: 'What the path names does not exist in the firm of the service account.',
    decisions: ['1.3', '1.6'],
  },
  'not-in-group': {
    sentence: 'The audit in the path has no component audit with this id.',
    decisions: ['1.3', '1.6'],
  },
  'not-assigned': { sentence: 'The user is not assigned to the audit.', decisions: ['1.3'] },
  'component-by-itself': {
    sentence: 'The id is that of a component audit, which is deleted under its group audit.',
    decisions: ['7.5'],
  },
  'content-type': {
    sentence: 'The body is declared as another type than the one needed.',
    decisions: ['1.3'],
  },
  'content-encoding': {
    sentence: 'The body is packed, and this service unpacks nothing.',
    decisions: ['1.3'],
  },
  'body-too-large': { sentence: 'The body is larger than this service reads.', decisions: [] },
  'body-not-json': { sentence: 'The body is not a JSON document.', decisions: ['1.3', '2'] },
  'body-not-an-object': { sentence: 'The body is JSON, but no object.', decisions: ['1.3', '2'] },
  'no-such-page': { sentence: 'The list has no such page.', decisions: ['3.3'] },
  'id-taken': { sentence: 'An object of the firm has the id already.', decisions: ['4.3'] },
  credits: { sentence: 'The firm has fewer credits than the audit costs.', decisions: ['7.6'] },

  required: { sentence: 'The field is required.', decisions: ['2'] },
  'not-null': { sentence: 'The field may not be null.', decisions: ['2'] },
  blank: { sentence: 'The text is blank.', decisions: ['2'] },
  'wrong-type': { sentence: 'The value is of another type than the field.', decisions: ['2'] },
  'not-a-choice': { sentence: 'The value is none of those that the field takes.', decisions: ['2'] },
  'empty-list': { sentence: 'The list may not be empty.', decisions: ['2'] },
  'too-long': { sentence: 'The text is too long.', decisions: ['2'] },
  'not-a-date': { sentence: 'The value is no calendar date as YYYY-MM-DD.', decisions: ['2', '7.1'] },
  'forbidden-character': { sentence: 'The text has a character that is not allowed.', decisions: [] },
  'out-of-range': { sentence: 'The number is outside of what is taken.', decisions: [] },
  'unknown-reference': {
    sentence: 'Nothing that the firm may use has the id that the field names.',
    decisions: ['1.6'],
  },
  'not-of-client': { sentence: 'The client has no legal entity with this id.', decisions: ['1.6'] },

  'period-order': { sentence: 'The period ends before it starts.', decisions: ['7.1'] },
  'not-offered': { sentence: 'The work package does not offer the value.', decisions: ['7.2'] },
  setting: { sentence: 'The setting does not take the value.', decisions: ['7.3', '5.3'] },
  'unknown-setting': { sentence: 'The work package has no such setting.', decisions: ['7.3'] },
  'components-coupled': {
    sentence: 'A component audit of the audit is coupled.',
    decisions: ['7.5'],
  },

  'not-open-group': { sentence: 'The group audit is not open.', decisions: ['8.1', '8.7', '8.8', '10.2'] },
  'not-open': { sentence: 'The audit is not open.', decisions: ['8.7', '10.2'] },
  'not-consolidated': { sentence: 'Only a consolidated audit has component audits.', decisions: ['8.1'] },
  'repeated-entity': { sentence: 'A legal entity is named more than once.', decisions: ['8.2'] },
  'self-works-in-audit': {
    sentence: 'The group auditor is no component auditor who could work in the audit.',
    decisions: ['8.4'],
  },
  'back-in-scope': { sentence: 'Nothing sets a component audit back in scope.', decisions: ['8.7'] },
  'scope-locked': { sentence: 'The scope is locked.', decisions: ['8.7'] },
  'component-coupled': { sentence: 'The component audit is coupled.', decisions: ['8.8'] },

  'not-an-audit-role': { sentence: 'The role is none for audits.', decisions: ['10.2'] },
  'already-assigned': { sentence: 'The user is assigned to the audit already.', decisions: ['10.2'] },

  'token-request': {
    sentence: 'The token request lacks a field, has it empty, or has it twice.',
    decisions: ['2', '11.1'],
  },
  'grant-type': { sentence: 'Only the grant client_credentials is supported.', decisions: ['2'] },
  'wrong-secret': { sentence: 'No service account has this client id and secret.', decisions: ['2', '1.3'] },
  'wrong-login': { sentence: 'No service account has this client id and secret.', decisions: [] },

  fault: { sentence: 'A fault that was added to the sandbox caused this.', decisions: [] },
  'no-database': {
    sentence: 'The sandbox cannot use its database now. Whether the request was carried out is not known.',
    decisions: [],
  },
  internal: { sentence: 'The sandbox has an error of its own.', decisions: ['2'] },
  ...coupling,
} as const satisfies Readonly<Record<string, ReasonRow>>;

export type Rule = keyof typeof reasons;

/** That an audit is open is asked by a decision for each operation on component audits, and by one for all on users. */
const openFor: Readonly<Partial<Record<Operation, string>>> = {
  'components.create': '8.1',
  'components.setOutOfScope': '8.7',
  'components.delete': '8.8',
};

/** What is decided for one field beside the rule for all: by operation and field, without the places in a list. */
const forField: Readonly<Partial<Record<Rule, Readonly<Record<string, string>>>>> = {
  blank: {
    'audits.create id': '4.1',
    'clients.create id': '4.1',
    'audits.create name': '7.1',
    'audits.create unit_of_measurement': '7.2',
    'components.setOutOfScope out_of_scope_explanation': '8.7',
  },
  'too-long': {
    'audits.create id': '4.1',
    'clients.create id': '4.1',
    'audits.create name': '7.1',
    'audits.create unit_of_measurement': '7.2',
  },
  'forbidden-character': { 'audits.create id': '4.1', 'clients.create id': '4.1' },
  'not-a-choice': {
    'audits.create language': '7.2',
    'audits.create audit_type': '7.2',
    'clients.create country': '6.1',
    'components.create country': '8.3',
  },
  'empty-list': { 'components.create legal_entity_ids': '8.2' },
  'unknown-reference': { 'users.assign id': '10.2', 'audits.create legal_entity_id': '7.2' },
  'not-of-client': {
    'audits.create legal_entity_id': '7.2',
    'components.create legal_entity_ids': '8.2',
  },
};

/** The numbers of the decisions by which an operation refuses. */
export function decisionsOf(
  { rule, field = '' }: Pick<Reason, 'rule' | 'field'>,
  operation: Operation | null,
): readonly string[] {
  const { decisions } = reasons[rule];
  if (operation === null) return decisions;
  if (rule === 'content-type' && operation === 'tokens.issue') return [...decisions, '11.1'];
  if (rule === 'not-open' || rule === 'not-open-group') {
    const open = operation.startsWith('users.') ? '10.2' : openFor[operation];
    return open === undefined ? decisions : [open];
  }
  const own = forField[rule]?.[`${operation} ${field.replace(/\.\d+$/, '')}`];
  return own === undefined ? decisions : [...decisions, own];
}

export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** A window that has no room for another request. */
export interface FullWindow {
  readonly window: WindowName;
  readonly limit: number;
  /** Requests that count in it at present. */
  readonly counted: number;
  /** When it has room for another one: ISO 8601, by the service's clock. Null for a limit of 0, which never has. */
  readonly room_at: string | null;
}

/** Why a request was refused: one for each rule and field. */
export interface Reason {
  readonly rule: Rule;
  /** As `settings.sampling` or `legal_entity_ids.1`. */
  readonly field?: string;
  /** The rest of what the rule looked at. */
  readonly facts?: Facts;
  readonly windows?: readonly FullWindow[];
}
