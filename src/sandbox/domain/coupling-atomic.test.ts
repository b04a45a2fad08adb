import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';
import { openWire, type Wire } from '../testing/wire.ts';

const field = 'coupled_component_audit_ids';
const asked = { ...creation, scoping_package_id: 'Large', legal_entity_id: 'leaf' };
const group = { ...asked, audit_type: 'consolidated' };

describe('decisions §9.9 simultaneous requests over the port', () => {
  let wire: Wire = undefined as never; // set before each test
  beforeEach(async () => {
    wire = await openWire(
      (fixture) => ({ ...fixture, firms: fixture.firms.map((firm) => ({ ...firm, credits: 10_000 })) }),
      {
        initialisationSeconds: 0,
      },
    );
  });
  afterEach(() => wire.close());

  async function send(token: string, method: string, path: string, body?: unknown) {
    const response = await fetch(`${wire.baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }
  const credits = async () =>
    ((await send('', 'POST', '/../../__sandbox/firms/north/', {})).body as { readonly credits: number })
      .credits;

  it('of forty that want overlapping sets of components each component goes to one, whole sets only', async () => {
    const token = await wire.token();
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const { body } = await send(token, 'POST', '/audits/consolidated/component-audits/', {
        legal_entity_ids: ['leaf'],
        auditor_relation: 'self',
      });
      ids.push((body as { readonly id: string }).id); // the components' tests prove it
    }
    const sets = Array.from({ length: 40 }, (_, index) => [
      ids[index % 6] ?? '',
      ids[(index * 5 + 1) % 6] ?? '',
      ids[(index * 3 + 2) % 6] ?? '',
    ]);
    const answers = await Promise.all(
      sets.map((set, index) =>
        send(token, 'POST', '/audits/', {
          ...asked,
          id: `wants-${String(index)}`,
          [field]: [...new Set(set)],
        }),
      ),
    );
    const won = answers.flatMap(({ status }, index) => (status === 201 ? [`wants-${String(index)}`] : []));
    expect(won.length).toBeGreaterThan(0);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]));
    for (const { status, body } of answers)
      if (status === 400) expect(Object.keys(body as object)).toEqual([field]);
    expect(await credits()).toBe(10_000 - 3 * won.length);
    // From both sides: every component names the winner that names it, and nobody else.
    const { body } = await send(token, 'GET', '/audits/consolidated/component-audits/?page_size=100');
    const components = (
      body as {
        readonly results: readonly { readonly id: string; readonly coupled_entity_audit_id: string | null }[];
      }
    ).results;
    const taken = new Map<string, string>();
    for (const id of won) {
      const audit = await send(token, 'GET', `/audits/${id}/`);
      for (const one of (audit.body as { readonly [field]: readonly string[] })[field]) {
        expect(taken.has(one)).toBe(false);
        taken.set(one, id);
      }
    }
    for (const { id, coupled_entity_audit_id: coupled } of components)
      expect(coupled).toBe(taken.get(id) ?? null);
    for (const [index, { status }] of answers.entries())
      if (status === 400)
        expect((await send(token, 'GET', `/audits/wants-${String(index)}/`)).status).toBe(404);
  });

  it('of many with one id exactly one is created, and paid for once', async () => {
    const token = await wire.token();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => send(token, 'POST', '/audits/', asked)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(29).fill(409),
    ]);
    expect(await credits()).toBe(9_990);
  });

  it('credits for three are spent by three of many', async () => {
    const token = await wire.token();
    await send('', 'POST', '/../../__sandbox/firms/north/', { credits: 39 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(token, 'POST', '/audits/', { ...asked, id: `paid-${String(index)}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(17);
    expect(await credits()).toBe(9);
  });
});

