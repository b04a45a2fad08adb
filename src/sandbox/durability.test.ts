import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, createProcesses, type Running, tokenOf } from './testing/processes.ts';
import { creation, twoFirms } from './testing/two-firms.ts';

// The process is killed again and again in the middle of writing, on one data file: what was answered with success is
// there, and nothing is there by half.

let folder = '';
const processes = createProcesses({ check: true });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => {
  processes.endAll();
  rmSync(folder, { recursive: true });
});

const initialCredits = 100_000;
const field = 'coupled_component_audit_ids';
const coupling = { ...creation, scoping_package_id: 'Large', legal_entity_id: 'sub' };
const entities = { legal_entity_ids: ['sub'], auditor_relation: 'self' };
const trial = {
  ...creation,
  client_organisation_id: 'trial',
  legal_entity_id: 'trial',
  audit_type: 'consolidated',
};

/** What was answered with success: it has to be there. */
interface Ledger {
  readonly coupled: Map<string, string>;
  readonly singles: Set<string>;
  readonly components: Set<string>;
  readonly outOfScope: Set<string>;
  readonly removed: Set<string>;
  readonly assigned: Set<string>;
  readonly clients: Set<string>;
  readonly goneGroups: Set<string>;
  readonly tokens: Set<string>;
}

it('decisions §1.3, §9.9: kill -9 loses nothing that was answered with success and leaves nothing by half', async () => {
  const fixture = twoFirms();
  const file = join(folder, 'f.json');
  writeFileSync(
    file,
    JSON.stringify({
      ...fixture,
      firms: fixture.firms.map((firm) => ({ ...firm, credits: initialCredits })),
    }),
  );
  const words = [
    '--fixture',
    file,
    '--data',
    join(folder, 'data.db'),
    '--control',
    '--initialisation-seconds',
    '0',
  ];
  const ledger: Ledger = {
    coupled: new Map(),
    singles: new Set(),
    components: new Set(),
    outOfScope: new Set(),
    removed: new Set(),
    assigned: new Set(),
    clients: new Set(),
    goneGroups: new Set(),
    tokens: new Set(),
  };
  let running = await processes.start(words);
  const token = await tokenOf(running, 'north-manager', 'north manager secret');
  // Killed after so many answers, with seven more requests on their way.
  for (const [round, answers] of [1, 3, 9, 20, 40, 60].entries()) {
    await writeUntil(answers, running, token, ledger, round);
    await running.ended;
    running = await processes.start(words);
    await expectWhole(running, token, ledger);
  }
  expect(ledger.coupled.size).toBeGreaterThan(5);
  expect(ledger.goneGroups.size).toBeGreaterThan(1);
}, 60_000);

/** Eight writers at once; after so many answers the process is killed, and all of them end. */
async function writeUntil(
  most: number,
  running: Running,
  token: string,
  ledger: Ledger,
  round: number,
): Promise<void> {
  let answered = 0;
  const ask = async (method: string, path: string, body?: unknown) => {
    const received = await call(running, token, method, `/api/v1${path}`, body);
    if (received.status >= 300) throw new Error(`${method} ${path}: ${String(received.status)}`);
    return received.body;
  };
  const note = (write: () => void) => {
    write();
    answered += 1;
    if (answered === most) running.child.kill('SIGKILL');
  };
  const write = async (writer: number): Promise<void> => {
    for (let index = 0; ; index += 1) {
      const id = [round, writer, index].join('-');
      const components = '/audits/consolidated/component-audits/';
      const made = async () => ((await ask('POST', components, entities)) as { readonly id: string }).id; // the components' tests prove it
      if (writer % 4 === 0) {
        const component = await made();
        note(() => ledger.components.add(component));
        await ask('POST', '/audits/', { ...coupling, id, [field]: [component] });
        note(() => ledger.coupled.set(id, component));
      } else if (writer % 4 === 1) {
        await ask('POST', '/audits/', { ...creation, id });
        note(() => ledger.singles.add(id));
        await ask('POST', `/audits/${id}/users/`, { id: 'anna.smit@firm.example', role: 'audit_auditor' });
        note(() => ledger.assigned.add(id));
      } else if (writer % 4 === 2) {
        const [kept, gone] = [await made(), await made()];
        note(() => ledger.components.add(kept));
        await ask('PATCH', `${components}${kept}/`, { in_scope: false, out_of_scope_explanation: id });
        note(() => ledger.outOfScope.add(kept));
        await ask('DELETE', `${components}${gone}/`);
        note(() => ledger.removed.add(gone));
      } else {
        const group = `group-${id}`;
        await ask('POST', '/audits/', { ...trial, id: group });
        await Promise.all(
          [1, 2].map(() =>
            ask('POST', `/audits/${group}/component-audits/`, { ...entities, legal_entity_ids: ['trial'] }),
          ),
        );
        await ask('DELETE', `/audits/${group}/`);
        note(() => ledger.goneGroups.add(group));
        await ask('POST', '/client-organisations/', { id, name: id, country: 'NL' });
        note(() => ledger.clients.add(id));
        const issued = await tokenOf(running, 'north-assistant', 'north assistant secret');
        note(() => ledger.tokens.add(issued));
      }
    }
  };
  const faults = await Promise.all(
    Array.from({ length: 8 }, (_, writer) => write(writer).catch((error: unknown) => error)),
  );
  // They end because nobody answers any more; any other end is a refusal, which there should be none of.
  for (const fault of faults) expect(String(fault)).not.toMatch(/^Error: (POST|PATCH|DELETE)/);
}

