import { describe, expect, it } from 'vitest';
import { type AnyRow, operationNames, operations, pathIdNames } from '../shared/api.ts';
import { type Desk, manager, openDesk } from './testing/desk.ts';
import { creation } from './testing/two-firms.ts';

// Laws that hold for every operation of the table alike, whatever it does.

const rows: readonly (AnyRow & { readonly name: string })[] = operationNames
  .filter((name) => name !== 'tokens.issue')
  .map((name) => ({ name, ...operations[name] }));

/** Ids that lead to objects of the fixture, by their names in the templates. */
const existing: Readonly<Record<string, string>> = {
  work_package_id: 'wp',
  id: 'group',
  audit_id: 'consolidated',
  group_audit_id: 'consolidated',
  component_audit_id: 'component',
  user_id: 'anna.smit@firm.example',
};
function pathOf({ path }: AnyRow, ids: Readonly<Record<string, string>> = existing): string {
  return pathIdNames(path)
    .reduce((at, name) => at.replace(`{${name}}`, encodeURIComponent(ids[name] ?? '')), path as string)
    .slice('/api/v1'.length);
}
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe('a method that a path does not have is 405 with those that it has', () => {
  const byPath = Map.groupBy(rows, (row) => row.path.replaceAll(/\{\w+\}/g, '{}'));
  it.each([...byPath])('%s', async (_, [row, ...others]) => {
    if (row === undefined) return;
    const desk = openDesk((fixture) => ({ ...fixture, rate_limits: { [row.tier]: { burst: 0 } } }));
    const allowed = [row, ...others].map(({ method }) => method).toSorted();
    for (const method of methods.filter((one) => !allowed.some((other) => other === one))) {
      const received = await desk.call(method, pathOf(row), { as: 'north-assistant' });
      expect(received.status).toBe(405);
      expect(received.headers.get('allow')?.split(', ').toSorted()).toEqual(allowed);
      if (method !== 'HEAD')
        expect(received.body).toEqual({ detail: expect.stringContaining(`"${method}"`) });
    }
  });
  it('decisions §7.7 nothing updates, archives, uncouples or re-scopes an audit', async () => {
    const desk = openDesk();
    const before = await desk.get('/audits/?page_size=100');
    const body = { ...creation, status: 'archived', coupled_component_audit_ids: [] };
    for (const method of ['PUT', 'PATCH', 'POST'])
      expect((await desk.call(method, '/audits/audit/', { body })).status).toBe(405);
    for (const name of ['archive', 'uncouple', 'couple', 'scope', 'open', 'coupled-component-audits'])
      expect((await desk.post(`/audits/audit/${name}/`, {})).status).toBe(404);
    expect((await desk.get('/audits/?page_size=100')).text).toBe(before.text);
  });
  it('the token endpoint has one, and asks before anything else', async () => {
    for (const method of methods.filter((one) => one !== 'POST')) {
      const received = await openDesk().call(method, '/oauth/token/', { as: null });
      expect([received.status, received.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });
});

describe('without a token that is valid now it is 401 with a challenge', () => {
  const tokens: readonly (readonly [string, (desk: Desk) => Promise<string | null>])[] = [
    ['none', async () => null],
    ['an empty one', async () => 'Bearer '],
    ['one that nobody issued', async () => 'Bearer 0123456789abcdef'],
    ['another scheme', async (desk) => `Basic ${await desk.token(manager)}`],
    ['no scheme', (desk) => desk.token(manager)],
    ['a part of one', async (desk) => `Bearer ${(await desk.token(manager)).slice(0, -1)}`],
    ['one with more', async (desk) => `Bearer ${await desk.token(manager)}x`],
    ['two', async (desk) => `Bearer ${await desk.token(manager)} ${await desk.token(manager)}`],
    ['another case', async (desk) => `Bearer ${swapped(await desk.token(manager))}`],
    [
      'one that has expired',
      async (desk) => {
        const token = await desk.token(manager);
        await desk.advance(3_600);
        return `Bearer ${token}`;
      },
    ],
    [
      'one that was revoked',
      async (desk) => {
        const token = await desk.token(manager);
        await desk.control('POST', `/service-accounts/${manager}/`, { revoke_tokens: true });
        return `Bearer ${token}`;
      },
    ],
  ];
  it.each(tokens)('%s', async (_, authorization) => {
    const desk = openDesk();
    const header = await authorization(desk);
    for (const row of rows) {
      const received = await desk.call(row.method, pathOf(row), {
        as: null,
        headers: header === null ? {} : { Authorization: header },
      });
      expect([row.name, received.status]).toEqual([row.name, 401]);
      expect(received.headers.get('www-authenticate')).toBe('Bearer');
      expect(received.body).toEqual({ detail: expect.any(String) });
    }
  });
  it('a second before its end a token is valid', async () => {
    const desk = openDesk();
    await desk.get('/audits/');
    await desk.advance(3_599);
    expect((await desk.get('/audits/')).status).toBe(200);
    await desk.advance(1);
    expect((await desk.get('/audits/')).status).toBe(401);
  });
});

function swapped(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

describe('decisions §1.6 what is another firm’s is as missing: status, headers and every byte', () => {
  /** North has what south has not: one more of everything. */
  async function unequal(): Promise<{ readonly desk: Desk; readonly ids: Readonly<Record<string, string>> }> {
    const desk = openDesk(undefined, { initialisationSeconds: 0 });
    await desk.post('/client-organisations/', { id: 'theirs', name: 'T', country: 'NL' });
    await desk.post('/audits/', {
      ...creation,
      id: 'theirs',
      audit_type: 'consolidated',
      legal_entity_id: 'sub',
    });
    const entities = { legal_entity_ids: ['sub'], auditor_relation: 'self' };
    const { body } = await desk.post('/audits/theirs/component-audits/', entities);
    const component = (body as { readonly id: string }).id; // the components' tests prove it
    await desk.post('/audits/theirs/users/', { id: 'anna.smit@firm.example', role: 'audit_auditor' });
    return {
      desk,
      ids: {
        id: 'theirs',
        audit_id: 'theirs',
        group_audit_id: 'theirs',
        component_audit_id: component,
        user_id: 'anna.smit@firm.example',
      },
    };
  }
  const addressed = rows.filter(({ name, path }) => path.includes('{') && !name.startsWith('workPackages'));
  it.each(addressed.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const { desk, ids } = await unequal();
    const none = Object.fromEntries(Object.keys(ids).map((name) => [name, 'nobody']));
    const ask = (path: string, as: string) =>
      desk.call(row.method, path, { as, ...(row.body === undefined ? {} : { body: '{' }) });
    const missing = await ask(pathOf(row, none), 'south-manager');
    expect(missing).toMatchObject({ status: 404, text: '{"detail":"Not found."}' });
    // The whole path foreign, and each id in it foreign with the others its own.
    const owned = { ...existing, audit_id: 'consolidated', group_audit_id: 'consolidated' };
    const paths = [ids, ...Object.keys(ids).map((name) => ({ ...owned, [name]: ids[name] ?? '' }))]
      .map((mixed) => pathOf(row, mixed))
      .filter((path) => path.includes('theirs') || path.includes(ids.component_audit_id ?? ''));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const foreign = await ask(path, 'south-manager');
      expect({ path, ...foreign, headers: [...foreign.headers] }).toEqual({
        path,
        ...missing,
        headers: [...missing.headers],
      });
    }
    expect((await ask(pathOf(row, ids), manager)).status).not.toBe(404);
  });
  it.each([
    ['client_organisation_id', { client_organisation_id: 'theirs' }],
    ['legal_entity_id', { legal_entity_id: 'theirs' }],
    ['coupled_component_audit_ids', {}],
  ])('in a body: %s', async (field, change) => {
    const { desk, ids } = await unequal();
    const ask = async (id: string, sent: object) => {
      const { status, text, headers } = await desk.post(
        '/audits/',
        { ...creation, ...sent },
        'south-manager',
      );
      return { status, text: text.replaceAll(id, '?'), headers: [...headers] };
    };
    const of = (id: string) =>
      field === 'coupled_component_audit_ids' ? { [field]: [id] } : { [field]: id };
    const foreign = ids.component_audit_id ?? '';
    const id = field === 'coupled_component_audit_ids' ? foreign : 'theirs';
    expect(await ask(id, { ...change, ...of(id) })).toEqual(
      await ask('nobody', { ...change, ...of('nobody') }),
    );
  });
});

describe('what was created is there, what was deleted is not', () => {
  it('an audit', async () => {
    const desk = openDesk();
    const created = await desk.post('/audits/', creation);
    expect(created.status).toBe(201);
    expect(await desk.get('/audits/new/')).toMatchObject({ status: 200, text: created.text });
    const { body } = await desk.get('/audits/?page=last');
    expect((body as { readonly results: readonly unknown[] }).results.at(-1)).toEqual(created.body);

    expect((await desk.call('DELETE', '/audits/new/')).status).toBe(204);
    expect((await desk.call('DELETE', '/audits/new/')).status).toBe(204); // again, while it is on its way
    expect((await desk.get('/audits/new/')).body).toMatchObject({ status: 'deleting' });
    await desk.advance(3);
    expect((await desk.call('DELETE', '/audits/new/')).status).toBe(404);
  });
  it('a component audit', async () => {
    const desk = openDesk();
    const components = '/audits/consolidated/component-audits/';
    const created = await desk.post(components, { legal_entity_ids: ['leaf'], auditor_relation: 'self' });
    const { id } = created.body as { readonly id: string }; // as proven by the components' tests
    const listed = async () =>
      ((await desk.get(components)).body as { readonly results: readonly unknown[] }).results;
    expect((await listed()).at(-1)).toEqual(created.body);
    expect((await desk.get(`/audits/${id}/`)).body).toMatchObject({ id, audit_type: 'component' });
    expect((await desk.call('DELETE', `${components}${id}/`)).status).toBe(204);
    expect((await desk.call('DELETE', `${components}${id}/`)).status).toBe(404);
    expect(await listed()).toHaveLength(2);
  });
  it('a user', async () => {
    const desk = openDesk();
    const users = '/audits/consolidated/users/';
    const created = await desk.post(users, { id: "O'Brien+audit@firm.example", role: 'audit_auditor' });
    expect((await desk.get(users)).body).toMatchObject({ count: 1, results: [created.body] });
    const path = `${users}${encodeURIComponent((created.body as { readonly id: string }).id)}/`;
    expect((await desk.call('DELETE', path)).status).toBe(204);
    expect((await desk.call('DELETE', path)).status).toBe(404);
    expect((await desk.get(users)).body).toMatchObject({ count: 0, results: [] });
  });
  it('a client organisation', async () => {
    const desk = openDesk();
    const created = await desk.post('/client-organisations/', { id: 'c/d?', name: 'C', country: 'IT' });
    const { body } = await desk.get('/client-organisations/?page=last');
    expect((body as { readonly results: readonly unknown[] }).results.at(-1)).toEqual(created.body);
    expect((await desk.get('/client-organisations/c%2Fd%3F/legal-entities/')).body).toMatchObject({
      results: [{ id: 'c/d?', parent_id: null }],
    });
  });
  const below = rows.filter(({ path }) => path.includes('audit_id}'));
  it.each(below.map((row) => [row.name, row] as const))('%s after its audit is gone', async (_, row) => {
    const desk = openDesk();
    await desk.call('DELETE', '/audits/consolidated/');
    await desk.advance(3);
    const sent = row.body === undefined ? {} : { body: {} };
    expect((await desk.call(row.method, pathOf(row), sent)).status).toBe(404);
    // Another audit of that id has nothing of the old one.
    const again = { ...creation, id: 'consolidated', audit_type: 'consolidated' };
    expect((await desk.post('/audits/', again)).status).toBe(201);
    expect((await desk.get('/audits/consolidated/component-audits/')).body).toMatchObject({ count: 0 });
    expect((await desk.get('/audits/consolidated/users/')).body).toMatchObject({ count: 0 });
    expect((await desk.get('/audits/component/')).status).toBe(404);
  });
});
