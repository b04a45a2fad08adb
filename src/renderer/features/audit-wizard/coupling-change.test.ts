import { describe, expect, it } from 'vitest';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import type { ComparedValues } from '../../../shared/rules/service/coupling-component.ts';
import { changed, couplingChanged, filled, type Notice, released, settingChanged } from './change.ts';
import { emptyContent, readContent, type WizardContent } from './content.ts';
import type { FieldName } from './steps.ts';

const packages = [
  WorkPackage.parse({
    id: 'mine',
    languages: ['nl', 'it'],
    scoping_packages: { nl: ['Standaard'], it: ['Normale'] },
    settings: [
      { id: 'both', type: 'boolean' },
      { id: 'only-mine', type: 'boolean' },
    ],
  }),
  WorkPackage.parse({
    id: 'theirs',
    languages: ['it', 'en-us'],
    scoping_packages: ['Large'],
    settings: [
      { id: 'both', type: 'boolean' },
      { id: 'only-theirs', type: 'boolean' },
    ],
  }),
];

const mine: ComparedValues = {
  client_organisation_id: 'FORNO',
  legal_entity_id: 'FORNO-1',
  work_package_id: 'mine',
  scoping_package_id: 'Standaard',
  period_start: '2025-01-01',
  period_end: '2025-12-31',
};
const leaf: ComparedValues = {
  client_organisation_id: 'HARBOUR',
  legal_entity_id: 'LEAF',
  work_package_id: 'theirs',
  scoping_package_id: 'Large',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
};
const other: ComparedValues = { ...leaf, client_organisation_id: 'ISLAND', legal_entity_id: 'ROCK' };

const entered: WizardContent = {
  ...emptyContent('single'),
  fields: { ...emptyContent('single').fields, ...mine, language: 'nl', unit_of_measurement: 'EUR' },
  settings: { both: true, 'only-mine': false },
  own: ['audit_type', 'client_organisation_id', 'period_start', 'period_end', 'language'],
};

type Step = (content: WizardContent) => WizardContent;
const choose =
  (...ids: readonly string[]): Step =>
  (content) =>
    couplingChanged(content, { decision: 'couple', ids }, packages).content;
const without: Step = (content) => couplingChanged(content, { decision: 'without' }, packages).content;
const fill =
  (values: ComparedValues): Step =>
  (content) =>
    filled(content, values, packages).content;
const enter =
  (field: FieldName, value: string): Step =>
  (content) =>
    changed(content, field, value, packages).content;
const resume: Step = (content) => readContent(JSON.parse(JSON.stringify(content)));
const after = (...steps: readonly Step[]) => steps.reduce((content, step) => step(content), entered);

describe('A component that was chosen leaves nothing behind', () => {
  it.each<[string, readonly Step[]]>([
    ['decided against', [choose('a'), fill(leaf), without]],
    ['taken out', [choose('a'), fill(leaf), choose()]],
    ['not there any more', [choose('a'), fill(leaf), (content) => released(content, packages).content]],
    ['exchanged, then decided against', [choose('a'), fill(leaf), choose('b'), fill(other), without]],
    ['joined by one that initialises', [choose('a'), fill(leaf), choose('a', 'b'), fill(other), without]],
    [
      'joined, and decided against before that is judged',
      [choose('a'), fill(leaf), choose('a', 'b'), without],
    ],
    ['chosen, left and chosen again', [choose('a'), fill(leaf), without, choose('a'), fill(leaf), without]],
    ['in a draft that was resumed', [choose('a'), fill(leaf), resume, without]],
    [
      'in a draft that was resumed before it was judged',
      [choose('a'), fill(leaf), choose('a', 'b'), resume, without],
    ],
    [
      'in a draft of another component by now',
      [choose('a'), fill(leaf), resume, fill(other), resume, choose()],
    ],
  ])('%s: every field, setting and the language is as it was', (_, steps) => {
    const content = after(...steps);
    expect(content.fields).toEqual(entered.fields);
    expect(content.settings).toEqual(entered.settings);
    expect(content.own.toSorted()).toEqual(entered.own.toSorted());
    expect(content.coupling).toMatchObject({ isFilled: false, before: null });
  });

  it.each<[string, readonly Step[], Partial<WizardContent['fields']>]>([
    [
      'a language chosen for the component’s package stays; the label that it does not have is emptied',
      [choose('a'), fill(leaf), enter('language', 'it'), without],
      { ...mine, language: 'it', scoping_package_id: '' },
    ],
    [
      'a language that the package of before does not have is emptied',
      [choose('a'), fill(leaf), enter('language', 'en-us'), without],
      { ...mine, language: '', scoping_package_id: 'Standaard' },
    ],
    [
      'name, id and unit stay',
      [choose('a'), fill(leaf), enter('name', 'N'), enter('unit_of_measurement', 'USD'), without],
      { ...mine, name: 'N', unit_of_measurement: 'USD' },
    ],
    [
      'a period that was entered while the next component was judged stays',
      [choose('a'), fill(leaf), choose('a', 'b'), enter('period_start', '2024-07-01'), fill(other), without],
      { ...mine, period_start: '2024-07-01' },
    ],
    [
      'a client that was entered meanwhile stays, without a legal entity of another one',
      [choose('a'), fill(leaf), choose('a', 'b'), enter('client_organisation_id', 'THIRD'), without],
      { ...mine, client_organisation_id: 'THIRD', legal_entity_id: '' },
    ],
    [
      'a legal entity that was entered meanwhile goes with its client',
      [choose('a'), fill(leaf), choose('a', 'b'), enter('legal_entity_id', 'HARBOUR-2'), without],
      mine,
    ],
  ])('what a person has changed since stays: %s', (_, steps, fields) => {
    expect(after(...steps).fields).toMatchObject(fields);
  });

  it('keeps settings that were changed since, and none that the package of before does not have', () => {
    const set = after(choose('a'), fill(leaf), (content) =>
      settingChanged(settingChanged(content, 'both', false), 'only-theirs', true),
    );
    expect(set.settings).toEqual({ both: false, 'only-theirs': true });
    expect(without(set).settings).toEqual({ both: false, 'only-mine': false });
  });

  it('keeps the component’s label whatever language is chosen while it is chosen', () => {
    expect(
      after(choose('a'), fill({ ...leaf, work_package_id: 'mine' }), enter('language', 'it')).fields,
    ).toMatchObject({
      scoping_package_id: 'Large',
      language: 'it',
    });
  });
});