/** A chain of groups, each coupled to a component of the one above, and a component of each. */
async function chain(desk: Desk, depth: number): Promise<readonly string[]> {
  const components: string[] = [];
  const component = async (of: string): Promise<string> => {
    const { body } = await desk.post(`/audits/${of}/component-audits/`, {
      legal_entity_ids: ['leaf'],
      auditor_relation: 'self',
    });
    return (body as { readonly id: string }).id; // the components' tests prove it
  };
  for (let tier = 0; tier < depth; tier += 1) {
    const above = tier === 0 ? null : await component(`tier-${String(tier - 1)}`);
    const body = {
      ...group,
      id: `tier-${String(tier)}`,
      legal_entity_id: tier === 0 ? 'group' : 'leaf',
      [field]: above === null ? [] : [above],
    };
    expect((await desk.post('/audits/', body)).status).toBe(201);
    components.push(await component(`tier-${String(tier)}`));
  }
  return components;
}

describe('specification, Coupling rules', () => {
  it.each([2, 7, 60])('a network %i tiers deep: its ends are connected', async (depth) => {
    const desk = openDesk(undefined, { initialisationSeconds: 0 });
    const components = await chain(desk, depth);
    const ends = [components.at(-1), components[0]];
    expect((await desk.post('/audits/', { ...asked, id: 'bridge', [field]: ends })).status).toBe(201);
    if (depth < 3) return;
    // A tier between them is a link whatever its status.
    expect((await desk.call('DELETE', '/audits/bridge/')).status).toBe(204);
    const middle = `tier-${String(Math.floor(depth / 2))}`;
    await desk.control('POST', `/audits/north/${middle}/`, { status: 'archived' });
    expect((await desk.post('/audits/', { ...asked, id: 'again', [field]: ends })).status).toBe(201);
  });
  it('two chains are two networks until an audit is coupled to both at once, which no request may', async () => {
    const desk = openDesk(undefined, { initialisationSeconds: 0 });
    const [one] = await chain(desk, 2);
    await desk.post('/audits/', { ...group, id: 'other', legal_entity_id: 'group' });
    const made = await desk.post('/audits/other/component-audits/', {
      legal_entity_ids: ['leaf'],
      auditor_relation: 'self',
    });
    const { id: two } = made.body as { readonly id: string }; // the components' tests prove it
    const received = await desk.post('/audits/', { ...asked, [field]: [one, two] });
    expect(received.status).toBe(400);
    expect(received.body).toHaveProperty(field);
  });
  it('decisions §1.3 a refusal leaves credits and couplings untouched, whatever it is for', async () => {
    const desk = openDesk(undefined, { initialisationSeconds: 0 });
    const components = await chain(desk, 2);
    const paths = [
      '/audits/?page_size=100',
      ...['tier-0', 'tier-1', 'consolidated'].map((id) => `/audits/${id}/component-audits/`),
    ];
    const state = async () => {
      const texts = [];
      for (const path of paths) texts.push((await desk.get(path)).text);
      return [...texts, (await desk.control('POST', '/firms/north/', {})).text];
    };
    await desk.control('POST', '/firms/north/', { credits: 2 }); // never enough
    const before = await state();
    const Ids = fc.array(
      fc.constantFrom<unknown>(...components, 'component', 'wide', 'tier-0', 'nobody', '', 5, null),
      { minLength: 1, maxLength: 4 },
    );
    const Change = fc.record(
      {
        id: fc.constantFrom('new', 'tier-0', '', 5),
        name: fc.constantFrom('', 'Name'),
        period_end: fc.constantFrom('2026-12-31', '2025-01-01', '2026-11-30'),
        legal_entity_id: fc.constantFrom('leaf', 'sub', 'none'),
        scoping_package_id: fc.constantFrom('Large', 'Small'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        Ids,
        Change,
        fc.constantFrom('north-manager', 'north-assistant', 'north-single'),
        async (ids, change, as) => {
          const { status } = await desk.post('/audits/', { ...asked, ...change, [field]: ids }, as);
          expect([400, 402, 403, 409]).toContain(status);
          expect(await state()).toEqual(before);
        },
      ),
      { numRuns: 150 },
    );
  });
});
