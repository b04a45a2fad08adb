import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditFixture, ComponentFixture, Fixture } from '../e2e/fixtures/fixture-file.ts';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import { Audit } from '../src/shared/model/audit.ts';
import { AuditUser } from '../src/shared/model/audit-user.ts';
import { LegalEntity } from '../src/shared/model/client-organisation.ts';
import { ComponentAudit } from '../src/shared/model/component-audit.ts';
import { WorkPackage } from '../src/shared/model/work-package.ts';
import type { Plan } from '../src/shared/plan.ts';
import { structureDifferences } from '../src/shared/rules/roll-forward/difference.ts';
import { nothingOwn, nothingShared, rollForwardAll } from '../src/shared/rules/roll-forward/many.ts';
import type { RollForwardKnown } from '../src/shared/rules/roll-forward/model.ts';
import { networkAround } from '../src/shared/rules/roll-forward/network.ts';
import { unchangedScopes } from '../src/shared/rules/roll-forward/open.ts';
import { rollForwardSteps } from '../src/shared/rules/roll-forward/plan.ts';
import type { KnownAudits } from '../src/shared/rules/service/known-network.ts';
import { connection } from './engine.ts';
import { firm, people, roles } from './firm.ts';
import { startMortal } from './mortal-engine.ts';
import { seeded } from './random.ts';
import type { Part } from './seeded-parts.ts';
import { type Ask, askBeside } from './service-state.ts';
import { createSimulatedTime } from './simulated-time.ts';
import { createTraffic, refusals } from './traffic.ts';
import { createWire } from './wire.ts';

export const top = 'TOP-2026';
const tiers = ['t', 'm', 'l'] as const;
const groupOf = { t: top, m: 'MID-2026', l: 'LOW-2026' } as const;
const firstEntity = { t: 'mid', m: 'low', l: 'e10' } as const;
const perTier = 10;

function auditOf(id: string, change: Partial<AuditFixture>): AuditFixture {
  return {
    id,
    name: `${id} of the group`,
    work_package_id: 'wp',
    scoping_package_id: 'Small',
    client_organisation_id: 'hold',
    legal_entity_ids: ['hold'],
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
    audit_type: 'consolidated',
    users: [{ id: people[0], role: roles[0] }],
    ...change,
  };
}

function componentsOf(tier: (typeof tiers)[number]): readonly ComponentFixture[] {
  return Array.from({ length: perTier }, (_, place) => ({
    id: `${tier}${String(place)}`,
    legal_entity_ids: [place === 0 ? firstEntity[tier] : `e${String(place)}`],
    auditor_relation: 'self' as const,
    name: `Component ${String(place)}`,
    ...(place % 4 === 3 ? { in_scope: false, out_of_scope_explanation: 'Dormant.' } : {}),
  }));
}

/** Last year's network: three tiers of groups, 30 components, and three audits that are coupled, one of them to three components. */
export function lastYear(): Fixture {
  const made = firm({
    audits: [
      auditOf(top, { components: componentsOf('t') }),
      auditOf(groupOf.m, {
        legal_entity_ids: ['mid'],
        coupled_component_audit_ids: ['t0'],
        components: componentsOf('m'),
      }),
      auditOf(groupOf.l, {
        legal_entity_ids: ['low'],
        coupled_component_audit_ids: ['m0'],
        components: componentsOf('l'),
      }),
      auditOf('ONE-2026', {
        audit_type: 'single',
        legal_entity_ids: ['e1'],
        coupled_component_audit_ids: ['t1', 'm1', 'l1'],
      }),
    ],
  });
  const entity = (id: string, parent: string | null) => ({ id, name: id, country: 'NL', parent_id: parent });
  return {
    ...made,
    work_packages: made.work_packages.flatMap((one) => [one, { ...one, id: 'wp-27', version: '2027.1' }]),
    firms: made.firms.map((one) => ({
      ...one,
      client_organisations: [
        {
          id: 'hold',
          name: 'Hold N.V.',
          country: 'NL',
          legal_entities: [
            entity('hold', null),
            entity('mid', 'hold'),
            entity('low', 'mid'),
            ...Array.from({ length: perTier }, (_, place) => entity(`e${String(place + 1)}`, 'low')),
          ],
        },
      ],
    })),
  };
}

interface Read extends Omit<KnownAudits, 'isWhole'> {
  readonly usersOf: ReadonlyMap<string, readonly AuditUser[]>;
}

async function readAll(ask: Ask): Promise<Read> {
  const audits = (await list(ask, '/audits/')).map((one) => Audit.parse(one));
  const components = new Map<string, readonly ComponentAudit[]>();
  const usersOf = new Map<string, readonly AuditUser[]>();
  for (const { id } of audits) {
    const found = await list(ask, `/audits/${id}/component-audits/`);
    components.set(
      id,
      found.map((one) => ComponentAudit.parse(one)),
    );
    usersOf.set(
      id,
      (await list(ask, `/audits/${id}/users/`)).map((one) => AuditUser.parse(one)),
    );
  }
  return { audits, componentsOf: components, usersOf };
}

async function list(ask: Ask, path: string): Promise<readonly unknown[]> {
  // A list of the sandbox; none of these has more than a page.
  const { results } = (await ask('GET', `${path}?page_size=100`)) as { readonly results: readonly unknown[] };
  return results;
}

