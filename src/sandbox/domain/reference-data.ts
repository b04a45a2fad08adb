import { auditTypes } from '../../shared/model/audit.ts';
import { settingTypes } from '../../shared/model/terms.ts';
import { tiers, windowNames, windowSeconds } from '../../shared/model/tiers.ts';
import { fieldsOf } from '../http/exchange.ts';
import { exactly, type JsonSchema, kind, listOf, named, orNull, said } from '../http/json-schema.ts';
import { given, listed, missing } from '../http/result.ts';
import type { Rows } from '../store/driver.ts';
import { type Answered, type FactsOf, firstOne, idListed, link, pathId } from './operation.ts';

// Methodologies, roles and limits: no operation changes them.

const rowsIn = <Row>(rows: readonly Row[]): Rows<Row> => ({
  count: rows.length,
  slice: (from, to) => rows.slice(from, to),
});

const auditType: JsonSchema = { type: 'string', enum: auditTypes };

const workPackage: Answered = {
  name: 'WorkPackage',
  schema: exactly(
    {
      id: kind.id,
      name: kind.text,
      version: said('Compared number by number: `2024.10` is newer than `2024.9`.', kind.text),
      languages: listOf(kind.text),
      audit_types: listOf(auditType),
      scoping_packages: said(
        'Labels, one of which is the `scoping_package_id` of an audit.',
        listOf(kind.text),
      ),
      settings: listOf(named('SettingDefinition')),
      prices: said(
        'In credits. The first one that fits is charged; without one the audit is free.',
        listOf(named('Price')),
      ),
    },
    { description: 'A methodology package, the same for every firm.' },
  ),
  parts: {
    SettingDefinition: exactly({
      id: kind.id,
      name: kind.text,
      type: said(
        `One of ${settingTypes.map((type) => `\`${type}\``).join(', ')}, or a later one.`,
        kind.text,
      ),
      default: said('A value of the type, or null.', {}),
      options: said('What a choice is made from.', orNull(listOf(exactly({ value: {}, label: kind.text })))),
    }),
    Price: exactly({
      audit_type: auditType,
      credits: { type: 'number', minimum: 0 },
      conditions: said(
        'Whether it is the price of a coupled audit; null: of either.',
        orNull(exactly({ coupled: kind.flag })),
      ),
    }),
  },
  example: {
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
};

/** The same for every firm (decisions.md §5.1). */
export const workPackages = {
  'workPackages.list': {
    summary: 'List work packages',
    success: 'A page of work packages.',
    answer: workPackage,
    links: { read: link('workPackages.read', firstOne, { work_package_id: idListed }) },
    handle: (_call, { reference }) => listed(rowsIn(reference.workPackages), (one) => one),
  },
  'workPackages.read': {
    summary: 'Read a work package',
    success: 'The work package.',
    path: { work_package_id: pathId('Id of a work package.')('statutory-2025.10') },
    answer: workPackage,
    handle: ({ path }, { reference }) => {
      const found = reference.workPackage(path.work_package_id);
      return found === undefined ? missing : given(found.document);
    },
  },
} satisfies FactsOf<'workPackages'>;

export const roles = {
  'roles.list': {
    summary: 'List roles',
    text: 'All of them, or those of one model.',
    success: 'A page of roles.',
    query: { associated_model: 'Only the roles whose `associated_model` is exactly this.' },
    answer: {
      name: 'Role',
      schema: exactly({
        name: { type: 'string', minLength: 1 },
        associated_model: said('`Audit` for the roles that a user of an audit can have.', kind.text),
        description: kind.text,
      }),
      example: {
        name: 'audit_auditor',
        associated_model: 'Audit',
        description: 'Performs and documents the work.',
      },
    },
    // decisions.md §5.6
    handle: ({ query }, { reference }) => {
      const model = fieldsOf(query).getAll('associated_model').at(-1) ?? null;
      const chosen = reference.roles.filter((role) => model === null || role.associated_model === model);
      return listed(rowsIn(chosen), (role) => role);
    },
  },
} satisfies FactsOf<'roles'>;

const windowSchemas = windowNames.map((name) => [
  name,
  exactly({ limit: kind.count, period_seconds: { type: 'integer', const: windowSeconds[name] } }),
]);

export const rateLimits = {
  'rateLimits.read': {
    summary: 'Read the limits in force',
    text: 'They prevail over any table. How much of them is used is not told.',
    success: 'The limits, tier by tier.',
    answer: {
      name: 'RateLimits',
      schema: exactly({
        tiers: listOf(
          exactly({
            tier: { type: 'string', enum: tiers },
            scope: said('Whose requests are counted together.', {
              type: 'string',
              enum: ['organisation', 'client'],
            }),
            windows: said(
              'A window that is missing is unlimited.',
              exactly(Object.fromEntries(windowSchemas), { optional: windowNames }),
            ),
          }),
        ),
      }),
      example: {
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
    },
    // decisions.md §5.7
    handle: ({ caller }) =>
      given({
        tiers: tiers.map((tier) => ({
          tier,
          scope: tier === 'token' ? 'client' : 'organisation',
          windows: Object.fromEntries(
            windowNames.flatMap((name) => {
              const limit = caller.limits[tier][name];
              return limit === undefined ? [] : [[name, { limit, period_seconds: windowSeconds[name] }]];
            }),
          ),
        })),
      }),
  },
} satisfies FactsOf<'rateLimits'>;
