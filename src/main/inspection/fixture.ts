import type { VariantName, VariantState } from '../../shared/inspection.ts';
import { RateLimits } from '../../shared/model/rate-limits.ts';
import { auditLanguages, auditStatuses, auditTypes } from '../../shared/model/terms.ts';
import { tiers, windowNames } from '../../shared/model/tiers.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import { entriesOf, type Survey } from './survey.ts';

type Thing = Readonly<Record<string, unknown>>;

/**
 * A fixture of the sandbox (sandbox.md, "Fixture") with the shape of what was read, and without names, addresses and ids of the firm:
 * its packages, roles and limits, and the one client whose entities were read, with its audits.
 */
export function fixtureOf(
  survey: Survey,
  variants: Readonly<Record<VariantName, VariantState>>,
): Readonly<Record<string, unknown>> {
  const packages = packagesOf(survey);
  const roles = entriesOf(survey.roles).filter(({ name }) => typeof name === 'string' && name !== '');
  const limits = RateLimits.safeParse(survey.limits?.json);
  return {
    work_packages: packages,
    roles: roles.map(({ name, associated_model: model }) => ({ name, associated_model: text(model) })),
    variants: {
      bare_lists: variants.bare_lists === 'other',
      extra_fields: variants.extra_fields === 'other',
    },
    ...(limits.success ? { rate_limits: limitsOf(limits.data) } : {}),
    firms: [
      {
        id: 'firm',
        name: 'Firm',
        credits: 1_000,
        users: [],
        service_accounts: [
          { client_id: 'manager', client_secret: 'open-to-all-manager', roles: ['api_account_manager'] },
        ],
        ...clientOf(survey, packages),
      },
    ],
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one !== '') : [];
}

/** Gives each id a number of its own, whatever it was. */
function numbering(kind: string): (id: unknown) => string {
  const numbers = new Map<unknown, string>();
  return (id) => {
    const known = numbers.get(id) ?? `${kind}-${String(numbers.size + 1)}`;
    numbers.set(id, known);
    return known;
  };
}

interface Package {
  readonly id: string;
  readonly labels: readonly string[];
  readonly types: readonly string[];
  readonly languages: readonly string[];
}

/** Packages are of a methodology and not of the firm: their ids, versions and labels stay. Settings go: their defaults may say anything. */
function packagesOf(survey: Survey): readonly Thing[] {
  return entriesOf(survey.packages).flatMap((one) => {
    if (text(one.id) === '') return [];
    const known = packageOf(one);
    return [
      {
        id: known.id,
        name: text(one.name) || known.id,
        version: text(one.version),
        languages: known.languages,
        audit_types: known.types,
        scoping_packages: known.labels,
        settings: [],
        prices: pricesOf(one.prices),
      },
    ];
  });
}

function packageOf(one: Thing): Package {
  const isType = (type: string) => auditTypes.some((known) => known === type);
  return {
    id: text(one.id),
    labels: texts(one.scoping_packages),
    types: texts(one.audit_types).filter(isType),
    languages: texts(one.languages),
  };
}

function pricesOf(prices: unknown): readonly Thing[] {
  return (Array.isArray(prices) ? prices : []).filter(isRecord).flatMap((price) => {
    const { audit_type: type, credits, conditions } = price;
    const isKnown = auditTypes.some((known) => known === type) && typeof credits === 'number' && credits >= 0;
    if (!isKnown) return [];
    const coupled =
      isRecord(conditions) && typeof conditions.coupled === 'boolean' ? conditions.coupled : null;
    return [{ audit_type: type, credits, conditions: coupled === null ? null : { coupled } }];
  });
}

function limitsOf({ tiers: told }: RateLimits): Thing {
  return Object.fromEntries(
    tiers.flatMap((tier) => {
      const windows = told[tier];
      if (windows === undefined) return [];
      const limits = windowNames.flatMap((name) => {
        const limit = windows[name];
        return typeof limit === 'number' ? [[name, Math.floor(limit)] as const] : [];
      });
      return [[tier, Object.fromEntries(limits)]];
    }),
  );
}

function clientOf(survey: Survey, packages: readonly Thing[]): Thing {
  const audits = entriesOf(survey.auditsWhole);
  const client = audits[0]?.client_organisation_id ?? entriesOf(survey.clients)[0]?.id;
  const entities = entriesOf(survey.entities).filter(({ id }) => text(id) !== '');
  if (client === undefined || entities.length === 0) return { client_organisations: [], audits: [] };
  const [entityId, auditId] = [numbering('entity'), numbering('audit')];
  for (const { id } of entities) entityId(id);
  const known = new Set(entities.map(({ id }) => id));
  const components = entriesOf(survey.components);
  const group = audits.find(({ audit_type: type }) => type === 'consolidated')?.id;
  return {
    client_organisations: [
      {
        id: 'client-1',
        name: 'Client 1',
        country: 'NL',
        legal_entities: entities.map(({ id, country, parent_id: parent }) => ({
          id: entityId(id),
          name: entityId(id).replace('e', 'E').replace('-', ' '),
          country: /^[A-Z]{2}$/.test(text(country)) ? country : 'NL',
          parent_id: known.has(parent) ? entityId(parent) : null,
        })),
      },
    ],
    audits: audits
      .filter((audit) => audit.client_organisation_id === client && fits(audit, packages, known))
      .map((audit) => ({
        ...auditOf(audit, auditId(audit.id), entityId),
        ...(audit.id === group ? { components: componentsOf(components, known, entityId) } : {}),
      })),
  };
}

/** Whether the sandbox can hold such an audit: what the specification does not know, it refuses. */
function fits(audit: Thing, packages: readonly Thing[], entities: ReadonlySet<unknown>): boolean {
  const found = packages.map(packageOf).find(({ id }) => id === audit.work_package_id);
  return (
    found?.labels.includes(text(audit.scoping_package_id)) === true &&
    ['single', 'consolidated'].includes(text(audit.audit_type)) &&
    auditLanguages.some((one) => one === audit.language) &&
    auditStatuses.some((one) => one === audit.status) &&
    texts(audit.legal_entity_ids).length > 0 &&
    texts(audit.legal_entity_ids).every((id) => entities.has(id)) &&
    [audit.period_start, audit.period_end].every((day) => /^\d{4}-\d{2}-\d{2}$/.test(text(day)))
  );
}

function auditOf(audit: Thing, id: string, entityId: (id: unknown) => string): Thing {
  return {
    id,
    name: id.replace('a', 'A').replace('-', ' '),
    work_package_id: audit.work_package_id,
    scoping_package_id: audit.scoping_package_id,
    client_organisation_id: 'client-1',
    legal_entity_ids: texts(audit.legal_entity_ids).map(entityId),
    period_start: audit.period_start,
    period_end: audit.period_end,
    language: audit.language,
    audit_type: audit.audit_type,
    status: audit.status,
  };
}

function componentsOf(
  components: readonly Thing[],
  known: ReadonlySet<unknown>,
  entityId: (id: unknown) => string,
): readonly Thing[] {
  return components
    .filter(({ legal_entity_ids: ids, auditor_relation: relation }) => {
      const own = texts(ids);
      const isRelation = ['self', 'inter_office', 'inter_firm'].includes(text(relation));
      return own.length > 0 && own.every((id) => known.has(id)) && isRelation;
    })
    .map((component, index) => ({
      id: `component-${String(index + 1)}`,
      legal_entity_ids: texts(component.legal_entity_ids).map(entityId),
      auditor_relation: component.auditor_relation,
      in_scope: component.in_scope !== false,
    }));
}
