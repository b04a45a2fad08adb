import { type AuditStatus, auditStatuses } from '../../shared/model/audit.ts';
import type { Awaitable } from '../awaitable.ts';
import { type Flaw, flaw } from '../http/fields.ts';
import { type JsonSchema, said } from '../http/json-schema.ts';
import type { AuditRow, LegalEntityRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

// For audits of all three types.

export const statusSchema: JsonSchema = said('`initializing` turns `open` by itself.', {
  type: 'string',
  enum: auditStatuses,
});

export type Timed = Pick<AuditRow, 'status' | 'changes_at'>;

/**
 * The status of an audit at a time. One that is `initializing` opens by itself (decisions.md §7.4); a component audit
 * is `deleting` as soon as its group is (decisions.md §8.6).
 */
export function statusOf(
  { status, changes_at: changesAt }: Timed,
  group: Timed | undefined,
  now: number,
): AuditStatus {
  if (group?.status === 'deleting') return 'deleting';
  return changesAt !== null && changesAt <= now && status === 'initializing' ? 'open' : status;
}

export function groupOf({ group_audit: seq }: AuditRow, { audits }: Store): Awaitable<AuditRow | undefined> {
  return seq === null ? undefined : audits.bySeq(seq);
}

/** Why an audit cannot be changed now, or null: it and its group must be open. */
export async function closedText(audit: AuditRow, store: Store, now: number): Promise<Flaw | null> {
  const group = await groupOf(audit, store);
  if (group === undefined) return notOpen('audit', statusOf(audit, undefined, now));
  return (
    notOpen('group audit', statusOf(group, undefined, now)) ??
    notOpen('component audit', statusOf(audit, group, now))
  );
}

export function notOpen(noun: 'audit' | 'group audit' | 'component audit', status: AuditStatus): Flaw | null {
  if (status === 'open') return null;
  const rule = noun === 'group audit' ? 'not-open-group' : 'not-open';
  return flaw(rule, `The ${noun} is ${status}, not open.`, { status });
}

export function defaultSettings(
  definitions: readonly { readonly id: string; readonly default?: unknown }[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(definitions.map(({ id, default: value }) => [id, value ?? null]));
}

type NewAudit = Omit<AuditRow, 'seq' | 'lasting'>;

const notAComponent = {
  group_audit: null,
  country: null,
  auditor_relation: null,
  component_settings: null,
  in_scope: null,
  explanation: null,
  content_items: null,
  coupled_audit: null,
} as const;

type NewAlone = Omit<NewAudit, keyof typeof notAComponent>;

export function insertAudit(store: Store, row: NewAlone): Promise<AuditRow> {
  return insert(store, newAudit(row));
}

export function newAudit(row: NewAlone): Omit<AuditRow, 'seq'> {
  return whole({ ...row, ...notAComponent }, null);
}

/** Items of content that a component starts with (sandbox.md, "Control plane"). */
const contentItems = 12;

interface NewComponent {
  readonly id: string;
  readonly name?: string | undefined;
  readonly legal_entity_ids: readonly string[];
  readonly country?: string | undefined;
  readonly auditor_relation: NonNullable<AuditRow['auditor_relation']>;
  readonly component_settings: Readonly<Record<string, unknown>>;
  readonly status: AuditStatus;
  readonly in_scope: boolean;
  readonly out_of_scope_explanation: string;
}

/** Adds a component audit. It has the values of its group (decisions.md §8.6). */
export async function insertComponent(
  store: Store,
  group: AuditRow,
  component: NewComponent,
  now: number,
): Promise<AuditRow> {
  const { firm, client } = group;
  const entities: LegalEntityRow[] = [];
  for (const id of component.legal_entity_ids) {
    const entity = await store.clients.entityById(firm, client, id);
    if (entity !== undefined) entities.push(entity);
  }
  return insert(store, newComponent(group, component, { entities, now }));
}

interface Known {
  /** Those that the component names. */
  readonly entities: readonly Pick<LegalEntityRow, 'name' | 'country'>[];
  readonly now: number;
}

export function newComponent(
  group: AuditRow,
  component: NewComponent,
  { entities, now }: Known,
): Omit<AuditRow, 'seq'> {
  const { seq, lasting: _, ...inherited } = group;
  const row = {
    ...inherited,
    id: component.id,
    audit_type: 'component' as const,
    name: component.name ?? entities.map(({ name }) => name).join(' & '), // never cut (decisions.md §8.3)
    legal_entities: JSON.stringify(component.legal_entity_ids),
    status: component.status,
    changes_at: null,
    scope_locked: 0,
    created_at: now,
    coupled_components: '[]',
    group_audit: seq,
    country: component.country ?? entities[0]?.country ?? null,
    auditor_relation: component.auditor_relation,
    component_settings: JSON.stringify(component.component_settings),
    in_scope: Number(component.in_scope),
    explanation: component.out_of_scope_explanation,
    content_items: component.in_scope ? contentItems : 0,
    coupled_audit: null,
  };
  return whole(row, group.id);
}

async function insert({ audits }: Store, row: Omit<AuditRow, 'seq'>): Promise<AuditRow> {
  return { ...row, seq: await audits.insert(row) };
}

function whole(row: NewAudit, groupId: string | null): Omit<AuditRow, 'seq'> {
  return { ...row, lasting: lastingAnswer(row, groupId) };
}

/** Its ids and settings are JSON already. */
function lastingAnswer(row: NewAudit, groupId: string | null): string {
  const before = JSON.stringify({
    id: row.id,
    name: row.name,
    work_package_id: row.work_package,
    scoping_package_id: row.scoping_package,
    client_organisation_id: row.client,
  });
  const between = JSON.stringify({
    period_start: row.period_start,
    period_end: row.period_end,
    language: row.language,
    unit_of_measurement: row.unit,
  });
  const behind = JSON.stringify({
    audit_type: row.audit_type,
    created_at: new Date(row.created_at).toISOString(),
    group_audit_id: groupId,
  });
  return `${before.slice(0, -1)},"legal_entity_ids":${row.legal_entities},${between.slice(1, -1)},"settings":${row.settings},${behind.slice(1, -1)}`;
}