interface Listed {
  readonly count: number;
  readonly results: readonly Readonly<Record<string, unknown>>[];
}

async function expectWhole(running: Running, token: string, ledger: Ledger): Promise<void> {
  const all = async (path: string) => {
    const found: Readonly<Record<string, unknown>>[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await call(running, token, 'GET', `/api/v1${path}?page_size=100&page=${String(page)}`);
      const { count, results } = body as Listed; // the page tests prove it
      found.push(...results);
      if (found.length >= count || results.length === 0) return found;
    }
  };
  const audits = new Map((await all('/audits/')).map((audit) => [audit.id, audit]));
  const components = new Map(
    (await all('/audits/consolidated/component-audits/')).map((one) => [one.id, one]),
  );
  const clients = new Set((await all('/client-organisations/')).map(({ id }) => id));

  for (const [id, component] of ledger.coupled)
    expect(audits.get(id)).toMatchObject({ [field]: [component] });
  for (const id of ledger.singles) expect(audits.has(id)).toBe(true);
  for (const id of ledger.components) expect(components.has(id)).toBe(true);
  for (const id of ledger.outOfScope) expect(components.get(id)).toMatchObject({ in_scope: false });
  for (const id of ledger.removed) expect(components.has(id)).toBe(false);
  for (const id of ledger.goneGroups) expect(audits.has(id)).toBe(false);
  for (const id of ledger.clients) expect(clients.has(id)).toBe(true);
  for (const issued of ledger.tokens)
    expect((await call(running, issued, 'GET', '/api/v1/roles/')).status).toBe(200);
  for (const id of [...ledger.assigned].slice(-5))
    expect((await call(running, token, 'GET', `/api/v1/audits/${id}/users/`)).body).toMatchObject({
      count: 1,
    });

  // Nothing by half, be it answered or not: a coupling has two ends, an audit its price, a client its root.
  for (const { id, ...audit } of audits.values())
    for (const one of audit[field] as readonly string[])
      expect(components.get(one)).toMatchObject({ coupled_entity_audit_id: id });
  for (const { id, coupled_entity_audit_id: by } of components.values())
    if (by !== null) expect(audits.get(by)?.[field]).toEqual([id]);
  const paid = [...audits.values()].filter(
    ({ id, client_organisation_id: client }) => /^\d/.test(String(id)) && client !== 'trial',
  );
  const price = paid.reduce(
    (sum, audit) => sum + ((audit[field] as readonly string[]).length > 0 ? 3 : 10),
    0,
  );
  expect((await call(running, '', 'POST', '/__sandbox/firms/north/', {})).body).toMatchObject({
    credits: initialCredits - price,
  });
  for (const { id, in_scope: inScope } of components.values()) {
    if (inScope === true) continue;
    const content = await call(running, '', 'GET', `/__sandbox/content/north/${String(id)}/`);
    expect(content.body).toMatchObject({ content_items: 0 });
  }
  for (const id of [...clients].slice(-3))
    expect(
      (await call(running, token, 'GET', `/api/v1/client-organisations/${String(id)}/legal-entities/`)).body,
    ).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ id, parent_id: null })]) as unknown,
    });
}
