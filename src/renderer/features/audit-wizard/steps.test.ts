import { describe, expect, it } from 'vitest';
import {
  fieldNames,
  isReachable,
  type Step,
  stepAfter,
  stepBefore,
  stepFields,
  stepOf,
  stepState,
  steps,
} from './steps.ts';

describe('steps', () => {
  it('W5: ends with the review, and W6: has at least three steps', () => {
    expect(steps.at(-1)).toBe('review');
    expect(steps.length).toBeGreaterThanOrEqual(3);
  });

  it('asks for every field of a creation exactly once', () => {
    expect(steps.flatMap((step) => stepFields[step]).toSorted()).toEqual(fieldNames.toSorted());
  });

  it.each([
    ['client_organisation_id', 'client'],
    ['legal_entity_id', 'client'],
    ['work_package_id', 'methodology'],
    ['scoping_package_id', 'methodology'],
    ['audit_type', 'methodology'],
    ['period_end', 'period'],
    ['language', 'period'],
    ['unit_of_measurement', 'period'],
    ['settings', 'settings'],
    ['settings.use_sampling', 'settings'],
    ['name', 'naming'],
    ['id', 'naming'],
    ['coupled_component_audit_ids', 'coupling'],
    ['non_field_errors', null],
    ['settingsish', null],
    ['constructor', null],
  ])('finds the step of %s', (field, step) => {
    expect(stepOf(field)).toBe(step);
  });

  it('goes forward and back without leaving the list', () => {
    expect(stepAfter('client')).toBe('methodology');
    expect(stepAfter('review')).toBe('review');
    expect(stepBefore('coupling')).toBe('coupling');
  });

  it.each<[Step, Step, readonly Step[], boolean]>([
    ['coupling', 'coupling', ['coupling'], true],
    ['client', 'coupling', ['coupling'], false],
    ['client', 'coupling', ['client'], true],
    ['review', 'coupling', [], true],
    ['review', 'client', ['naming'], false],
    ['methodology', 'period', ['client'], true],
    ['settings', 'client', ['naming'], true],
  ])('W6: opens %s with %s reached and %j unfinished: %s', (step, reached, wrong, expected) => {
    expect(isReachable(step, reached, new Set(wrong))).toBe(expected);
  });

  it('W6: says for every step whether it is done, in work, in error or to come', () => {
    const now = { current: 'period', reached: 'settings', wrong: new Set<Step>(['client']) } as const;
    expect(steps.map((step) => stepState(step, now))).toEqual([
      'done',
      'error',
      'done',
      'current',
      'upcoming',
      'upcoming',
      'upcoming',
    ]);
  });
});