/** The plan that rolls the network forward with every scope as it was, and its users; and what is decided for that. */
export async function planFrom(ask: Ask): Promise<{ readonly plan: Plan; readonly own: typeof nothingOwn }> {
  const read = await readAll(ask);
  const audit = read.audits.find(({ id }) => id === top);
  if (audit === undefined) throw new Error('There is no network.');
  const known: RollForwardKnown = {
    ...read,
    audit,
    clientName: 'Hold N.V.',
    entities: (await list(ask, '/client-organisations/hold/legal-entities/')).map((one) =>
      LegalEntity.parse(one),
    ),
    packages: (await list(ask, '/work-packages/')).map((one) => WorkPackage.parse(one)),
    roles,
    usersThere: new Map(),
    sentWorks: new Map(),
    remembered: new Map(),
  };
  const proposed = (decided: typeof nothingOwn) => {
    const [proposal] = rollForwardAll(
      [{ known, own: decided }],
      nothingShared,
      new Set(read.audits.map(({ id }) => id)),
    );
    if (proposal === undefined) throw new Error('Nothing is proposed.');
    return proposal;
  };
  const own = { ...nothingOwn, scopes: unchangedScopes(proposed(nothingOwn)) };
  const steps = rollForwardSteps(proposed(own));
  const about = { kind: 'roll-forward', audit: top } as const;
  return { plan: { id: 'roll-forward', connection, title: audit.name, about, steps }, own };
}

/** What is not as it has to be: the new network against the old, what is there twice or besides, and users. */
export async function faultsOf(ask: Ask): Promise<readonly string[]> {
  const read = await readAll(ask);
  const [before, after] = [top, 'TOP-2027'].map((id) => read.audits.find((one) => one.id === id));
  if (before === undefined || after === undefined) return ['there is no new network'];
  const [old, made] = [networkAround(read, before), networkAround(read, after)];
  const components = [...read.componentsOf.values()].reduce((sum, { length }) => sum + length, 0);
  const users = (audit: string) =>
    read.usersOf
      .get(audit)
      ?.map(({ id, role }) => `${id} ${role}`)
      .join();
  return [
    ...structureDifferences(old, made).map(({ side, id }) => `only ${side}: ${id}`),
    ...(read.audits.length === 8 ? [] : [`${String(read.audits.length)} audits`]),
    ...(components === 6 * perTier ? [] : [`${String(components)} components`]),
    ...old.audits.flatMap(({ id }) => {
      const next = id.replace('2026', '2027');
      return users(next) === users(id) ? [] : [`users of ${next}: ${String(users(next))}`];
    }),
  ];
}

export interface RollForwardReport {
  readonly faults: readonly string[];
  /** Simulated milliseconds until the plan had ended. */
  readonly lasted: number;
  readonly creations: number;
}

/**
 * Rolls a network of three tiers forward in simulated time. The engine is killed at these moments, in milliseconds, and another starts on its
 * journal up to a minute later. What was on its way arrives or not.
 */
export async function rollForwardRun(seed: number, kills: readonly number[]): Promise<RollForwardReport> {
  const random = seeded(seed);
  const time = createSimulatedTime();
  const start = time.clock.wall();
  const fixture = readFixture(lastYear());
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({
    fixture: fixture.value,
    control: true,
    machineTime: () => start + time.now(),
  });
  const folder = mkdtempSync(join(tmpdir(), 'audit-desk-roll-forward-'));
  const traffic = createTraffic();
  const wire = createWire({
    time,
    answer: sandbox.answer,
    traffic,
    latency: () => 10 + random() * 190,
    faultOf: () => ({ kind: 'none' }),
  });
  const open = () => startMortal(time, wire, { random, path: join(folder, 'journal.db') });
  const beforehand = await createSandbox({ fixture: fixture.value, control: true, machineTime: () => start });
  const { plan } = await planFrom(await askBeside(beforehand));
  await beforehand.close();
  let engine = open();
  engine.plans.submit(plan);
  for (const moment of kills) {
    await time.pass(Math.max(0, moment - time.now()));
    engine.kill();
    await time.pass(random() * 60_000);
    engine = open();
  }
  await time.until(engine.plans.wait(plan.id));
  const lasted = time.now();
  const ended = engine.plans.read(plan.id);
  const states = ended.ok ? Object.entries(ended.value.counts).filter(([, count]) => count > 0) : [];
  const refused = refusals(traffic.entries);
  engine.kill();
  const faults = [
    ...(states.every(([state]) => state === 'done') && states.length > 0
      ? []
      : [`ended as ${JSON.stringify(states)}`]),
    ...(refused === 0 ? [] : [`${String(refused)} requests too many for the limits`]),
    ...(await faultsOf(await askBeside(sandbox))),
  ];
  const creations = traffic.entries.reduce(
    (sum, { tier, created }) => sum + (tier === 'lifecycle' ? created.length : 0),
    0,
  );
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
  return { faults, lasted, creations };
}

/** Kills the engine at a random moment of each run. */
export const tortureRollForward: Part = async ({ seed, runs = 50, say }) => {
  const { lasted, faults: unkilled } = await rollForwardRun(seed, []);
  let found = unkilled.length;
  for (const fault of unkilled) say(`without a kill: ${fault}`);
  const random = seeded(seed);
  for (let run = 0; run < runs; run += 1) {
    const moment = random() * lasted;
    const { faults } = await rollForwardRun(seed + run, [moment]);
    for (const fault of faults)
      say(`seed ${String(seed + run)}, killed at ${moment.toFixed(0)} ms: ${fault}`);
    found += faults.length;
  }
  say(
    `${String(runs)} kills within ${(lasted / 60_000).toFixed(1)} simulated minutes: three tiers, 30 components, 3 coupled audits`,
  );
  return found;
};
