import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../shared/model/country.ts';
import { currencies } from '../../shared/model/currency.ts';
import { codePoints } from '../../shared/rules/audit.ts';
import { endsBeforeStart, isCalendarDate } from '../../shared/rules/calendar.ts';
import { settingFault, settingViolations } from '../../shared/rules/setting.ts';
import { demonstrationFixture } from './firm.ts';

const fixture = demonstrationFixture();
const [firm] = fixture.firms;
if (firm === undefined) throw new Error('there is a firm');
const { audits, client_organisations: clients, users } = firm;
const components = audits.flatMap((group) =>
  (group.components ?? []).map((component) => ({ component, group })),
);

function duplicates(ids: readonly string[]): readonly string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

function entitiesOf(clientId: string): readonly { id: string; parent_id: string | null }[] {
  return clients.find(({ id }) => id === clientId)?.legal_entities ?? [];
}

function packageOf(id: string) {
  const found = fixture.work_packages.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no work package ${id}`);
  return found;
}

describe('the demonstration firm', () => {
  it('is the same every time, and plain JSON', () => {
    expect(demonstrationFixture()).toEqual(fixture);
    expect(JSON.parse(JSON.stringify(fixture))).toEqual(fixture);
  });

  it('has what the screens want to show', () => {
    expect(clients).toHaveLength(6);
    expect(clients.filter((client) => 'is_test_organisation' in client)).toHaveLength(1);
    expect(entitiesOf('valkenhorst')).toHaveLength(40);
    expect(new Set(fixture.work_packages.map(({ name }) => name)).size).toBe(3);
    expect(users).toHaveLength(25);
    expect(audits).toHaveLength(59);
    expect(new Set(audits.map(({ period_end: end }) => end.slice(0, 4)))).toEqual(
      new Set(['2024', '2025', '2026']),
    );
    expect(new Set(audits.map(({ language }) => language))).toEqual(new Set(['en-us', 'nl', 'it']));
    expect(new Set(audits.map(({ status }) => status))).toEqual(new Set(['archived', 'open']));
    expect(audits.filter((audit) => audit.scope_locked === true)).toHaveLength(1);
    expect(components.filter(({ component }) => component.in_scope === false).length).toBeGreaterThan(5);
    expect(audits.some((audit) => audit.coupled_component_audit_ids?.length === 2)).toBe(true);
    expect(firm.credits).toBeGreaterThan(100);
  });

  it('has a manager as its first service account, and one without the role', () => {
    const [first, ...others] = firm.service_accounts;
    expect(first).toMatchObject({ client_id: 'demo-manager', roles: ['api_account_manager'] });
    expect(others.map(({ roles }) => roles.length)).toContain(0);
  });

  it('has a group three levels deep, with legal forms that fit their countries', () => {
    const parents = new Map(entitiesOf('valkenhorst').map(({ id, parent_id: parent }) => [id, parent]));
    const depth = (id: string): number => {
      const parent = parents.get(id);
      return parent === null || parent === undefined ? 0 : 1 + depth(parent);
    };
    expect(Math.max(...[...parents.keys()].map(depth))).toBe(3);
    const forms: Readonly<Record<string, RegExp>> = {
      NL: /(B\.V\.|N\.V\.|^Stichting .+)( \(test\))?$/,
      IT: /(S\.r\.l\.|S\.p\.A\.)( in liquidazione)?( \(test\))?$/,
      US: /(, Inc\.|, LLC)( \(test\))?$/,
    };
    const misfits = clients
      .flatMap(({ legal_entities: entities }) => [...entities])
      .filter(({ name, country }) => forms[country]?.test(name) !== true);
    expect(misfits).toEqual([]);
  });

  it('has every id once', () => {
    expect(duplicates(clients.map(({ id }) => id))).toEqual([]);
    expect(duplicates(clients.flatMap(({ legal_entities: all }) => all.map(({ id }) => id)))).toEqual([]);
    expect(duplicates(fixture.work_packages.map(({ id }) => id))).toEqual([]);
    expect(duplicates(users.map(({ email }) => email.toLowerCase()))).toEqual([]);
    // Audits and component audits share one id space (decisions.md §4.1).
    expect(
      duplicates([...audits.map(({ id }) => id), ...components.map(({ component }) => component.id)]),
    ).toEqual([]);
  });

  it.each(clients.map((client) => [client.id, client] as const))(
    'has a tree under %s whose top is the client itself (decisions §6.1)',
    (id, client) => {
      const tops = client.legal_entities.filter(({ parent_id: parent }) => parent === null);
      expect(tops.map((top) => [top.id, top.name, top.country])).toEqual([[id, client.name, client.country]]);
      const ids = new Set(client.legal_entities.map((one) => one.id));
      expect(
        client.legal_entities.filter(({ parent_id: parent }) => parent !== null && !ids.has(parent)),
      ).toEqual([]);
      expect(client.legal_entities.filter(({ country }) => !countryCodes.includes(country))).toEqual([]);
    },
  );
});

describe('its work packages', () => {
  it('have settings of every type, each with a default that fits (decisions §5.3)', () => {
    const settings = fixture.work_packages.flatMap((one) => [...one.settings]);
    expect(new Set(settings.map(({ type }) => type))).toEqual(
      new Set(['boolean', 'string', 'integer', 'decimal', 'date', 'choice', 'multiple_choice']),
    );
    for (const { default: value, options, ...setting } of settings)
      expect([setting.id, settingFault({ ...setting, options: options ?? [] }, value)]).toEqual([
        setting.id,
        null,
      ]);
  });

  it('need natural order to find the newest (decisions §5.5)', () => {
    const versions = fixture.work_packages
      .filter(({ name }) => name === 'Statutory audit')
      .map(({ version }) => version);
    expect(versions).toEqual(['2024.10', '2024.9', '2025.10', '2025.9']);
  });
});

describe('its audits', () => {
  it('refer to what exists and keep the rules of their creation (decisions §7)', () => {
    for (const audit of audits) {
      const workPackage = packageOf(audit.work_package_id);
      const entityIds = entitiesOf(audit.client_organisation_id).map(({ id }) => id);
      const definitions = workPackage.settings.map((one) => ({ ...one, options: one.options ?? [] }));
      expect(workPackage.languages, audit.id).toContain(audit.language);
      expect(workPackage.audit_types, audit.id).toContain(audit.audit_type);
      expect(workPackage.scoping_packages, audit.id).toContain(audit.scoping_package_id);
      expect(audit.legal_entity_ids, audit.id).toHaveLength(1);
      expect(entityIds, audit.id).toEqual(expect.arrayContaining([...audit.legal_entity_ids]));
      expect(isCalendarDate(audit.period_start) && isCalendarDate(audit.period_end), audit.id).toBe(true);
      expect(endsBeforeStart(audit.period_start, audit.period_end), audit.id).toBe(false);
      expect(codePoints(audit.name), audit.id).toBeLessThanOrEqual(100);
      expect([undefined, ...currencies.map(({ code }) => code)]).toContain(audit.unit_of_measurement);
      expect(settingViolations(definitions, audit.settings ?? {}), audit.id).toEqual([]);
    }
  });

  it('have users of the firm in audit roles, each once (decisions §10)', () => {
    const emails = users.map(({ email }) => email);
    const auditRoles = fixture.roles
      .filter((role) => role.associated_model === 'Audit')
      .map(({ name }) => name);
    for (const { id: audit, users: assigned = [] } of audits) {
      expect(emails, audit).toEqual(expect.arrayContaining(assigned.map(({ id }) => id)));
      expect(auditRoles, audit).toEqual(expect.arrayContaining(assigned.map(({ role }) => role)));
      expect(duplicates(assigned.map(({ id }) => id)), audit).toEqual([]);
    }
  });

  it('have components that keep their rules (decisions §8)', () => {
    for (const { component, group } of components) {
      const entityIds = entitiesOf(group.client_organisation_id).map(({ id }) => id);
      expect(group.audit_type, component.id).toBe('consolidated');
      expect(entityIds, component.id).toEqual(expect.arrayContaining([...component.legal_entity_ids]));
      expect(duplicates(component.legal_entity_ids), component.id).toEqual([]);
      expect(component.status, component.id).toBe(group.status);
      if (component.auditor_relation === 'self')
        expect(component.component_settings, component.id).toBeUndefined();
      expect(component.in_scope === false, component.id).toBe(
        component.out_of_scope_explanation !== undefined,
      );
    }
  });

  it('are coupled as decisions §9 allows', () => {
    expect(duplicates(audits.flatMap((one) => one.coupled_component_audit_ids ?? []))).toEqual([]);
    const comparable = (one: (typeof audits)[number]) => [
      one.client_organisation_id,
      one.work_package_id,
      one.scoping_package_id,
      one.period_start,
      one.period_end,
    ];
    for (const audit of audits) {
      const coupled = (audit.coupled_component_audit_ids ?? []).map((id) => {
        const found = components.find(({ component }) => component.id === id);
        if (found === undefined) throw new Error(`${id} is no component audit`);
        return found;
      });
      for (const { component, group } of coupled) {
        expect(component.legal_entity_ids, audit.id).toEqual(audit.legal_entity_ids);
        expect(group.legal_entity_ids, audit.id).toHaveLength(1);
        expect(comparable(group), audit.id).toEqual(comparable(audit));
      }
      if (coupled.length < 2) continue;
      // One network: every group but the highest is itself coupled to a component of another of them.
      const groups = coupled.map(({ group }) => group);
      const ids = new Set(groups.flatMap((group) => group.components ?? []).map(({ id }) => id));
      const below = groups.filter((group) => group.coupled_component_audit_ids?.some((id) => ids.has(id)));
      expect(below, audit.id).toHaveLength(groups.length - 1);
    }
  });
});