describe('What comes back is said', () => {
  it.each<[string, () => readonly Notice[], readonly Notice[]]>([
    [
      'all that was replaced, with the language and the settings',
      () => couplingChanged(after(choose('a'), fill(leaf)), { decision: 'without' }, packages).notices,
      [
        {
          code: 'values-back',
          fields: [
            ...Object.entries(mine).map(([field, value]) => ({
              field: field as keyof ComparedValues,
              value,
            })), // its own keys
            { field: 'language', value: 'nl' },
          ],
        },
        { code: 'settings-back', count: 1 },
      ],
    ],
    [
      'nothing where the component gave what was there',
      () => couplingChanged(after(choose('a'), fill(mine)), { decision: 'without' }, packages).notices,
      [],
    ],
    [
      'what becomes empty again',
      () =>
        released(
          filled({ ...entered, fields: { ...leaf, ...emptyContent('single').fields } }, leaf, packages)
            .content,
          packages,
        ).notices.slice(0, 1),
      [
        {
          code: 'values-back',
          fields: Object.keys(leaf).map((field) => ({ field: field as keyof ComparedValues, value: '' })),
        },
      ], // its own keys
    ],
    [
      'nothing while nothing was filled',
      () => couplingChanged(entered, { decision: 'without' }, packages).notices,
      [],
    ],
    [
      'the language, where the next component’s package has it',
      () =>
        filled(
          after(choose('a'), fill(leaf), choose('a', 'b')),
          { ...other, work_package_id: 'mine' },
          packages,
        ).notices,
      [
        { code: 'values-back', fields: [{ field: 'language', value: 'nl' }] },
        { code: 'settings-back', count: 1 },
      ],
    ],
    [
      'what is taken away by it',
      () => filled(after(choose('a')), leaf, packages).notices,
      [{ code: 'language-gone', subject: 'nl' }, expect.objectContaining({ code: 'setting-gone' })],
    ],
  ])('%s', (_, notices, said) => {
    expect(notices()).toEqual(said);
  });
});

describe('language and unit that a group proposed', () => {
  const empty = { ...entered, fields: { ...entered.fields, language: '', unit_of_measurement: '' }, own: [] };
  const proposed = (content: WizardContent): WizardContent => ({
    ...content,
    fields: { ...content.fields, language: 'it', unit_of_measurement: 'EUR' },
  });
  it.each<[string, readonly FieldName[], readonly string[]]>([
    ['go with its component', [], ['', '']],
    ['stay where a person chose them since', ['language'], ['it', '']],
  ])('%s', (_, own, expected) => {
    const filledIn = proposed(fill(leaf)(choose('leaf')(empty)));
    const { fields } = without({ ...filledIn, own: [...filledIn.own, ...own] });
    expect([fields.language, fields.unit_of_measurement]).toEqual(expected);
  });
});
