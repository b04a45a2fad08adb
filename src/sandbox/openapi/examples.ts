import type { Operation, PathIds } from '../../shared/api.ts';
import type { AnswerName } from './answers.ts';
import type { BodyOperation } from './bodies.ts';

/** A body of each operation that the built-in firm carries out as it stands, after those of the operations before it in the table. */
export const bodyExamples = {
  'tokens.issue': {
    grant_type: 'client_credentials',
    client_id: 'demo-manager',
    client_secret: 'open-to-all-demo-manager',
  },
  'clients.create': {
    id: 'cantiere-bruni',
    name: 'Cantiere Bruni S.p.A.',
    country: 'IT',
    domains: ['bruni.example'],
  },
  'audits.create': {
    id: 'my-first-audit',
    name: 'Tessitura Lanaro S.r.l., bilancio 2026',
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Small',
    client_organisation_id: 'tessitura-lanaro',
    legal_entity_id: 'tessitura-lanaro',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'it',
    unit_of_measurement: 'EUR',
  },
  'components.create': { legal_entity_ids: ['VH-1100'], auditor_relation: 'inter_office' },
  'components.setOutOfScope': {
    in_scope: false,
    out_of_scope_explanation: 'Below the threshold of this year: not significant to the group.',
  },
  'users.assign': { id: 'joost.hoekstra@vanrossem-bellani.example', role: 'audit_auditor' },
  'users.change': { role: 'audit_manager' },
} as const satisfies Readonly<Record<BodyOperation, Readonly<Record<string, unknown>>>>;

type IdOperation = {
  [Name in Operation]: PathIds<Name> extends { readonly path: unknown } ? Name : never;
}[Operation];
type Ids<Name extends Operation> = PathIds<Name> extends { readonly path: infer Of } ? Of : never;

const group = '2026-VH-GRP';
const component = '2026-VH-GRP-1200';
const assigned = { audit_id: 'proef-2026', user_id: 'joost.hoekstra@vanrossem-bellani.example' } as const;

/** Ids for the path of each operation; the built-in firm has them, or has them after the examples before. */
export const pathExamples: { readonly [Name in IdOperation]: Ids<Name> } = {
  'workPackages.read': { work_package_id: 'statutory-2025.10' },
  'legalEntities.list': { id: 'valkenhorst' },
  'audits.read': { audit_id: 'my-first-audit' },
  'audits.delete': { audit_id: 'my-first-audit' },
  'components.list': { audit_id: group },
  'components.create': { group_audit_id: group },
  'components.setOutOfScope': { group_audit_id: group, component_audit_id: component },
  'components.delete': { audit_id: group, component_audit_id: component },
  'users.list': { audit_id: 'proef-2026' },
  'users.assign': { audit_id: 'proef-2026' },
  'users.change': assigned,
  'users.remove': assigned,
};

/** An answer of each kind. */
export const answerExamples: Readonly<Record<Exclude<AnswerName, 'SettingDefinition' | 'Price'>, unknown>> = {
  AccessToken: {
    access_token: 'bqXc0TMwW4zR1kGm7dYfLhV5sNuA2eJp8iOo3xQtB6E',
    expires_in: 3_600,
    token_type: 'Bearer',
    scope: 'read write',
  },
  WorkPackage: {
    id: 'statutory-2025.10',
    name: 'Statutory audit',
    version: '2025.10',
    languages: ['en-us', 'nl', 'it'],
    audit_types: ['single', 'consolidated'],
    scoping_packages: ['Large', 'Medium-sized', 'Small'],
    settings: [
      { id: 'use_sampling', name: 'Use statistical sampling', type: 'boolean', default: true, options: null },
      {
        id: 'materiality_benchmark',
        name: 'Benchmark for materiality',
        type: 'choice',
        default: 'profit_before_tax',
        options: [
          { value: 'profit_before_tax', label: 'Profit before tax' },
          { value: 'revenue', label: 'Revenue' },
        ],
      },
    ],
    prices: [
      { audit_type: 'consolidated', credits: 12, conditions: null },
      { audit_type: 'single', credits: 3, conditions: { coupled: true } },
      { audit_type: 'single', credits: 5, conditions: { coupled: false } },
    ],
  },
  ClientOrganisation: {
    id: 'cantiere-bruni',
    name: 'Cantiere Bruni S.p.A.',
    country: 'IT',
    domains: ['bruni.example'],
    allow_password_login: true,
    is_test_organisation: false,
  },
  LegalEntity: { id: 'VH-1100', name: 'Valkenhorst Pompen B.V.', country: 'NL', parent_id: 'VH-1000' },
  Audit: {
    id: 'my-first-audit',
    name: 'Tessitura Lanaro S.r.l., bilancio 2026',
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Small',
    client_organisation_id: 'tessitura-lanaro',
    legal_entity_ids: ['tessitura-lanaro'],
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'it',
    unit_of_measurement: 'EUR',
    settings: { use_sampling: true, materiality_benchmark: 'profit_before_tax' },
    audit_type: 'single',
    created_at: '2027-01-15T09:00:00.000Z',
    group_audit_id: null,
    status: 'initializing',
    coupled_component_audit_ids: [],
  },
  ComponentAudit: {
    id: component,
    name: 'Valkenhorst Pompen B.V.',
    legal_entity_ids: ['VH-1100'],
    in_scope: true,
    out_of_scope_explanation: '',
    auditor_relation: 'inter_office',
    status: 'open',
    coupled_entity_audit_id: null,
  },
  AuditUser: {
    id: 'joost.hoekstra@vanrossem-bellani.example',
    role: 'audit_auditor',
    name: 'Joost Hoekstra',
  },
  Role: { name: 'audit_auditor', associated_model: 'Audit', description: 'Performs and documents the work.' },
  RateLimits: {
    tiers: [
      {
        tier: 'lifecycle',
        scope: 'organisation',
        windows: {
          burst: { limit: 5, period_seconds: 60 },
          sustained: { limit: 60, period_seconds: 3_600 },
          daily: { limit: 300, period_seconds: 86_400 },
        },
      },
    ],
  },
};
