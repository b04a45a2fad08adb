import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, Encoded, expectShape, openWatched } from '../testing/ask.ts';

describe('no request is a bug of the service', () => {
  it('whatever the control plane is told', async () => {
    const { desk, bugs } = openWatched();
    const Name = fc.oneof(
      fc.constantFrom(
        'clock',
        'reset',
        'audits',
        'firms',
        'legal-entities',
        'service-accounts',
        'content',
        'faults',
        'waiting',
        'fixture',
        'scenarios',
        'requests',
        'north',
        'audit',
        'component',
        'north-manager',
        '%',
        '%00',
        '',
      ),
      Encoded,
    );
    const Value = fc.oneof(
      fc.jsonValue({ stringUnit: 'binary' }),
      fc.constantFrom(
        1e308,
        -1,
        0,
        1.5,
        'open',
        'NL',
        'status',
        [],
        {},
        { read: { burst: 0 } },
        { read: { burst: 1e308 } },
        { __proto__: null },
      ),
    );
    const Body = fc.oneof(
      fc.json(),
      fc
        .dictionary(
          fc.constantFrom(
            'advance_seconds',
            'status',
            'scope_locked',
            'credits',
            'rate_limits',
            'client_organisation_id',
            'id',
            'name',
            'country',
            'parent_id',
            'roles',
            'client_secret',
            'revoke_tokens',
            'kind',
            'times',
            'skip',
            'path',
            'method',
            'headers',
            'body',
          ),
          Value,
        )
        .map((body) => JSON.stringify(body)),
      fc.constantFrom(
        '{"credits":1e400}',
        '{"advance_seconds":1e400}',
        '{"rate_limits":{"read":{"burst":1e400}}}',
        '{"kind":"delay","seconds":1e400}',
        '{"advance_seconds":315360000}',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'DELETE', 'PATCH'),
        fc.array(Name, { minLength: 1, maxLength: 4 }),
        Body,
        async (method, names, body) => {
          const answer = await ask(desk, {
            method,
            path: `/__sandbox/${names.join('/')}/`,
            headers: { authorization: '' },
            body: new TextEncoder().encode(body),
          });
          expectShape(answer);
          expect(bugs).toEqual([]);
        },
      ),
      { numRuns: 1_500 },
    );
  });
});
