import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyRow, operationNames, operations, pathIdNames } from '../../shared/api.ts';
import { ask, Encoded, expectShape, openWatched } from '../testing/ask.ts';

// Requests that no client would send, one way in: whatever they hold, no bug, JSON, and the shapes of decisions §2.

const rows: readonly AnyRow[] = operationNames.map((name) => operations[name]);
describe('no request is a bug of the service', () => {
  it('whatever the path', async () => {
    const { desk, bugs } = openWatched();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'X'),
        fc.constantFrom(...rows),
        fc.array(Encoded, { minLength: 2, maxLength: 5 }),
        fc.nat(3),
        async (method, row, ids, kind) => {
          const real = pathIdNames(row.path).reduce(
            (at, name, index) => at.replace(`{${name}}`, () => ids[index] ?? ''),
            row.path as string,
          );
          const path =
            [real, `/api/v1/${ids.join('/')}/`, `/${ids.join('/')}`, `${real}${ids.join('')}`][kind] ?? real;
          const answer = await ask(desk, { method, path });
          expectShape(answer);
          expect([400, 401, 404, 405, 415, 200, 204]).toContain(answer.status);
          expect(bugs).toEqual([]);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('whatever the query', async () => {
    const { desk, bugs } = openWatched();
    const Value = fc.oneof(
      Encoded,
      fc.integer().map(String),
      fc.double().map(String),
      fc.constantFrom('last', '0x1', '1e0', '９', ' 1', '1%00', '99999999999999999999', '-0'),
    );
    const Query = fc.oneof(
      fc
        .array(
          fc.tuple(
            fc.oneof(
              fc.constantFrom('page', 'page_size', 'associated_model', '__proto__', 'page[]'),
              Encoded,
            ),
            Value,
          ),
          { maxLength: 6 },
        )
        .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')),
      fc.string({ unit: 'binary-ascii' }),
    );
    const lists = rows.filter(({ list }) => list !== undefined);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...lists), Query, async (row, query) => {
        const path = row.path.replace('{id}', 'group').replace('{audit_id}', 'consolidated');
        const answer = await ask(desk, { method: 'GET', path, query });
        expectShape(answer);
        expect([200, 404]).toContain(answer.status);
        if (answer.status === 404) expect(answer.body).toBe('{"detail":"Invalid page."}');
        else {
          const { next, previous, count, results } = JSON.parse(answer.body) as Record<
            string,
            string | null | readonly unknown[]
          >; // an envelope, as seen below
          expect([count, results]).toEqual([expect.any(Number), expect.any(Array)]);
          for (const link of [next, previous])
            if (link !== null)
              expect(new URL(String(link)).href.startsWith(`http://127.0.0.1:1${path}`)).toBe(true);
        }
        expect(bugs).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('whatever the headers', async () => {
    const { desk, bugs } = openWatched();
    const Header = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.constantFrom(
        '',
        'Bearer',
        'Bearer  ',
        'bearer x',
        'Basic YTpi',
        'null',
        'application/json',
        'application/json;',
        ';',
        '*/*',
        'text/html',
      ),
    );
    const own = fc.record(
      {
        authorization: Header,
        'content-type': Header,
        accept: Header,
        'content-encoding': Header,
        'x-http-method-override': Header,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rows), own, async (row, headers) => {
        const answer = await ask(desk, { method: row.method, path: row.path, headers });
        expectShape({ ...answer, headers: { 'WWW-Authenticate': 'Bearer', ...answer.headers } });
        if (row.form === true) return;
        expect(answer.status === 401).toBe(headers.authorization !== undefined);
        expect(bugs).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('whatever the bytes of the body', async () => {
    const { desk, bugs } = openWatched();
    const writers = rows.filter(({ body }) => body !== undefined);
    const Bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json({ depthSize: 'small', stringUnit: 'binary' }).map((text) => new TextEncoder().encode(text)),
      fc
        .jsonValue({ depthSize: 'medium', maxDepth: 8 })
        .map((value) =>
          new TextEncoder().encode(
            JSON.stringify({ ...Object(value), settings: value, component_settings: value }),
          ),
        ),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...writers), Bytes, fc.boolean(), async (row, body, form) => {
        const path = row.path
          .replace(/\{(group_)?audit_id\}/, 'consolidated')
          .replace('{component_audit_id}', 'component')
          .replace('{user_id}', 'anna.smit@firm.example');
        expectShape(
          await ask(desk, {
            method: row.method,
            path,
            body,
            ...(form ? { headers: { 'content-type': 'application/x-www-form-urlencoded' } } : {}),
          }),
        );
        expect(bugs).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('decisions §1.3 a body that is too large is told after its type, and before what it holds', async () => {
    const { desk } = openWatched();
    for (const row of rows.filter(({ body }) => body !== undefined)) {
      const path = row.path
        .replace(/\{(group_)?audit_id\}/, 'audit')
        .replace('{component_audit_id}', 'component')
        .replace('{user_id}', 'anna.smit@firm.example');
      const at = row.path.includes('{component') ? path.replace('/audit/', '/consolidated/') : path;
      const type = row.form === true ? 'application/x-www-form-urlencoded' : 'application/json';
      const large = { method: row.method, path: at, body: 'too-large' as const };
      expect((await ask(desk, { ...large, headers: { 'content-type': type } })).status).toBe(413);
      expect((await ask(desk, { ...large, headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    }
  });
});
