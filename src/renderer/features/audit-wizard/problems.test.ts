import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { emptyContent, type WizardContent } from './content.ts';
import {
  firstFailingStep,
  isDoubtful,
  type ProblemDeps,
  ruleProblems,
  serviceProblems,
  shownProblems,
} from './problems.ts';

const workPackage = WorkPackage.parse({
  id: 'fin-2025',
  languages: ['nl', 'it'],
  audit_types: ['single'],
  scoping_packages: ['Standard'],
  settings: [
    { id: 'materiality', name: 'Materiality', type: 'decimal', default: 1.5, options: null },
    { id: 'matrix', name: 'Matrix', type: 'grid', default: [], options: null },
  ],
});
const known = {
  workPackage,
  legalEntityIds: ['hold'],
  packages: [workPackage],
  audits: [],
  isComponent: () => false,
};

const complete: WizardContent = {
  ...emptyContent('single'),
  fields: {
    client_organisation_id: 'hold',
    legal_entity_id: 'hold',
    audit_type: 'single',
    work_package_id: 'fin-2025',
    scoping_package_id: 'Standard',
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    language: 'nl',
    unit_of_measurement: '',
    name: 'Hold 2025',
    id: 'hold-2025',
  },
};

function where(content: WizardContent, change: Partial<ProblemDeps> = {}): readonly string[] {
  return ruleProblems(content, { ...known, ...change }).map(
    (problem) => `${problem.step} ${problem.field} ${problem.by === 'rule' ? problem.violation.code : ''}`,
  );
}

describe('ruleProblems', () => {
  it('asks for a legal entity once there is a client', () => {
    const fields = { ...emptyContent('single').fields, client_organisation_id: 'hold' };
    expect(where({ ...emptyContent('single'), fields })[0]).toBe('client legal_entity_id required');
  });

  it('finds a package that is not offered any more, unless a component wants it', () => {
    const gone = { packages: [], workPackage: null };
    expect(where(complete, gone)).toEqual(['methodology work_package_id not-offered']);
    expect(where({ ...complete, coupling: { ...complete.coupling, isFilled: true } }, gone)).toEqual([]);
    expect(where(complete, { packages: null, workPackage: null })).toEqual([]);
  });

  it.each<[string, Partial<ProblemDeps>, boolean]>([
    [
      'of another audit',
      { audits: [Audit.parse({ id: 'hold-2025', client_organisation_id: 'other' })] },
      true,
    ],
    [
      'of the very audit to be created, whose answer may have been lost',
      { audits: [Audit.parse({ ...complete.fields, legal_entity_ids: ['hold'] })] },
      false,
    ],
    ['of a component audit', { isComponent: (id) => id === 'hold-2025' }, true],
    [
      'of a component audit that another audit is coupled to',
      { audits: [Audit.parse({ id: 'x', coupled_component_audit_ids: ['hold-2025'] })] },
      true,
    ],
    ['in other case', { audits: [Audit.parse({ id: 'HOLD-2025' })] }, false],
  ])('finds an id that is known to be taken before it is sent: %s', (_, change, isTaken) => {
    expect(where(complete, change)).toEqual(isTaken ? ['naming id id-taken'] : []);
  });

  it('finds nothing wrong with a complete audit', () => {
    expect(where(complete)).toEqual([]);
  });

  it('names everything that is missing, in the order of the steps', () => {
    expect(where(emptyContent('single'))).toEqual([
      'client client_organisation_id required',
      'methodology work_package_id required',
      'methodology scoping_package_id required',
      'period period_start required',
      'period period_end required',
      'period language required',
      'naming name required',
      'naming id required',
    ]);
  });

  it.each<[string, Partial<WizardContent['fields']>, string]>([
    ['a legal entity of another client', { legal_entity_id: 'leaf' }, 'client legal_entity_id not-of-client'],
    ['a type without a price list', { audit_type: 'consolidated' }, 'methodology audit_type not-offered'],
    [
      'a label that is not offered',
      { scoping_package_id: 'X' },
      'methodology scoping_package_id not-offered',
    ],
    ['an end before the start', { period_end: '2024-12-31' }, 'period period_end ends-before-start'],
    ['a day that is none', { period_start: '2025-02-29' }, 'period period_start not-a-date'],
    ['a language of another package', { language: 'en-us' }, 'period language not-offered'],
    ['a name of 101 emoji', { name: '🧾'.repeat(101) }, 'naming name too-long'],
    ['an id that would change the path', { id: '..' }, 'naming id dot-segment'],
  ])('finds %s', (_, fields, expected) => {
    expect(where({ ...complete, fields: { ...complete.fields, ...fields } })).toEqual([expected]);
  });

  it('takes a name of 100 emoji', () => {
    expect(where({ ...complete, fields: { ...complete.fields, name: '🧾'.repeat(100) } })).toEqual([]);
  });

  it('finds wrong settings and unknown types that are not JSON', () => {
    expect(where({ ...complete, settings: { materiality: '1,5', matrix: '{' } })).toEqual([
      'settings settings.materiality not-a-decimal',
      'settings settings.matrix not-json',
    ]);
  });

  it.each<[string, Partial<WizardContent['fields']>, Partial<ProblemDeps>, boolean]>([
    ['a legal entity that the list has not', { legal_entity_id: 'leaf' }, {}, true],
    ['an end before the start', { period_end: '2024-12-31' }, {}, true],
    ['a package that the list has not', {}, { packages: [], workPackage: null }, true],
    ['the id of a component audit', {}, { isComponent: () => true }, true],
    [
      'the id of another audit',
      {},
      { audits: [Audit.parse({ id: 'hold-2025', client_organisation_id: 'x' })] },
      false,
    ],
    ['no name', { name: '' }, {}, false],
  ])('lets a person send %s only where no specification refuses it', (_, fields, change, expected) => {
    const content = { ...complete, fields: { ...complete.fields, ...fields } };
    expect(ruleProblems(content, { ...known, ...change }).map(isDoubtful)).toEqual([expected]);
  });

  it('judges nothing that could not be read', () => {
    const content = {
      ...complete,
      fields: { ...complete.fields, language: 'en-us', legal_entity_id: 'leaf' },
    };
    expect(
      ruleProblems(content, { ...known, workPackage: null, legalEntityIds: null, packages: null }),
    ).toEqual([]);
  });
});

