import { z } from 'zod';
import { auditLanguages, auditStatuses, auditTypes } from '../shared/model/audit.ts';
import { countryCodes } from '../shared/model/country.ts';
import { tiers } from '../shared/model/limits.ts';
import { auditorRelations } from '../shared/model/terms.ts';
import { codePoints, hasControlCharacter, longestAuditName, longestId } from '../shared/rules/audit.ts';
import { endsBeforeStart, isCalendarDate } from '../shared/rules/calendar.ts';
import { referenceFaults } from './fixture-references.ts';
import { jsonPath } from './json-path.ts';

/** An external id (decisions.md §4.1). */
const Id = z
  .string()
  .min(1, 'may not be empty')
  .refine((id) => codePoints(id) <= longestId, `may have no more than ${String(longestId)} characters`)
  .refine((id) => !hasControlCharacter(id), 'may not contain control characters');
const Filled = z.string().refine((text) => text.trim() !== '', 'may not be blank');
const Country = z
  .string()
  .refine((code) => countryCodes.includes(code), 'must be an ISO 3166-1 alpha-2 code, upper case');
const Day = z.string().refine(isCalendarDate, 'must be a real date, written YYYY-MM-DD');
const Credits = z.number().min(0);
const Status = z.enum(auditStatuses);
/** A value of any type that has to be there. */
const Anything = z.unknown().refine((value) => value !== undefined, 'required');

const SettingDefinition = z.strictObject({
  id: Id,
  name: z.string(),
  // Any name: a service may know types that this one does not, and the app has to meet them somewhere.
  type: Filled,
  default: Anything,
  options: z.array(z.strictObject({ value: Anything, label: z.string() })).nullable(),
});

const FixturePrice = z.strictObject({
  audit_type: z.enum(auditTypes),
  credits: Credits,
  conditions: z.strictObject({ coupled: z.boolean() }).nullable(),
});

const FixtureWorkPackage = z.strictObject({
  id: Id,
  name: z.string(),
  version: z.string(),
  languages: z.array(Filled),
  audit_types: z.array(z.enum(auditTypes)),
  scoping_packages: z.array(Filled),
  settings: z.array(SettingDefinition),
  prices: z.array(FixturePrice),
});

const Limit = z.number().int().min(0).exactOptional();
/** Limits by tier, as the fixture and the control plane give them; a window that is left out is unlimited. */
export const FixtureLimits = z.partialRecord(
  z.enum(tiers),
  z.strictObject({ burst: Limit, sustained: Limit, daily: Limit }),
);

const FixtureComponent = z.strictObject({
  id: Id,
  legal_entity_ids: z.array(Id).min(1, 'must name a legal entity'),
  auditor_relation: z.enum(auditorRelations),
  name: Filled.optional(),
  country: Country.optional(),
  status: Status.default('open'),
  in_scope: z.boolean().default(true),
  out_of_scope_explanation: z.string().default(''),
  component_settings: z
    .strictObject({ component_auditor_works_in_audit: z.boolean().optional() })
    .default({}),
});

const FixtureAudit = z
  .strictObject({
    id: Id,
    name: Filled.refine(
      (name) => codePoints(name) <= longestAuditName,
      `may have no more than ${String(longestAuditName)} characters`,
    ),
    work_package_id: Id,
    scoping_package_id: Filled,
    client_organisation_id: Id,
    legal_entity_ids: z.array(Id),
    period_start: Day,
    period_end: Day,
    language: z.enum(auditLanguages),
    unit_of_measurement: Filled.optional(),
    audit_type: z.enum(auditTypes),
    status: Status.default('open'),
    settings: z.record(z.string(), z.unknown()).default({}),
    scope_locked: z.boolean().default(false),
    coupled_component_audit_ids: z.array(Id).default([]),
    users: z.array(z.strictObject({ id: Filled, role: Filled })).default([]),
    components: z.array(FixtureComponent).default([]),
  })
  .refine((audit) => !endsBeforeStart(audit.period_start, audit.period_end), {
    path: ['period_end'],
    message: 'lies before period_start',
  })
  .refine((audit) => audit.audit_type === 'consolidated' || audit.components.length === 0, {
    path: ['components'],
    message: 'only a consolidated audit has components',
  });

const FixtureClient = z.strictObject({
  id: Id,
  name: z.string(),
  country: Country,
  domains: z.array(z.string()).default([]),
  allow_password_login: z.boolean().default(true),
  is_test_organisation: z.boolean().default(false),
  legal_entities: z.array(
    z.strictObject({ id: Id, name: z.string(), country: Country, parent_id: Id.nullable() }),
  ),
});

const ServiceAccount = z.strictObject({
  client_id: Filled,
  client_secret: z.string().min(1, 'may not be empty'),
  roles: z.array(z.string()),
  denied_permissions: z.array(z.string()).default([]),
});

const FixtureFirm = z.strictObject({
  id: Id,
  name: z.string(),
  credits: Credits,
  users: z.array(
    z.strictObject({
      email: z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'),
      name: z.string(),
    }),
  ),
  service_accounts: z.array(ServiceAccount),
  client_organisations: z.array(FixtureClient),
  audits: z.array(FixtureAudit).default([]),
});

const ConflictStatus = z.union([z.literal(409), z.literal(400)]);
const FixtureVariants = z.strictObject({
  rejected_requests_count: z.boolean().default(false),
  windows: z.enum(['sliding', 'fixed']).default('sliding'),
  duplicate_id_status: ConflictStatus.default(409),
  state_conflict_status: ConflictStatus.default(409),
  bare_lists: z.boolean().default(false),
  extra_fields: z.boolean().default(false),
});
/** What a real service may do otherwise than decided (sandbox.md, "Fixture"). */
export type Variants = z.output<typeof FixtureVariants>;

const FixtureSchema = z.strictObject({
  work_packages: z.array(FixtureWorkPackage),
  roles: z.array(
    z.strictObject({ name: Filled, associated_model: z.string(), description: z.string().default('') }),
  ),
  variants: FixtureVariants.prefault({}),
  rate_limits: FixtureLimits.default({}),
  firms: z
    .array(FixtureFirm)
    .min(1, 'must hold a firm')
    .refine((firms) => firms.length === 0 || firms[0]?.service_accounts.length !== 0, {
      path: [0, 'service_accounts'],
      message: 'the first firm must have a service account',
    }),
});
/** A state of the service to start from, complete: what was optional has its default. */
export type Fixture = z.output<typeof FixtureSchema>;
export type FixtureFirm = Fixture['firms'][number];
export type FixtureAudit = FixtureFirm['audits'][number];

/** Reads a fixture (sandbox.md, "Fixture"); all its faults at once, each one line with its JSON path. */
export function readFixture(
  value: unknown,
):
  | { readonly ok: true; readonly value: Fixture }
  | { readonly ok: false; readonly faults: readonly string[] } {
  const parsed = FixtureSchema.safeParse(value, { reportInput: true });
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => linesOf(issue))),
    ...referenceFaults(value),
  ];
  return parsed.success && faults.length === 0 ? { ok: true, value: parsed.data } : { ok: false, faults };
}

function linesOf(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${jsonPath([...issue.path, key])}: unknown key`);
  const missing = issue.code.startsWith('invalid_') && issue.input === undefined;
  return [`${jsonPath(issue.path)}: ${missing ? 'required' : issue.message}`];
}
