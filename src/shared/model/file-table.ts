/** The formats in which a table is saved. */
export const tableFormats = ['xlsx', 'csv', 'json'] as const;
/** Those in which a table can be written: also a calendar of its deadlines. */
export const fileFormats = [...tableFormats, 'ics'] as const;
export type FileFormat = (typeof fileFormats)[number];

/**
 * Every column that a saved table may have, by its key: the same in every list, in every language and from one version to the
 * next (docs/data.md). Days are `2026-12-31`; moments and lists of ids are texts.
 */
export const fileColumns = {
  audit_id: 'text',
  audit_name: 'text',
  audit_type: 'text',
  status: 'text',
  client_id: 'text',
  client_name: 'text',
  legal_entity_ids: 'text',
  period_start: 'day',
  period_end: 'day',
  work_package_id: 'text',
  work_package: 'text',
  version: 'text',
  scoping_label: 'text',
  language: 'text',
  unit_of_measurement: 'text',
  group_audit_id: 'text',
  group_audit_name: 'text',
  coupled_component_ids: 'text',
  created_at: 'text',
  country: 'text',
  domains: 'text',
  allow_password_login: 'boolean',
  is_test_client: 'boolean',
  legal_entity_id: 'text',
  legal_entity_name: 'text',
  parent_legal_entity_id: 'text',
  uses: 'number',
  component_id: 'text',
  component_name: 'text',
  legal_entity_names: 'text',
  auditor_relation: 'text',
  works_in_audit: 'boolean',
  scope: 'text',
  out_of_scope_explanation: 'text',
  coupled_audit_id: 'text',
  change: 'text',
  tier: 'number',
  kind: 'text',
  above_ids: 'text',
  user_id: 'text',
  user_name: 'text',
  role: 'text',
  team: 'text',
  languages: 'text',
  audit_types: 'text',
  scoping_labels: 'text',
  plan_id: 'text',
  plan: 'text',
  connection: 'text',
  steps: 'number',
  steps_done: 'number',
  subject: 'text',
  action: 'text',
  state: 'text',
  reason: 'text',
  object_id: 'text',
  attempts: 'number',
  started_at: 'text',
  ended_at: 'text',
  changed_at: 'text',
  error_code: 'text',
  request_id: 'text',
  at: 'text',
  operation: 'text',
  method: 'text',
  path: 'text',
  limit_kind: 'text',
  http_status: 'number',
  outcome: 'text',
  milliseconds: 'number',
  person: 'text',
  window_seconds: 'number',
  limit: 'number',
  used: 'number',
  predecessor_id: 'text',
  successor_id: 'text',
  deadline: 'day',
  start_by: 'day',
  ready_on: 'day',
  on_time: 'boolean',
  credits: 'number',
  slack_days: 'number',
  partner: 'text',
  manager: 'text',
  steps_left: 'number',
  components: 'number',
  coupled_audits: 'number',
  priority: 'number',
  id_before: 'text',
  id_after: 'text',
  name_before: 'text',
  name_after: 'text',
  entities_before: 'text',
  entities_after: 'text',
  relation_before: 'text',
  relation_after: 'text',
  scope_before: 'text',
  scope_after: 'text',
  scope_decided: 'text',
  scope_sentence: 'text',
  explanation_before: 'text',
  explanation_after: 'text',
  differences: 'text',
  template: 'text',
  settings: 'text',
  component_reach: 'text',
  component_name_pattern: 'text',
  name_pattern: 'text',
  id_pattern: 'text',
} as const satisfies Record<string, FileColumnKind>;
/** What the cells of a column are, unless one is something else. */
export const fileColumnKinds = ['text', 'day', 'number', 'boolean'] as const;
export type FileColumnKind = (typeof fileColumnKinds)[number];
export type FileKey = keyof typeof fileColumns;
export const fileKeys = Object.keys(fileColumns) as readonly FileKey[]; // keys of a literal: exactly these

/** What a cell of a saved table holds; null where it is not known or there is nothing. */
export type FileCell = string | number | boolean | readonly string[] | null;

export interface FileColumnHead {
  /** Null for a column from a person's own file, which JSON has by its title. */
  readonly key: FileKey | null;
  /** Of a column without a key; texts unless given. */
  readonly kind?: FileColumnKind | undefined;
  /** In the person's language, for the first row of CSV and XLSX. */
  readonly title: string;
  /** What a cell below may have; a workbook offers it, other formats do not know of it. */
  readonly choices?: readonly FileChoice[] | undefined;
  /** What a workbook says beside a cell with choices that is selected. */
  readonly hint?: string | undefined;
}

export interface FileChoice {
  readonly value: string;
  /** What it is called, for people; the empty text where the value says it. */
  readonly name: string;
}
