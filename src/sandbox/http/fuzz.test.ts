import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationNames, operations, pathIdNames } from '../../shared/api.ts';
import { openDesk } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';

// Whatever is sent to whichever operation: an answer in JSON, with a status that the specification knows.

const ids = fc.oneof(
  fc.constantFrom(
    'audit',
    'consolidated',
    'component',
    'wide',
    'group',
    'sub',
    'leaf',
    'anna.smit@firm.example',
    'wp',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }).filter((id) => id !== '.' && id !== '..'),
);

const anything = fc.anything({
  maxDepth: 3,
  withBigInt: false,
  withDate: false,
  withMap: false,
  withSet: false,
});

const bodies = fc.oneof(
  anything,
  // A body that is almost right gets further than one that is not.
  fc
    .tuple(
      fc.constantFrom(...Object.keys(creation), 'audit_type', 'settings', 'coupled_component_audit_ids'),
      anything,
    )
    .map(([field, value]) => ({ ...creation, [field]: value })),
  fc.record(
    {
      legal_entity_ids: fc.oneof(anything, fc.array(ids, { maxLength: 3 })),
      auditor_relation: fc.oneof(anything, fc.constant('self')),
      name: anything,
      country: anything,
      component_settings: fc.oneof(anything, fc.record({ component_auditor_works_in_audit: anything })),
      in_scope: fc.oneof(anything, fc.boolean()),
      out_of_scope_explanation: anything,
      id: fc.oneof(anything, ids),
      role: fc.oneof(anything, fc.constant('audit_auditor')),
      settings: fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('sampling', 'areas', '__proto__')),
        anything,
      ),
    },
    { requiredKeys: [] },
  ),
);

const known = new Set([200, 201, 204, 400, 402, 403, 404, 405, 409, 413, 415]);

const plain = operationNames.filter((name) => name !== 'tokens.issue');

describe('any request is answered with JSON and a status of the specification', () => {
  it.each(plain)('%s', async (name) => {
    const row = operations[name];
    const bugs: unknown[] = [];
    const desk = openDesk(undefined, { report: (error) => bugs.push(error), initialisationSeconds: 0 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(ids, { minLength: 2, maxLength: 2 }),
        bodies,
        fc.string(),
        async (names, body, query) => {
          const path = pathIdNames(row.path)
            .reduce(
              (at, id, index) =>
                at.replace(`{${id}}`, encodeURIComponent((names[index] ?? '').toWellFormed())),
              row.path as string,
            )
            .slice('/api/v1'.length);
          const received = await desk.call(
            row.method,
            `${path}?${encodeURIComponent(query.toWellFormed())}`,
            {
              ...(row.method === 'GET' || row.method === 'DELETE'
                ? {}
                : { body: JSON.stringify(body) ?? '' }),
              headers: { 'Content-Type': 'application/json' },
            },
          );
          expect(bugs).toEqual([]);
          expect(known).toContain(received.status);
          if (received.status === 204) expect(received.text).toBe('');
          else expect(received.headers.get('content-type')).toBe('application/json');
        },
      ),
      { numRuns: 150 },
    );
  });

  it('text that is no JSON, and bytes that are no text', async () => {
    const desk = openDesk();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => text.slice(1)),
        ),
        async (body) => {
          const received = await desk.post('/audits/', body);
          expect(received.headers.get('content-type')).toBe('application/json');
          expect([400, 201, 402]).toContain(received.status);
        },
      ),
      { numRuns: 200 },
    );
    const authorization = `Bearer ${await desk.token('north-manager')}`;
    const { answer } = await desk.sandbox.answer({
      method: 'POST',
      path: '/api/v1/audits/',
      query: '',
      origin: '',
      header: (name) =>
        new Map([
          ['content-type', 'application/json'],
          ['authorization', authorization],
        ]).get(name),
      body: Uint8Array.of(0x22, 0xff, 0x22),
    });
    expect(answer).toMatchObject({ status: 400, body: '{"detail":"JSON parse error - not UTF-8"}' });
  });

  it('token requests', async () => {
    const desk = openDesk();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const received = await desk.requestToken(text.toWellFormed());
        expect([400, 401, 429]).toContain(received.status);
        expect(received.headers.get('content-type')).toBe('application/json');
      }),
      { numRuns: 200 },
    );
  });
});
