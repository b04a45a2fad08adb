import { expect } from 'vitest';
import { call, type Running, tokenOf } from './processes.ts';
import { creation, twoFirms } from './two-firms.ts';

// Writers that note what was answered with success, for tests that kill the service under them.

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

/** A fixture with credits for all that is written. */
export function richFirms(): unknown {
  const fixture = twoFirms();
  return { ...fixture, firms: fixture.firms.map((firm) => ({ ...firm, credits: initialCredits })) };
}

/** What was answered with success: it has to be there. */
export interface Witness {
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

export function openWitness(): Witness {
  return {
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
}

export interface Writing {
  readonly witness: Witness;
  readonly token: string;
  readonly round: number;
  /** Of the eight writers half ask the first and half the last. */
  readonly running: readonly [Running, ...Running[]];
}

/** Eight writers at once; after so many answers the first process is killed. Resolves once all of them have ended. */
export async function writeUntil(most: number, { witness, token, round, running }: Writing): Promise<void> {
  let answered = 0;
  const [victim] = running;
  const note = (write: () => void) => {
    write();
    answered += 1;
    if (answered === most) victim.child.kill('SIGKILL');
  };
  const write = async (writer: number): Promise<void> => {
    const own = writer < 4 ? victim : (running.at(-1) ?? victim);
    const ask = async (method: string, path: string, body?: unknown) => {
      const received = await call(own, token, method, `/api/v1${path}`, body);
      if (received.status >= 300) throw new Error(`${method} ${path}: ${String(received.status)}`);
      return received.body;
    };
    const goesOn = () => own === victim || answered < most; // the victim's writers end with it
    for (let index = 0; goesOn(); index += 1) {
      const id = [round, writer, index].join('-');
      const components = '/audits/consolidated/component-audits/';
      const made = async () => ((await ask('POST', components, entities)) as { readonly id: string }).id; // the components' tests prove it
      if (writer % 4 === 0) {
        const component = await made();
        note(() => witness.components.add(component));
        await ask('POST', '/audits/', { ...coupling, id, [field]: [component] });
        note(() => witness.coupled.set(id, component));
      } else if (writer % 4 === 1) {
        await ask('POST', '/audits/', { ...creation, id });
        note(() => witness.singles.add(id));
        await ask('POST', `/audits/${id}/users/`, { id: 'anna.smit@firm.example', role: 'audit_auditor' });
        note(() => witness.assigned.add(id));
      } else if (writer % 4 === 2) {
        const [kept, gone] = [await made(), await made()];
        note(() => witness.components.add(kept));
        await ask('PATCH', `${components}${kept}/`, { in_scope: false, out_of_scope_explanation: id });
        note(() => witness.outOfScope.add(kept));
        await ask('DELETE', `${components}${gone}/`);
        note(() => witness.removed.add(gone));
      } else {
        const group = `group-${id}`;
        await ask('POST', '/audits/', { ...trial, id: group });
        await Promise.all(
          [1, 2].map(() =>
            ask('POST', `/audits/${group}/component-audits/`, { ...entities, legal_entity_ids: ['trial'] }),
          ),
        );
        await ask('DELETE', `/audits/${group}/`);
        note(() => witness.goneGroups.add(group));
        await ask('POST', '/client-organisations/', { id, name: id, country: 'NL' });
        note(() => witness.clients.add(id));
        const issued = await tokenOf(own, 'north-assistant', 'north assistant secret');
        note(() => witness.tokens.add(issued));
      }
    }
  };
  const faults = await Promise.all(
    Array.from({ length: 8 }, (_, writer) => write(writer).catch((error: unknown) => error)),
  );
  // They end because nobody answers any more, or with the others; any other end is a refusal, which there should be none of.
  for (const fault of faults) expect(String(fault)).not.toMatch(/^Error: (POST|PATCH|DELETE)/);
}

interface Listed {
  readonly count: number;
  readonly results: readonly Readonly<Record<string, unknown>>[];
}

export async function expectWhole(running: Running, token: string, witness: Witness): Promise<void> {
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

  for (const [id, component] of witness.coupled)
    expect(audits.get(id)).toMatchObject({ [field]: [component] });
  for (const id of witness.singles) expect(audits.has(id)).toBe(true);
  for (const id of witness.components) expect(components.has(id)).toBe(true);
  for (const id of witness.outOfScope) expect(components.get(id)).toMatchObject({ in_scope: false });
  for (const id of witness.removed) expect(components.has(id)).toBe(false);
  for (const id of witness.goneGroups) expect(audits.has(id)).toBe(false);
  for (const id of witness.clients) expect(clients.has(id)).toBe(true);
  for (const issued of witness.tokens)
    expect((await call(running, issued, 'GET', '/api/v1/roles/')).status).toBe(200);
  for (const id of [...witness.assigned].slice(-5))
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
