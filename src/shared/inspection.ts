/**
 * What reading can show of a service, and where it is laid down: a chapter of the specification, or a section of decisions.md. What a
 * service does when it is written to is not here: an inspection writes nothing.
 */
export const findingSources = {
  refusal: '§2',
  notFound: '§2',
  beyondTheEnd: '§3.3',
  withoutSlash: '§1.1',
  tokenAnswer: 'Access token response',
  tokenValidity: 'Limits',
  tokenScope: '§11.1',
  envelopes: '§3.1',
  counts: 'Paginated list envelope',
  pageSize: '§3.3',
  links: '§3.2',
  order: '§3.2',
  topLevel: '§3.4',
  auditFields: 'Audit',
  componentFields: '§8.5',
  clientFields: '§6.1',
  entityFields: '§6.2',
  userFields: '§10.1',
  roleFields: '§5.6',
  packageFields: '§5.1',
  scopingLabels: '§5.2',
  settings: '§5.3',
  prices: '§5.4',
  terms: 'Audit status',
  componentAsAudit: '§8.6',
  componentsOfSingle: '§8.1',
  rolesFilter: '§5.6',
  limitsShape: '§5.7',
  limitsValues: 'Rate limiting',
  tiers: '§12.2',
} as const;

export type FindingName = keyof typeof findingSources;
export const findingNames = Object.keys(findingSources) as readonly FindingName[]; // keys of a literal: exactly these

/** `unknown`: nothing that was read shows it. */
export const findingStates = ['as-decided', 'differs', 'unknown'] as const;
export type FindingState = (typeof findingStates)[number];

/** In what way an answer is another than expected; `src/words` has a sentence for each. */
export const differenceKinds = [
  'instead',
  'tooFew',
  'missing',
  'unspecified',
  'unexpected',
  'otherWords',
  'notAbsolute',
  'otherPath',
  'otherHost',
  'notGrowing',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** What a value is, where it is not told itself; `src/words` has a word for each. */
export const valueTypes = [
  'nothing',
  'notJson',
  'null',
  'text',
  'untold',
  'key',
  'textOrNull',
  'texts',
  'date',
  'number',
  'boolean',
  'object',
  'objectOrNull',
  'list',
  'listOrNull',
  'envelope',
  'redirect',
  'unlimited',
] as const;
export type ValueType = (typeof valueTypes)[number];

/** What a service of the specification may do otherwise (sandbox.md, "Fixture"). */
export const variantNames = [
  'rejected_requests_count',
  'windows',
  'duplicate_id_status',
  'state_conflict_status',
  'bare_lists',
  'extra_fields',
] as const;
export type VariantName = (typeof variantNames)[number];

/** `unknown` where only a write or an exhausted limit shows it; `mixed` where the service is neither the one nor the other. */
export const variantStates = ['default', 'other', 'mixed', 'unknown'] as const;
export type VariantState = (typeof variantStates)[number];

/** Requests that a whole inspection sends at most. */
export const mostRequests = 24;

/** Kinds of words that a service has of its own; `src/words` has a name for each. */
export const termNames = [
  'auditStatuses',
  'auditTypes',
  'languages',
  'componentStatuses',
  'relations',
  'settingTypes',
] as const;
export type TermName = (typeof termNames)[number];

/** What an account may read, each with a question of its own. */
export const areaNames = [
  'packages',
  'roles',
  'rateLimits',
  'audits',
  'components',
  'users',
  'clients',
  'entities',
] as const;
export type AreaName = (typeof areaNames)[number];

/** `refused`: 401 or 403. `failed`: another answer, a page with status 200 too. `unknown`: it was not asked, or nobody answered. */
export const areaStates = ['read', 'refused', 'failed', 'unknown'] as const;

/** What the app's screens miss where a service does not show a field in a form that they can read: a name for each. */
export const unseenFields = {
  users: { id: 'userAddress', role: 'userRole' },
  components: {
    name: 'componentName',
    legal_entity_ids: 'componentEntities',
    in_scope: 'componentScope',
    out_of_scope_explanation: 'componentExplanation',
    auditor_relation: 'componentRelation',
    status: 'componentStatus',
    coupled_entity_audit_id: 'componentCoupling',
  },
  audits: {
    name: 'auditName',
    work_package_id: 'auditPackage',
    scoping_package_id: 'auditPackage',
    client_organisation_id: 'auditClient',
    legal_entity_ids: 'auditEntities',
    period_start: 'auditPeriod',
    period_end: 'auditPeriod',
    language: 'auditLanguage',
    unit_of_measurement: 'auditUnit',
    settings: 'auditSettings',
    status: 'auditStatus',
    audit_type: 'auditType',
    created_at: 'auditCreation',
    group_audit_id: 'auditGroup',
    coupled_component_audit_ids: 'auditCoupling',
  },
  packages: {
    name: 'packageName',
    version: 'packageVersion',
    languages: 'packageLanguages',
    audit_types: 'packageTypes',
    scoping_packages: 'packageLabels',
    settings: 'packageSettings',
    prices: 'packagePrices',
  },
  clients: {
    name: 'clientName',
    country: 'clientCountry',
    domains: 'clientDomains',
    allow_password_login: 'clientLogin',
    is_test_organisation: 'clientTest',
  },
  entities: { name: 'entityName', country: 'entityCountry', parent_id: 'entityParent' },
  roles: { name: 'roleName' },
} as const;
export type UnseenNoun = keyof typeof unseenFields;
export type UnseenName = {
  [Noun in UnseenNoun]: (typeof unseenFields)[Noun][keyof (typeof unseenFields)[Noun]];
}[UnseenNoun];
/** The sentences about some nouns, each once. */
export function unseenAbout(nouns: readonly UnseenNoun[]): readonly UnseenName[] {
  return [...new Set(nouns.flatMap((noun): readonly UnseenName[] => Object.values(unseenFields[noun])))];
}
export const unseenNouns = Object.keys(unseenFields) as readonly UnseenNoun[]; // keys of a literal: exactly these
export const unseenNames = unseenAbout(unseenNouns);

/** Why something stayed open: the requests that were allowed are used up, a limit of the service left no room, or an answer was lost. */
export const gapReasons = ['budget', 'limits', 'lost'] as const;
export type GapReason = (typeof gapReasons)[number];
