import { entriesOf, listIn, type Observed, type Survey } from '../main/inspection/survey.ts';
import { readFixture } from '../sandbox/fixture/fixture.ts';
import type { VariantName, VariantState } from '../shared/inspection.ts';
import { countryCodes } from '../shared/model/country.ts';
import { RateLimits } from '../shared/model/rate-limits.ts';
import { tiers, windowNames } from '../shared/model/tiers.ts';
import { isRecord } from '../shared/model/tolerant.ts';
import { withoutFaults } from './without-faults.ts';

type Thing = Readonly<Record<string, unknown>>;
type Variants = Readonly<Record<VariantName, VariantState>>;

interface Made {
  /** Null where the sandbox would not take it even so. */
  readonly fixture: unknown;
  /** What is not in it, and why, a line each. */
  readonly omitted: readonly string[];
}

/**
 * A fixture of the sandbox (sandbox.md, "Fixture") with the shape of what was read, and without names, addresses and ids of the firm and
 * its methodology, which are numbered:
 * its packages, roles and limits, and the one client whose entities were read, with its audits. The sandbox's own reader has the last
 * word: what it does not take is left out.
 */
export function fixtureOf(survey: Survey, variants: Variants): Made {
  const limits = limitsOf(survey);
  const numbers = {
    work_packages: numbering('package'),
    labels: numbering('label'),
    roles: numbering('role'),
  };
  const packages = packagesOf(survey, variants, numbers);
  const { client, omitted } = clientOf(survey, numbers);
  const made = withoutFaults(
    {
      work_packages: packages,
      roles: entriesOf(survey.roles).map(({ name, associated_model }) => ({
        name: numbers.roles(name),
        associated_model,
      })),
      variants: {
        bare_lists: variants.bare_lists === 'other',
        extra_fields: variants.extra_fields === 'other',
      },
      rate_limits: limits,
      firms: [
        {
          id: 'firm',
          name: 'Firm',
          credits: 1_000,
          users: [],
          service_accounts: [
            { client_id: 'manager', client_secret: 'open-to-all-manager', roles: ['api_account_manager'] },
          ],
          ...client,
        },
      ],
    },
    readFixture,
  );
  return {
    fixture: made.document,
    omitted: [
      'names, e-mail addresses, users, explanations, units, settings and couplings, whatever was read',
      ...Object.entries(variants).flatMap(([name, state]) => variantNote(name, state)),
      ...(Object.keys(limits).length === 0
        ? ['limits: none was understood, so those of the specification hold']
        : []),
      ...unreadOf(survey),
      ...omitted,
      ...made.removed,
    ],
  };
}

function variantNote(name: string, state: VariantState): readonly string[] {
  if (state === 'mixed') return [`the variant ${name}: only some answers show it`];
  return state === 'unknown' ? [`the variant ${name}: nothing that was read shows it`] : [];
}

