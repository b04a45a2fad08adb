import { auditLanguages, auditStatuses, auditTypes } from '../../shared/model/audit.ts';
import { countryCodes } from '../../shared/model/country.ts';
import { tiers, windowNames } from '../../shared/model/limits.ts';
import { auditorRelations, settingTypes } from '../../shared/model/terms.ts';
import { longestId } from '../../shared/rules/audit.ts';
import { windowSeconds } from '../../shared/rules/limits.ts';
import { exactly, type JsonSchema, named, orNull } from '../json-schema.ts';

const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const id = named('Id');
const date = named('Date');
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const said = (description: string, schema: JsonSchema): JsonSchema => ({ ...schema, description });
const status = said('`initializing` turns `open` by itself.', { type: 'string', enum: auditStatuses });
const relation: JsonSchema = { type: 'string', enum: auditorRelations };

/** What ids, countries and dates are, in answers and in bodies. */
export const values = {
  Id: {
    type: 'string',
    description:
      'An external id, chosen by the integration and kept to the letter. It may hold any character but control characters; in a path it is percent-encoded.',
    minLength: 1,
    maxLength: longestId,
    pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]*$`,
  },
  Country: {
    type: 'string',
    description: 'An ISO 3166-1 alpha-2 code, upper case.',
    enum: countryCodes,
  },
  Date: {
    type: 'string',
    description: 'A day of the calendar, never a moment in a time zone.',
    format: 'date',
    pattern: String.raw`^(?!0000)\d{4}-\d{2}-\d{2}$`,
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const window = (period: number): JsonSchema =>
  exactly({ limit: count, period_seconds: { type: 'integer', const: period } });

/** What the service answers with: all that is named is always there, and nothing else is. */
export const answers = {
  AccessToken: exactly({
    access_token: said('Opaque.', { type: 'string', minLength: 1 }),
    expires_in: said('Seconds.', { type: 'integer', const: 3_600 }),
    token_type: { type: 'string', const: 'Bearer' },
    scope: { type: 'string', const: 'read write' },
  }),
  WorkPackage: exactly(
    {
      id,
      name: text,
      version: said('Compared number by number: `2024.10` is newer than `2024.9`.', text),
      languages: listOf(text),
      audit_types: listOf({ type: 'string', enum: auditTypes }),
      scoping_packages: said('Labels, one of which is the `scoping_package_id` of an audit.', listOf(text)),
      settings: listOf(named('SettingDefinition')),
      prices: said(
        'In credits. The first one that fits is charged; without one the audit is free.',
        listOf(named('Price')),
      ),
    },
    { description: 'A methodology package, the same for every firm.' },
  ),
  SettingDefinition: exactly({
    id,
    name: text,
    type: said(`One of ${settingTypes.map((type) => `\`${type}\``).join(', ')}, or a later one.`, text),
    default: said('A value of the type, or null.', {}),
    options: said('What a choice is made from.', orNull(listOf(exactly({ value: {}, label: text })))),
  }),
  Price: exactly({
    audit_type: { type: 'string', enum: auditTypes },
    credits: { type: 'number', minimum: 0 },
    conditions: said(
      'Whether it is the price of a coupled audit; null: of either.',
      orNull(exactly({ coupled: flag })),
    ),
  }),
  ClientOrganisation: exactly({
    id,
    name: text,
    country: named('Country'),
    domains: listOf(text),
    allow_password_login: flag,
    is_test_organisation: said('Its audits consume no credits.', flag),
  }),
  LegalEntity: exactly({
    id,
    name: text,
    country: named('Country'),
    parent_id: said('Null for the root.', orNull(id)),
  }),
  Audit: exactly({
    id,
    name: text,
    work_package_id: id,
    scoping_package_id: text,
    client_organisation_id: id,
    legal_entity_ids: listOf(id),
    period_start: date,
    period_end: date,
    language: { type: 'string', enum: auditLanguages },
    unit_of_measurement: orNull(text),
    settings: said('Value by setting id: the defaults of the work package with what was sent.', {
      type: 'object',
      additionalProperties: {},
    }),
    audit_type: { type: 'string', enum: [...auditTypes, 'component'] },
    created_at: { type: 'string', format: 'date-time' },
    group_audit_id: said('Set on component audits.', orNull(id)),
    status,
    coupled_component_audit_ids: listOf(id),
  }),
  ComponentAudit: exactly({
    id,
    name: text,
    legal_entity_ids: said('The first is the primary legal entity.', {
      type: 'array',
      minItems: 1,
      items: id,
    }),
    in_scope: flag,
    out_of_scope_explanation: text,
    auditor_relation: relation,
    status,
    coupled_entity_audit_id: said('The audit that is coupled to it.', orNull(id)),
  }),
  AuditUser: exactly({
    id: said('The address as the service spells it.', {
      type: 'string',
      pattern: String.raw`^[^\s@]+@[^\s@]+$`,
    }),
    role: text,
    name: text,
  }),
  Role: exactly({
    name: { type: 'string', minLength: 1 },
    associated_model: said('`Audit` for the roles that a user of an audit can have.', text),
    description: text,
  }),
  RateLimits: exactly({
    tiers: listOf(
      exactly({
        tier: { type: 'string', enum: tiers },
        scope: said('Whose requests are counted together.', {
          type: 'string',
          enum: ['organisation', 'client'],
        }),
        windows: said(
          'A window that is missing is unlimited.',
          exactly(
            {
              burst: window(windowSeconds.burst),
              sustained: window(windowSeconds.sustained),
              daily: window(windowSeconds.daily),
            },
            { optional: windowNames },
          ),
        ),
      }),
    ),
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>;

export type AnswerName = keyof typeof answers;

/** A page of a list. */
export function pageOf(entry: AnswerName): JsonSchema {
  const address: JsonSchema = { type: 'string', format: 'uri' };
  return exactly({
    count: said('Entries of the whole list.', count),
    next: said('Address of the next page; null at the end.', orNull(address)),
    previous: said('Address of the page before; null on the first.', orNull(address)),
    results: listOf(named(entry)),
  });
}
