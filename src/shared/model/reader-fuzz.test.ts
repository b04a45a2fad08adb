import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Audit } from './audit.ts';
import { AuditUser } from './audit-user.ts';
import { ClientOrganisation, LegalEntity, legalEntitiesIn } from './client-organisation.ts';
import { ComponentAudit } from './component-audit.ts';
import { pageOf } from './page.ts';
import { RateLimits } from './rate-limits.ts';
import { Role } from './role.ts';
import { Setting, WorkPackage } from './work-package.ts';

const nouns = {
  Audit,
  AuditUser,
  ComponentAudit,
  ClientOrganisation,
  LegalEntity,
  Role,
  Setting,
  WorkPackage,
};
const lists = [...Object.values(nouns).map((noun) => pageOf(noun)), pageOf(LegalEntity, legalEntitiesIn)];

const names =
  `id name label value code email user role roles status type period legal_entities legalEntityIds in_scope scope settings options
scoping_packages languages prices parent path children results data next count unseen`.split(/\s+/);
const word = fc.oneof(
  fc.constantFrom('Open', 'INTER_FIRM', 'nl_NL', 'true', '31-12-2026', 'a@b', '', 'top/e'),
  fc.string(),
);
const { answer } = fc.letrec((tie) => ({
  answer: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(word, fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('answer'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie('answer'), { maxKeys: 6 }),
  ),
}));

test('no answer makes a reader throw, and what was read is the same when it is read again', () => {
  fc.assert(
    fc.property(answer, (value) => {
      for (const list of lists) list.safeParse(value);
      for (const noun of Object.values(nouns)) {
        const read = noun.safeParse(value);
        if (!read.success) continue;
        const { settings: _settings, ...known } = { settings: null, ...read.data };
        expect(noun.parse(read.data)).toMatchObject(known);
      }
      expect(RateLimits.safeParse(value).success).toBeDefined();
    }),
    { numRuns: 2_000 },
  );
});

/** JSON of about so many values that is as much work as any: what a reader looks into more than once would show. */
const shapes: readonly (readonly [string, (values: number) => unknown])[] = [
  [
    'many fields',
    (values) => Object.fromEntries(Array.from({ length: values }, (_, at) => [`field_${at}`, at])),
  ],
  [
    'many entries',
    (values) => ({ results: Array.from({ length: values / 4 }, (_, at) => ({ id: at, name: [{}] })) }),
  ],
  [
    'many ids',
    (values) => ({ id: 'A', legal_entities: Array.from({ length: values / 2 }, (_, at) => ({ id: at })) }),
  ],
  [
    'a wide tree',
    (values) => [{ id: 'top', children: Array.from({ length: values / 2 }, (_, at) => ({ id: at })) }],
  ],
  [
    'envelopes in envelopes',
    (values) =>
      Array.from({ length: values / 100 }, (_, at) => {
        let one: unknown = { id: at };
        for (let level = 0; level < 48; level += 1) one = level % 2 === 0 ? { data: one, label: one } : [one];
        return one;
      }).slice(0, 20),
  ],
  [
    'a deep tree',
    () =>
      Array.from({ length: 48 }).reduce<unknown>((below, _, at) => ({ id: at, children: [below] }), {
        id: 'x',
      }),
  ],
  [
    'long words',
    (values) => ({
      id: 'A',
      name: `${'-'.repeat(4 * values)}x`,
      status: ' '.repeat(4 * values),
      period_end: '1-'.repeat(2 * values),
      path: '/'.repeat(values),
    }),
  ],
];

/** How many properties of an answer are looked at while it is read. */
function looks(value: unknown, read: (value: unknown) => void): number {
  let count = 0;
  const watched = (one: unknown): unknown =>
    typeof one !== 'object' || one === null
      ? one
      : new Proxy(one, {
          get: (target, name) => {
            count += 1;
            const inner: unknown = Reflect.get(target, name);
            return typeof inner === 'function' ? inner : watched(inner);
          },
        });
  read(watched(value));
  return count;
}

test.each(shapes)('what a reader looks at grows no faster than the answer: %s', (_, of) => {
  const budget = 200; // looks for each value, whatever the shape: a few dozen names in each of the layers
  const [few, many] = [2_000, 20_000];
  for (const reader of [...Object.values(nouns), ...lists]) {
    const [less, more] = [few, many].map((values) =>
      looks(of(values), (value) => void reader.safeParse(value)),
    );
    expect(more).toBeLessThanOrEqual(budget * many);
    expect(more).toBeLessThanOrEqual(12 * (less ?? 0) + 1_000);
  }
});
