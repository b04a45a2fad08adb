import type { Audit } from '../../../shared/model/audit.ts';
import type { UserAssignment } from '../../../shared/model/audit-user.ts';
import type { ComponentCreation } from '../../../shared/model/component-audit.ts';
import type { AuditTemplate } from '../../../shared/model/template.ts';
import { auditorRelations } from '../../../shared/model/terms.ts';
import { type Loss, lossCodes } from '../../../shared/rules/service/carry-over.ts';
import { type ComparedValues, comparedValues } from '../../../shared/rules/service/coupling-component.ts';
import type { Replaced } from '../../data/audits.ts';
import { type FieldName, fieldNames, firstStep, isStep, type Step } from './steps.ts';

/** Everything that a person has entered, and where they are. A draft keeps it. */
export interface WizardContent {
  readonly fields: Readonly<Record<FieldName, string>>;
  /** Entries by setting id. Numbers, dates and unknown types are texts as typed. A setting without an entry has its default. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly coupling: CouplingChoice;
  /** The audit that is deleted before this one is created. */
  readonly replaces: Replaced | null;
  /** The audit that this one is a duplicate of. */
  readonly like: Duplicated | null;
  /** What is made in the new audit once it is open. */
  readonly copies: Copies | null;
  /** What it began with, and what of that comes out only with the other fields. */
  readonly template: TemplateInUse | null;
  /** Fields that a person has filled. They get no more proposals. */
  readonly own: readonly FieldName[];
  readonly step: Step;
  readonly reached: Step;
}

/** The audit that another is a duplicate of, by which that is named, and what the other does not have of it. */
export interface Duplicated extends Pick<Audit, 'id' | 'name' | 'period_start' | 'period_end'> {
  /** Its first: an audit of another one is not named by it. */
  readonly legal_entity_id: string;
  readonly losses: readonly Loss[];
}

/** What a new audit gets from the one that it was duplicated from. */
export interface Copies {
  /** The client whose legal entities the components have. */
  readonly client: string;
  readonly components: readonly ComponentCreation[];
  readonly users: readonly UserAssignment[];
}

/** The parts of a template that other fields decide about, and what could not be used of it. */
export interface TemplateInUse
  extends Pick<AuditTemplate, 'id' | 'name' | 'name_pattern' | 'id_pattern' | 'components'> {
  readonly losses: readonly Loss[];
  /** The fields that it filled, with what. */
  readonly given: Readonly<Partial<Record<FieldName, string>>>;
}

/** `open` until a person has decided (ux W9). */
const couplingDecisions = ['open', 'without', 'couple'] as const;
export type CouplingDecision = (typeof couplingDecisions)[number];

/** What to couple the audit to. The ids stay, and are not sent, when a person decides against coupling. */
export interface CouplingChoice {
  readonly decision: CouplingDecision;
  readonly ids: readonly string[];
  /** Whether `fields` has the six values of the initialising component, which are locked. */
  readonly isFilled: boolean;
  /** Whether a person changes what the component has filled in; the service decides whether it takes that. */
  readonly isOwn?: boolean;
  /** Whether a person has changed what was proposed: nothing more is proposed then. */
  readonly isExact?: boolean;
  readonly before: BeforeCoupling | null;
}

/** The values from before an initialising component filled them, so that they can come back. */
export interface BeforeCoupling {
  /** The values of the component. A field that differs from them was changed by a person since. */
  readonly given: ComparedValues;
  readonly fields: ComparedValues;
  readonly own: readonly FieldName[];
  /** The language, where the component's work package does not have it; else empty. */
  readonly language: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Those of language and unit that were empty, so that what the group proposes for them goes with it. */
  readonly empty: readonly FieldName[];
}

const undecided: CouplingChoice = { decision: 'open', ids: [], isFilled: false, before: null };

export function emptyContent(auditType: string, clientId = ''): WizardContent {
  return {
    fields: { ...fieldsBy(() => ''), audit_type: auditType, client_organisation_id: clientId },
    settings: {},
    coupling: undecided,
    replaces: null,
    like: null,
    copies: null,
    template: null,
    own: ['audit_type'],
    step: firstStep,
    reached: firstStep,
  };
}

// The review shows the request in this order.
function fieldsBy(read: (name: FieldName) => string): WizardContent['fields'] {
  return {
    client_organisation_id: read('client_organisation_id'),
    legal_entity_id: read('legal_entity_id'),
    audit_type: read('audit_type'),
    work_package_id: read('work_package_id'),
    scoping_package_id: read('scoping_package_id'),
    period_start: read('period_start'),
    period_end: read('period_end'),
    language: read('language'),
    unit_of_measurement: read('unit_of_measurement'),
    name: read('name'),
    id: read('id'),
  };
}

/** Reads a draft of any version, without what this version does not know. */
export function readContent(saved: Readonly<Record<string, unknown>>): WizardContent {
  const text = textsOf(saved.fields);
  const step = isStep(saved.step) ? saved.step : firstStep;
  return {
    fields: { ...fieldsBy(text), audit_type: text('audit_type') || 'single' },
    settings: isObject(saved.settings) ? saved.settings : {},
    coupling: readCoupling(saved.coupling, text),
    replaces: readReplaced(saved.replaces),
    like: readLike(saved.like),
    copies: readCopies(saved.copies),
    template: readTemplate(saved.template),
    own: fieldNamesIn(saved.own),
    step,
    reached: isStep(saved.reached) ? saved.reached : step,
  };
}

