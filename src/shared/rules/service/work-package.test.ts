import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asItCame } from '../../model/tolerant.ts';
import { WorkPackage } from '../../model/work-package.ts';
import { hostilePrices } from '../../testing/hostile-shapes.ts';
import {
  compareVersions,
  lineOf,
  priceOf,
  scopingLabels,
  supportsAuditType,
  supportsLanguage,
  workPackageLines,
} from './work-package.ts';

// decisions §5.5: natural order, number by number.
test.each([
  ['2024.10', '2024.9', 1],
  ['10.0', '9.9', 1],
  ['2025', '2025.1', -1],
  ['2025.04', '2025.4', 0],
  ['1.0-rc1', '1.0-rc2', -1],
  ['v2', 'v10', -1],
  ['', '1', -1],
  ['99999999999999999999.1', '99999999999999999998.1', 1],
  ['2025.1', '2025.1', 0],
])('decisions §5.5: %s against %s is %d', (left, right, expected) => {
  expect(Math.sign(compareVersions(left, right))).toBe(expected);
  expect(Math.sign(compareVersions(right, left))).toBe(expected === 0 ? 0 : -expected);
});

test('decisions §5.5: the order of versions is total and transitive', () => {
  const version = fc.stringMatching(/^[0-9a-z.-]{0,8}$/);
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
        expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});

const workPackage = (fields: object) => WorkPackage.parse({ id: 'wp', name: 'Financial audit', ...fields });

test('the newest of each name leads its line, whatever the order of the list', () => {
  const lines = workPackageLines([
    workPackage({ id: 'a', version: '2025.4' }),
    workPackage({ id: 'b', version: '2025.10' }),
    workPackage({ id: 'c', name: 'Compilation', version: '3' }),
    workPackage({ id: 'd', version: '2024.12' }),
  ]);
  expect(lines.map((line) => [line.name, line.newest.id, line.older.map(({ id }) => id)])).toEqual([
    ['Compilation', 'c', []],
    ['Financial audit', 'b', ['a', 'd']],
  ]);
});

test('the newest package is judged over all names that differ in the year alone', () => {
  const statutory = [
    workPackage({ id: 's24', name: 'Statutory 2024', version: '2.0' }),
    workPackage({ id: 's25', name: 'Statutory 2025', version: '1.0' }),
    workPackage({ id: 's25b', name: 'Statutory 2025', version: '1.1' }),
    workPackage({ id: 'other', name: 'Statutory 12025', version: '9' }),
  ];
  expect(workPackageLines(statutory).map((line) => [line.name, line.older.map(({ id }) => id)])).toEqual([
    ['Statutory 12025', []],
    ['Statutory 2025', ['s25', 's24']],
  ]);
  expect(lineOf(statutory, 'Statutory 2024')?.newest.id).toBe('s25b');
  expect(lineOf(statutory, 'Statutory 2026')?.newest.id).toBe('s25b');
  expect([lineOf(statutory, 'Tax'), lineOf(statutory, undefined)]).toEqual([undefined, undefined]);
});

// decisions §5.2: the shapes that scoping labels may come in.
test.each([
  ['a list of labels', ['Small', 'Large'], 'nl', ['Small', 'Large']],
  ['an object by language', { nl: ['Klein'], 'en-us': ['Small'] }, 'nl', ['Klein']],
  ['objects with label', [{ label: 'Small' }], 'nl', ['Small']],
  [
    'objects with name and language',
    [
      { name: 'Klein', language: 'nl' },
      { name: 'Small', language: 'en-us' },
    ],
    'nl',
    ['Klein'],
  ],
  ['objects with id and languages', [{ id: 'S', languages: ['nl', 'it'] }], 'it', ['S']],
  ['nothing', undefined, 'nl', []],
  ['something unreadable', 7, 'nl', []],
])('decisions §5.2: labels from %s', (_shape, scoping_packages, language, expected) => {
  expect(scopingLabels(workPackage({ scoping_packages }), language)).toEqual(expected);
});

// decisions §5.4: the first entry for the audit type whose conditions hold.
test.each([
  ['single', false, 1],
  ['single', true, 0],
  ['consolidated', true, 3],
])('decisions §5.4: price of %s, coupled %s', (auditType, coupled, credits) => {
  const { prices } = workPackage({
    prices: [
      { audit_type: 'single', credits: 1, conditions: { coupled: false } },
      { audit_type: 'single', credits: 0, conditions: { coupled: true } },
      { audit_type: 'single', credits: 9, conditions: null },
      { audit_type: 'consolidated', credits: 3, conditions: null },
    ],
  });
  expect(priceOf(prices, auditType, coupled)).toEqual({ kind: 'named', credits });
  expect(priceOf(prices, 'component', coupled)).toEqual({ kind: 'none' });
});

test.each(hostilePrices)(
  'decisions §5.4: of $name nobody says what it costs, and it is kept as it came',
  ({ json }) => {
    const prices: unknown = JSON.parse(json);
    const quote = priceOf(workPackage({ prices }).prices, 'single', false);
    expect(quote.kind).toBe('unread');
    const came: unknown = Array.isArray(prices) ? prices[0] : prices;
    expect(quote.kind === 'unread' && quote.asItCame).toBe(asItCame(came, 300));
  },
);

test.each([
  [[{ audit_type: 'single', credits: '3', conditions: {} }], { kind: 'named', credits: 3 }],
  [[{ audit_type: 'single', credits: 0, conditions: null }], { kind: 'named', credits: 0 }],
  [[{ audit_type: 'single', credits: '2.50' }], { kind: 'named', credits: 2.5 }],
  [[], { kind: 'none' }],
  [null, { kind: 'none' }],
  [[{ audit_type: 'consolidated', credits: null }], { kind: 'none' }],
  // Nothing after a line that is not understood is known to apply; what is known not to apply is passed over.
  [
    [
      { audit_type: 'single', credits: 3, conditions: { year: 1 } },
      { audit_type: 'single', credits: 5 },
    ],
    { kind: 'unread' },
  ],
  [
    [
      { audit_type: 'single', credits: null, conditions: { coupled: true } },
      { audit_type: 'single', credits: 5 },
    ],
    { kind: 'named', credits: 5 },
  ],
])('decisions §5.4: %j is %o', (prices, expected) => {
  expect(priceOf(workPackage({ prices }).prices, 'single', false)).toMatchObject(expected);
});

test('a package that names neither languages nor types leaves both to the service', () => {
  const open = workPackage({});
  expect([supportsLanguage(open, 'it'), supportsAuditType(open, 'consolidated')]).toEqual([true, true]);
  const other = workPackage({ audit_types: ['financial_statements', 'review'] });
  expect(['single', 'consolidated'].map((type) => supportsAuditType(other, type))).toEqual([true, true]);
  const narrow = workPackage({ languages: ['nl'], audit_types: [{ id: 'single' }] });
  expect([
    supportsLanguage(narrow, 'it'),
    supportsAuditType(narrow, 'consolidated'),
    supportsAuditType(narrow, 'single'),
  ]).toEqual([false, false, true]);
});