describe('W3: serviceProblems', () => {
  const problems = serviceProblems({
    brand_new_field: ['Must be blue.'],
    period_end: ['First.', 'Second.'],
    legal_entity_id: ['Object with id=leaf does not exist.'],
    'settings.use_sampling': ['Must be a valid boolean.'],
  });

  it('puts every message on its step and field, unknown ones verbatim without a step', () => {
    expect(problems).toEqual([
      {
        by: 'service',
        step: 'client',
        field: 'legal_entity_id',
        message: 'Object with id=leaf does not exist.',
      },
      { by: 'service', step: 'period', field: 'period_end', message: 'First.' },
      { by: 'service', step: 'period', field: 'period_end', message: 'Second.' },
      {
        by: 'service',
        step: 'settings',
        field: 'settings.use_sampling',
        message: 'Must be a valid boolean.',
      },
      { by: 'service', step: null, field: 'brand_new_field', message: 'Must be blue.' },
    ]);
  });

  it('opens the first failing step, or none', () => {
    expect(firstFailingStep(problems)).toBe('client');
    expect(firstFailingStep(serviceProblems({ non_field_errors: ['No.'] }))).toBeNull();
  });
});

describe('shownProblems', () => {
  const rules = ruleProblems(emptyContent('single'), known);
  const none = { touched: new Set<string>(), attempted: new Set<never>(), refused: {} };
  const fields = (problems: readonly { readonly field: string }[]) => problems.map(({ field }) => field);

  it('W4: says nothing about fields that nobody has left yet', () => {
    expect(shownProblems(rules, none)).toEqual({ inline: [], summary: [] });
  });

  it('W4: says a problem at its field once that was left', () => {
    const { inline, summary } = shownProblems(rules, { ...none, touched: new Set(['name', 'language']) });
    expect(fields(inline)).toEqual(['language', 'name']);
    expect(summary).toEqual([]);
  });

  it('W2: says all problems of a step that was continued, the same at the fields and in the summary', () => {
    const { inline, summary } = shownProblems(rules, { ...none, attempted: new Set(['period'] as const) });
    expect(fields(inline)).toEqual(['period_start', 'period_end', 'language']);
    expect(summary).toEqual(inline);
  });

  it('W3: says what the service said, whatever was left or continued', () => {
    const { inline, summary } = shownProblems([], {
      ...none,
      refused: { novelty: ['Why.'], id: ['Taken.'] },
    });
    expect(fields(inline)).toEqual(['id', 'novelty']);
    expect(summary).toEqual(inline);
  });
});
