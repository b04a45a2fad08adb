import { describe, expect, it } from 'vitest';
import { WorkPackage } from '../../model/work-package.ts';
import type { PriceQuote } from './work-package.ts';
import { labelsOnce, type WorkPackageChange, workPackageChanges } from './work-package-changes.ts';

const choice = (options: readonly unknown[], rest: object = {}) => ({
  settings: [{ id: 's', name: 'Benchmark', type: 'choice', default: 'a', options, ...rest }],
});
const a = { value: 'a', label: 'A' };
const b = { value: 'b', label: 'B' };
const setting = (type: string, value: unknown) => ({ settings: [{ id: 's', type, default: value }] });
const price = (credits: number, conditions: object | null = null, audit_type = 'single') => ({
  audit_type,
  credits,
  conditions,
});

/** A change in one line. */
function told(change: WorkPackageChange): string {
  const { kind } = change;
  switch (kind) {
    case 'setting-added':
    case 'setting-removed':
      return `${kind} ${change.setting.id}`;
    case 'setting-renamed':
      return `${kind} ${change.before.name} > ${change.after.name}`;
    case 'setting-type':
      return `${kind} ${change.before.type} > ${change.after.type}`;
    case 'setting-default':
      return `${kind} ${JSON.stringify(change.before.default)} > ${JSON.stringify(change.after.default)}`;
    case 'option-added':
    case 'option-removed':
      return `${kind} ${change.option.label}`;
    case 'option-renamed':
      return `${kind} ${change.before.label} > ${change.after.label}`;
    case 'label-added':
    case 'label-removed':
      return `${kind} ${change.label.label}`;
    case 'label-languages':
      return `${kind} ${change.before.languages?.join() ?? 'all'} > ${change.after.languages?.join() ?? 'all'}`;
    case 'language-added':
    case 'language-removed':
      return `${kind} ${change.language}`;
    case 'audit-type-added':
    case 'audit-type-removed':
      return `${kind} ${change.auditType}`;
    case 'price':
      return `${kind} ${change.auditType} ${change.coupled} ${spelled(change.before)} > ${spelled(change.after)}`;
  }
}

function spelled(one: PriceQuote): string {
  return one.kind === 'named' ? String(one.credits) : one.kind;
}

describe('decisions §5.1–4: what changed between two versions of a work package', () => {
  it.each<[string, object, object, readonly string[]]>([
    ['nothing', {}, {}, []],
    ['a setting added', {}, setting('boolean', true), ['setting-added s']],
    ['a setting removed', setting('boolean', true), {}, ['setting-removed s']],
    [
      'the order of settings, which is nothing',
      { settings: [{ id: 'x' }, { id: 'y' }] },
      { settings: [{ id: 'y' }, { id: 'x' }] },
      [],
    ],
    [
      'a setting renamed',
      { settings: [{ id: 's', name: 'Old' }] },
      { settings: [{ id: 's', name: 'New' }] },
      ['setting-renamed Old > New'],
    ],
    ['a type', setting('integer', 5), setting('decimal', 5), ['setting-type integer > decimal']],
    ['a default', setting('integer', 25), setting('integer', 30), ['setting-default 25 > 30']],
    [
      'a default taken away',
      setting('date', '2026-04-30'),
      setting('date', null),
      ['setting-default "2026-04-30" > null'],
    ],
    ['one decimal in two spellings', setting('decimal', '5.00'), setting('decimal', 5), []],
    ['a text of digits', setting('string', '05'), setting('string', '5'), ['setting-default "05" > "5"']],
    [
      'a value of a type that nobody knows',
      setting('matrix', { rows: [1], name: 'x' }),
      setting('matrix', { name: 'x', rows: [2] }),
      ['setting-default {"rows":[1],"name":"x"} > {"name":"x","rows":[2]}'],
    ],
    ['that value in another order', setting('matrix', { x: 1, y: 2 }), setting('matrix', { y: 2, x: 1 }), []],
    ['an option added', choice([a]), choice([a, b]), ['option-added B']],
    ['an option removed', choice([a, b]), choice([a]), ['option-removed B']],
    ['the order of options, which is nothing', choice([a, b]), choice([b, a]), []],
    [
      'an option in other words',
      choice([a]),
      choice([{ value: 'a', label: 'Alpha' }]),
      ['option-renamed A > Alpha'],
    ],
    [
      'an option of another type of value',
      choice([{ value: 1, label: 'One' }]),
      choice([{ value: '1', label: 'One' }]),
      ['option-added One', 'option-removed One'],
    ],
    [
      'labels',
      { scoping_packages: ['Large', 'Small'] },
      { scoping_packages: ['Small', 'Medium'] },
      ['label-added Medium', 'label-removed Large'],
    ],
    [
      'a label that is offered in fewer languages',
      { scoping_packages: ['Large'] },
      { scoping_packages: [{ label: 'Large', language: 'nl' }] },
      ['label-languages all > nl'],
    ],
    [
      'labels by language in two shapes, which is nothing',
      { scoping_packages: { nl: ['Groot'], it: ['Groot'] } },
      { scoping_packages: [{ label: 'Groot', languages: ['it', 'nl'] }] },
      [],
    ],
    [
      'languages',
      { languages: ['en-us', 'nl'] },
      { languages: ['it', 'nl'] },
      ['language-added it', 'language-removed en-us'],
    ],
    [
      'audit types',
      { audit_types: ['single'] },
      { audit_types: ['consolidated'] },
      ['audit-type-added consolidated', 'audit-type-removed single'],
    ],
    ['a price', { prices: [price(5)] }, { prices: [price(6)] }, ['price single null 5 > 6']],
    [
      'a price of coupled audits alone',
      { prices: [price(5)] },
      { prices: [price(3, { coupled: true }), price(5)] },
      ['price single true 5 > 3'],
    ],
    [
      'both prices, each its own way',
      { prices: [price(3, { coupled: true }), price(5)] },
      { prices: [price(4, { coupled: true }), price(6)] },
      ['price single false 5 > 6', 'price single true 3 > 4'],
    ],
    [
      'a price that never applies, which is nothing',
      { prices: [price(5)] },
      { prices: [price(5), price(9)] },
      [],
    ],
    ['a price taken away', { prices: [price(5)] }, {}, ['price single null 5 > none']],
    [
      'a price that is not understood any more',
      { prices: [price(5)] },
      { prices: [{ audit_type: 'single', credits: null }] },
      ['price single null 5 > unread'],
    ],
    ['what is not understood, and the same', { prices: { a: 1 } }, { prices: { a: 1 } }, []],
  ])('%s', (_, before, after, expected) => {
    const changes = workPackageChanges(
      WorkPackage.parse({ id: 'before', ...before }),
      WorkPackage.parse({ id: 'after', ...after }),
    );
    expect(changes.map(told)).toEqual(expected);
  });
});

it('decisions §5.2: a label that is listed for every language is one label', () => {
  const { scoping_packages: labels } = WorkPackage.parse({
    id: 'p',
    scoping_packages: { nl: ['Groot', 'Klein'], 'en-us': ['Groot'] },
  });
  expect([...labelsOnce(labels).values()]).toEqual([
    { label: 'Groot', languages: ['nl', 'en-us'] },
    { label: 'Klein', languages: ['nl'] },
  ]);
});