function readCoupling(saved: unknown, text: (name: FieldName) => string): CouplingChoice {
  if (!isObject(saved) || !Array.isArray(saved.ids)) return undecided;
  const ids = [...new Set(saved.ids.filter((id) => typeof id === 'string'))];
  // Drafts of earlier versions have `isWanted`. Its `false` was only the default.
  const decision =
    couplingDecisions.find((one) => one === saved.decision) ?? (saved.isWanted === true ? 'couple' : 'open');
  if (decision !== 'couple') return { ...undecided, decision, ids };
  const isFilled = saved.isFilled === true;
  const unknown = {
    given: comparedValues(text),
    fields: noValues,
    own: [],
    language: '',
    settings: {},
    empty: [],
  };
  const isOwn = saved.isOwn === true ? { isOwn: true } : {};
  return {
    decision,
    ids,
    isFilled,
    ...isOwn,
    ...(saved.isExact === true ? { isExact: true } : {}),
    before: readBefore(saved.before) ?? (isFilled ? unknown : null),
  };
}

// Earlier versions did not save the values from before. They count as empty: asking again is safe, another audit's values are not.
const noValues = comparedValues(() => '');

function readBefore(saved: unknown): BeforeCoupling | null {
  if (!isObject(saved)) return null;
  return {
    given: comparedValues(textsOf(saved.given)),
    fields: comparedValues(textsOf(saved.fields)),
    own: fieldNamesIn(saved.own),
    language: textsOf(saved)('language'),
    settings: isObject(saved.settings) ? saved.settings : {},
    empty: fieldNamesIn(saved.empty),
  };
}

function textsOf(record: unknown): (name: FieldName) => string {
  return (name) => {
    const value = isObject(record) ? record[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
}

function fieldNamesIn(saved: unknown): readonly FieldName[] {
  return Array.isArray(saved) ? fieldNames.filter((name) => saved.includes(name)) : [];
}

function readReplaced(saved: unknown): Replaced | null {
  if (!isObject(saved) || typeof saved.id !== 'string' || typeof saved.name !== 'string') return null;
  const { id, name, created_at: created } = saved;
  return { id, name, created_at: typeof created === 'string' ? created : null };
}

function readLike(saved: unknown): Duplicated | null {
  if (!isObject(saved)) return null;
  const { id, name, period_start: start, period_end: end, legal_entity_id: entity } = saved;
  if ([id, name, start, end, entity].some((one) => typeof one !== 'string')) return null;
  return {
    id: String(id),
    name: String(name),
    period_start: String(start),
    period_end: String(end),
    legal_entity_id: String(entity),
    losses: readLosses(saved.losses),
  };
}

function readLosses(saved: unknown): readonly Loss[] {
  return objectsIn(saved).flatMap(({ code, subject, value }) => {
    const known = lossCodes.find((one) => one === code);
    if (known === undefined || typeof subject !== 'string') return [];
    return [{ code: known, subject, ...(value === undefined ? {} : { value }) }];
  });
}

function readCopies(saved: unknown): Copies | null {
  if (!isObject(saved) || typeof saved.client !== 'string') return null;
  return {
    client: saved.client,
    components: objectsIn(saved.components).flatMap((one) => readComponent(one) ?? []),
    users: objectsIn(saved.users).flatMap(({ id, role }) =>
      typeof id === 'string' && typeof role === 'string' ? [{ id, role }] : [],
    ),
  };
}

function readTemplate(saved: unknown): TemplateInUse | null {
  if (!isObject(saved)) return null;
  const { id, name, name_pattern: names, id_pattern: ids } = saved;
  if (typeof id !== 'string' || typeof name !== 'string') return null;
  return {
    id,
    name,
    name_pattern: typeof names === 'string' ? names : '',
    id_pattern: typeof ids === 'string' ? ids : '',
    components: readPattern(saved.components),
    losses: readLosses(saved.losses),
    given: Object.fromEntries(
      fieldNames.map((field) => [field, textsOf(saved.given)(field)]).filter(([, value]) => value !== ''),
    ),
  };
}

function readPattern(saved: unknown): TemplateInUse['components'] {
  if (!isObject(saved)) return null;
  const { reach, name_pattern: pattern } = saved;
  const relation = auditorRelations.find((one) => one === saved.auditor_relation);
  if (relation === undefined || (reach !== 'children' && reach !== 'all')) return null;
  return { reach, auditor_relation: relation, name_pattern: typeof pattern === 'string' ? pattern : '' };
}

function readComponent(saved: Readonly<Record<string, unknown>>): ComponentCreation | null {
  const { name, auditor_relation: relation, legal_entity_ids: ids } = saved;
  if (typeof name !== 'string' || typeof relation !== 'string' || !Array.isArray(ids)) return null;
  return { name, auditor_relation: relation, legal_entity_ids: ids.filter((id) => typeof id === 'string') };
}

function objectsIn(saved: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(saved) ? saved.filter(isObject) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
