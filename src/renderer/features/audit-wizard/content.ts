import type { AuditCreation } from '../../../shared/model/audit.ts';
import { firstStep, isStep, type Step } from './steps.ts';

/** The texts of a creation, by the names that the specification gives them. */
export const fieldNames = [
  'client_organisation_id',
  'legal_entity_id',
  'audit_type',
  'work_package_id',
  'scoping_package_id',
  'period_start',
  'period_end',
  'language',
  'unit_of_measurement',
  'name',
  'id',
] as const satisfies readonly (keyof AuditCreation)[];
export type FieldName = (typeof fieldNames)[number];

/** Where a changed text leaves the wizard: everything a person has entered, and where they are. */
export interface WizardContent {
  readonly fields: Readonly<Record<FieldName, string>>;
  /**
   * What was entered for settings, by setting id; a setting that is not here keeps the package's default. Numbers,
   * dates and unknown types are held as they were typed.
   */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly coupling: CouplingChoice;
  /** Fields that a person has filled: nothing is proposed for them any more. */
  readonly own: readonly FieldName[];
  readonly step: Step;
  /** The furthest step that was opened. */
  readonly reached: Step;
}

/** What the new audit is to be coupled to; the choice is kept while coupling is not wanted, and not sent. */
export interface CouplingChoice {
  readonly isWanted: boolean;
  readonly ids: readonly string[];
  /** Whether the six fields of the initialising component stand in `fields`, where they cannot be changed. */
  readonly isFilled: boolean;
}

const uncoupled: CouplingChoice = { isWanted: false, ids: [], isFilled: false };

/** A wizard that nobody has touched yet; where it is begun from a client, for that one. */
export function emptyContent(auditType: string, clientId = ''): WizardContent {
  return {
    fields: { ...blank, audit_type: auditType, client_organisation_id: clientId },
    settings: {},
    coupling: uncoupled,
    own: ['audit_type'],
    step: firstStep,
    reached: firstStep,
  };
}

const blank: WizardContent['fields'] = {
  client_organisation_id: '',
  legal_entity_id: '',
  audit_type: '',
  work_package_id: '',
  scoping_package_id: '',
  period_start: '',
  period_end: '',
  language: '',
  unit_of_measurement: '',
  name: '',
  id: '',
};

/** Reads a draft of this or any other version: what it knows is kept, what it does not know is left out. */
export function readContent(saved: Readonly<Record<string, unknown>>): WizardContent {
  const fields = isObject(saved.fields) ? saved.fields : {};
  const own = Array.isArray(saved.own) ? saved.own : [];
  const text = (name: FieldName): string => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  const step = isStep(saved.step) ? saved.step : firstStep;
  return {
    fields: {
      client_organisation_id: text('client_organisation_id'),
      legal_entity_id: text('legal_entity_id'),
      audit_type: text('audit_type') || 'single',
      work_package_id: text('work_package_id'),
      scoping_package_id: text('scoping_package_id'),
      period_start: text('period_start'),
      period_end: text('period_end'),
      language: text('language'),
      unit_of_measurement: text('unit_of_measurement'),
      name: text('name'),
      id: text('id'),
    },
    settings: isObject(saved.settings) ? saved.settings : {},
    coupling: readCoupling(saved.coupling),
    own: fieldNames.filter((name) => own.includes(name)),
    step,
    reached: isStep(saved.reached) ? saved.reached : step,
  };
}

function readCoupling(saved: unknown): CouplingChoice {
  if (!isObject(saved) || !Array.isArray(saved.ids)) return uncoupled;
  const ids = saved.ids.filter((id): id is string => typeof id === 'string');
  return {
    isWanted: saved.isWanted === true,
    ids: [...new Set(ids)],
    isFilled: saved.isWanted === true && saved.isFilled === true,
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