/** Lists that were not read to their ends, or not at all. */
function unreadOf(survey: Survey): readonly string[] {
  const lists: readonly (readonly [string, Observed | undefined])[] = [
    ['work packages', survey.packages],
    ['roles', survey.roles],
    ['audits', survey.auditsWhole],
    ['legal entities', survey.entities],
    ['component audits', survey.components],
  ];
  return lists.flatMap(([name, observed]) => {
    const list = listIn(observed);
    if (list === null) return [`${name}: none was read`];
    const others = list.length - entriesOf(observed).length;
    return [
      ...(isRecord(observed?.json) && typeof observed.json.next === 'string'
        ? [`${name} after the first ${String(list.length)}: they were not read`]
        : []),
      ...(others > 0 ? [`${name}: ${String(others)} are no objects`] : []),
    ];
  });
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

type Numbers = Readonly<Record<'work_packages' | 'labels' | 'roles', (id: unknown) => string>>;

/** What an id such as `package-1` is called. */
function titled(id: string): string {
  return `${id.slice(0, 1).toUpperCase()}${id.slice(1).replace('-', ' ')}`;
}

/** Ids and labels are numbered. Settings go: their defaults may say anything. */
function packagesOf(survey: Survey, { extra_fields: extra }: Variants, numbers: Numbers): readonly Thing[] {
  return entriesOf(survey.packages).map(
    ({ id, version, languages, audit_types, scoping_packages: labels, prices }) => ({
      id: numbers.work_packages(id),
      name: titled(numbers.work_packages(id)),
      version,
      languages,
      audit_types,
      scoping_packages: Array.isArray(labels) ? labels.map(numbers.labels) : labels,
      settings: [],
      prices: Array.isArray(prices)
        ? prices.map((price: unknown) => priceOf(price, extra === 'other'))
        : prices,
    }),
  );
}

/** A condition that is not known is no condition less: the price goes with it, unless all objects of the service have fields besides. */
function priceOf(price: unknown, isExtended: boolean): unknown {
  if (!isRecord(price)) return price;
  const { audit_type, credits, conditions } = price;
  const isPlain = isExtended && isRecord(conditions);
  return { audit_type, credits, conditions: isPlain ? { coupled: conditions.coupled } : conditions };
}

function limitsOf({ limits }: Survey): Thing {
  const told = limits?.status === 200 ? RateLimits.parse(limits.json).tiers : {};
  return Object.fromEntries(
    tiers.flatMap((tier) => {
      const windows = told[tier];
      if (windows === undefined) return [];
      const held = windowNames.flatMap((name) =>
        typeof windows[name] === 'number' ? [[name, windows[name]] as const] : [],
      );
      return [[tier, Object.fromEntries(held)]];
    }),
  );
}

function clientOf(
  survey: Survey,
  numbers: Numbers,
): { readonly client: Thing; readonly omitted: readonly string[] } {
  const audits = entriesOf(survey.auditsWhole);
  const id = audits[0]?.client_organisation_id ?? entriesOf(survey.clients)[0]?.id;
  const entities = entriesOf(survey.entities);
  if (id === undefined || entities.length === 0)
    return {
      client: { client_organisations: [], audits: [] },
      omitted: counted(audits.length, 'audits: the legal entities of their client were not read'),
    };
  const [entityId, auditId] = [numbering('entity'), numbering('audit')];
  for (const { id: entity } of entities) entityId(entity);
  const known = new Set(entities.map((entity) => entity.id));
  const own = audits.filter((audit) => audit.client_organisation_id === id);
  const isCountry = (country: unknown) => countryCodes.some((code) => code === country);
  const isOrphan = ({ parent_id: parent }: Thing) => parent !== null && !known.has(parent);
  const groups = own.filter(({ audit_type: type }) => type === 'consolidated');
  const group = audits.find(({ audit_type: type }) => type === 'consolidated');
  return {
    client: {
      client_organisations: [
        {
          id: 'client-1',
          name: 'Client 1',
          country: 'NL',
          legal_entities: entities.map((entity) => ({
            id: entityId(entity.id),
            name: titled(entityId(entity.id)),
            country: isCountry(entity.country) ? entity.country : 'NL',
            parent_id: isOrphan(entity)
              ? null
              : entity.parent_id === null
                ? null
                : entityId(entity.parent_id),
          })),
        },
      ],
      audits: own.map((audit) => ({
        ...auditOf(audit, auditId(audit.id), entityId, numbers),
        ...(audit === group ? { components: componentsOf(survey, entityId) } : {}),
      })),
    },
    omitted: [
      ...counted(audits.length - own.length, 'audits of other clients'),
      ...counted(
        groups.filter((one) => one !== group).length,
        'groups’ components: those of one group were read',
      ),
      ...counted(
        entities.filter((one) => !isCountry(one.country)).length,
        'legal entities’ countries: no ISO code, now NL',
      ),
      ...counted(entities.filter(isOrphan).length, 'legal entities’ parents: not among those that were read'),
    ],
  };
}

function counted(number: number, what: string): readonly string[] {
  return number === 0 ? [] : [`${String(number)} ${what}`];
}

function auditOf(audit: Thing, id: string, entityId: (id: unknown) => string, numbers: Numbers): Thing {
  const { period_start, period_end, language, audit_type, status } = audit;
  return {
    id,
    name: titled(id),
    work_package_id: numbers.work_packages(audit.work_package_id),
    scoping_package_id: numbers.labels(audit.scoping_package_id),
    client_organisation_id: 'client-1',
    legal_entity_ids: entityIds(audit, entityId),
    period_start,
    period_end,
    language,
    audit_type,
    status,
  };
}

/** An entity that was not read gets a number too, and no entity has it. */
function entityIds({ legal_entity_ids: ids }: Thing, entityId: (id: unknown) => string): unknown {
  return Array.isArray(ids) ? ids.map(entityId) : ids;
}

function componentsOf({ components }: Survey, entityId: (id: unknown) => string): readonly Thing[] {
  return entriesOf(components).map((component, index) => ({
    id: `component-${String(index + 1)}`,
    legal_entity_ids: entityIds(component, entityId),
    auditor_relation: component.auditor_relation,
    in_scope: component.in_scope,
    status: component.status,
  }));
}
