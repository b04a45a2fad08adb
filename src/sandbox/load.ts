import { type Limits, specifiedLimits, type Tier } from '../shared/model/limits.ts';
import { insertAudit } from './audit-state.ts';
import type { Fixture, FixtureAudit, FixtureFirm } from './fixture.ts';
import { type SealedSecret, seal } from './secret.ts';
import type { Store } from './store.ts';

type SealedAccount = Omit<FixtureFirm['service_accounts'][number], 'client_secret'> & {
  readonly secret: SealedSecret;
};
type SealedFirm = Omit<FixtureFirm, 'service_accounts' | 'audits'> & {
  readonly service_accounts: readonly SealedAccount[];
};
/** A fixture as it is kept: without the secrets that it came with, its audits one by one beside it. */
export type SealedFixture = Omit<Fixture, 'firms'> & { readonly firms: readonly SealedFirm[] };

/** Keeps a fixture in a store that has none, to load it from. */
export function keepFixture(store: Store, fixture: Fixture): void {
  const firms = fixture.firms.map(({ audits, service_accounts: accounts, ...firm }, index): SealedFirm => {
    for (const audit of audits) store.kept.add({ firm: index + 1, document: JSON.stringify(audit) });
    return {
      ...firm,
      service_accounts: accounts.map(({ client_secret: secret, ...account }) => ({
        ...account,
        secret: seal(secret),
      })),
    };
  });
  const sealed: SealedFixture = { ...fixture, firms };
  store.setMeta('fixture', JSON.stringify(sealed));
}

/** The fixture that a store was made from, but for its audits. */
export function keptFixture(store: Store): SealedFixture {
  // Written by the same version of this service: the file's version was checked when it was opened.
  return JSON.parse(store.meta('fixture') ?? 'null') as SealedFixture;
}

/** Items of content that a component starts with (sandbox.md, "Control plane"). */
export const contentItems = 12;

/**
 * Puts the kept fixture in the place of everything that the store holds; firms are numbered from 1 in their order. One
 * audit is in memory at a time: all of them would be the largest thing there.
 */
export function loadFixture(store: Store, fixture: SealedFixture, now: number): void {
  store.erase();
  const limits = JSON.stringify(limitsOf(fixture));
  for (const [index, firm] of fixture.firms.entries()) {
    const seq = index + 1;
    store.accounts.insertFirm({ seq, id: firm.id, credits: firm.credits, limits });
    loadAccounts(store, seq, firm);
    loadClients(store, seq, firm);
    const entityOf = entitiesOf(firm);
    const couplings: { readonly component: string; readonly audit: string }[] = [];
    for (const { document } of store.kept.of({ firm: seq })) {
      const audit = JSON.parse(document) as FixtureAudit; // as `keepFixture` wrote it
      const settings = {
        ...defaultSettings(
          fixture.work_packages.find(({ id }) => id === audit.work_package_id)?.settings ?? [],
        ),
        ...audit.settings,
      };
      loadAudit(store, { firm: seq, audit, settings, entityOf, now });
      for (const component of audit.coupled_component_audit_ids)
        couplings.push({ component, audit: audit.id });
    }
    for (const { component: id, audit } of couplings) {
      const component = store.audits.byId({ firm: seq, id });
      if (component !== undefined) store.audits.setCoupledAudit({ seq: component.seq, audit });
    }
  }
}

/** A tier that the fixture names replaces the specification's. */
export function limitsOf({ rate_limits: limits }: SealedFixture): Readonly<Record<Tier, Limits>> {
  return { ...specifiedLimits, ...limits };
}

/** The value of every setting that has one of its own accord. */
export function defaultSettings(
  definitions: readonly { readonly id: string; readonly default?: unknown }[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(definitions.map(({ id, default: value }) => [id, value ?? null]));
}

function loadAccounts(store: Store, firm: number, { service_accounts: accounts }: SealedFirm): void {
  for (const account of accounts)
    store.accounts.insertAccount({
      firm,
      client_id: account.client_id,
      salt: account.secret.salt,
      secret_hash: account.secret.hash,
      roles: JSON.stringify(account.roles),
      denied: JSON.stringify(account.denied_permissions),
    });
}

function loadClients(store: Store, firm: number, { client_organisations: clients }: SealedFirm): void {
  for (const client of clients) {
    store.clients.insert({
      firm,
      id: client.id,
      name: client.name,
      country: client.country,
      domains: JSON.stringify(client.domains),
      allow_password_login: Number(client.allow_password_login),
      is_test: Number(client.is_test_organisation),
    });
    for (const entity of client.legal_entities)
      store.clients.insertEntity({ firm, client: client.id, ...entity });
  }
}

type Entity = FixtureFirm['client_organisations'][number]['legal_entities'][number];
type EntityOf = (client: string, id: string) => Entity | undefined;

function entitiesOf({ client_organisations: clients }: SealedFirm): EntityOf {
  const entities = new Map(
    clients.map((client) => [client.id, new Map(client.legal_entities.map((entity) => [entity.id, entity]))]),
  );
  return (client, id) => entities.get(client)?.get(id);
}

interface Loading {
  readonly firm: number;
  readonly audit: FixtureAudit;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly entityOf: EntityOf;
  readonly now: number;
}

function loadAudit(store: Store, { firm, audit, settings, entityOf, now }: Loading): void {
  const shared = {
    firm,
    work_package: audit.work_package_id,
    scoping_package: audit.scoping_package_id,
    client: audit.client_organisation_id,
    period_start: audit.period_start,
    period_end: audit.period_end,
    language: audit.language,
    unit: audit.unit_of_measurement ?? null,
    settings: JSON.stringify(settings),
    changes_at: null, // a status that a fixture sets stays (decisions.md §7.4)
    created_at: now,
    coupled_audit: null,
  };
  const group = insertAudit(
    store,
    {
      ...shared,
      ...notAComponent,
      id: audit.id,
      audit_type: audit.audit_type,
      name: audit.name,
      legal_entities: JSON.stringify(audit.legal_entity_ids),
      status: audit.status,
      scope_locked: Number(audit.scope_locked),
      coupled_components: JSON.stringify(audit.coupled_component_audit_ids),
    },
    null,
  ).seq;
  for (const { id, role } of audit.users)
    store.audits.insertUser({ audit: group, user: id.toLowerCase(), role });
  for (const component of audit.components) {
    const entities = component.legal_entity_ids.map((entity) => entityOf(shared.client, entity));
    const row = {
      ...shared,
      id: component.id,
      audit_type: 'component' as const,
      name: component.name ?? joinedNames(entities),
      legal_entities: JSON.stringify(component.legal_entity_ids),
      status: component.status,
      scope_locked: 0,
      coupled_components: '[]',
      group_audit: group,
      country: component.country ?? entities[0]?.country ?? null,
      auditor_relation: component.auditor_relation,
      component_settings: JSON.stringify(component.component_settings),
      in_scope: Number(component.in_scope),
      explanation: component.out_of_scope_explanation,
      content_items: component.in_scope ? contentItems : 0,
    };
    insertAudit(store, row, audit.id);
  }
}

/** What the columns of a component audit hold for any other audit. */
export const notAComponent = {
  group_audit: null,
  country: null,
  auditor_relation: null,
  component_settings: null,
  in_scope: null,
  explanation: null,
  content_items: null,
  coupled_audit: null,
} as const;

/** The default name of a component audit: never cut (decisions.md §8.3). */
export function joinedNames(entities: readonly ({ readonly name: string } | undefined)[]): string {
  return entities.flatMap((entity) => (entity === undefined ? [] : [entity.name])).join(' & ');
}
