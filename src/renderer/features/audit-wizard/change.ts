import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { carryOver, type Loss } from '../../../shared/rules/service/carry-over.ts';
import {
  type ComparedField,
  type ComparedValues,
  comparedFields,
  comparedValues,
} from '../../../shared/rules/service/coupling-component.ts';
import { supportsAuditType } from '../../../shared/rules/service/work-package.ts';
import type { BeforeCoupling, CouplingChoice, WizardContent } from './content.ts';
import { chosenPackage, type Known } from './proposal.ts';
import type { FieldName } from './steps.ts';

/** What a change removed or brought back in other fields. The wizard tells it. */
export type Notice =
  | Loss
  | { readonly code: 'values-back'; readonly fields: readonly FieldBack[] }
  | { readonly code: 'settings-back'; readonly count: number };

/** A field with the value from before a coupling filled it; it may be empty. */
export interface FieldBack {
  readonly field: ComparedField | 'language';
  readonly value: string;
}

export interface Changed {
  readonly content: WizardContent;
  readonly notices: readonly Notice[];
}

/**
 * The content after a person filled a field. It empties other fields that do not fit any more: the legal entity of another
 * client, a language, scoping label or setting that the work package does not have.
 */
export function changed(
  content: WizardContent,
  field: FieldName,
  value: string,
  packages: Known['packages'],
): Changed {
  if (content.fields[field] === value) return { content: owned(content, field), notices: [] };
  const next = owned({ ...content, fields: { ...content.fields, [field]: value } }, field);
  if (field === 'client_organisation_id') {
    const other = withoutProposed(emptied(next, 'legal_entity_id'), asBefore);
    return { content: withoutProposed(other, ['work_package_id']), notices: [] };
  }
  if (field === 'legal_entity_id') return { content: withoutProposed(next, asBefore), notices: [] };
  const workPackage = chosenPackage(next, packages);
  if (field === 'audit_type') return { content: withoutUnfitPackage(next, workPackage), notices: [] };
  const isMethodology = field === 'work_package_id' || field === 'language';
  return isMethodology ? afterMethodology(next, workPackage) : { content: next, notices: [] };
}

/** What the audit before offers: another client or legal entity has another one. */
const asBefore = [
  'scoping_package_id',
  'period_start',
  'period_end',
  'language',
  'unit_of_measurement',
] as const;

// What was only proposed is proposed again.
function withoutProposed(content: WizardContent, fields: readonly FieldName[]): WizardContent {
  return fields.filter((field) => !content.own.includes(field)).reduce(emptied, content);
}

function withoutUnfitPackage(content: WizardContent, workPackage: WorkPackage | null): WizardContent {
  return workPackage === null || supportsAuditType(workPackage, content.fields.audit_type)
    ? content
    : withoutProposed(content, ['work_package_id']);
}

/** A setting that does not fit stays as it was typed, as the rules name it; so does the label of a component, as the service requires it. */
function afterMethodology(content: WizardContent, workPackage: WorkPackage | null): Changed {
  const { coupling, fields, settings } = content;
  const label = coupling.isFilled ? '' : fields.scoping_package_id;
  const { losses } = carryOver({ ...fields, scoping_package_id: label, settings }, workPackage);
  const lost = losses.filter(({ code }) => code !== 'setting-unfit');
  const gone = new Set(lost.flatMap(({ code, subject }) => (code === 'setting-gone' ? [subject] : [])));
  const kept = Object.entries(settings).filter(([id]) => !gone.has(id));
  const empty = lost.flatMap(({ code }) =>
    code === 'language-gone'
      ? ['language' as const]
      : code === 'label-gone'
        ? ['scoping_package_id' as const]
        : [],
  );
  return {
    content: empty.reduce(
      emptied,
      gone.size === 0 ? content : { ...content, settings: Object.fromEntries(kept) },
    ),
    notices: lost,
  };
}

/** An entry of `undefined` goes back to the package's default. */
export function settingChanged(content: WizardContent, id: string, entry: unknown): WizardContent {
  const { [id]: _, ...others } = content.settings;
  return { ...content, settings: entry === undefined ? others : { ...others, [id]: entry } };
}

/** Marks a field as filled by a person. */
function owned(content: WizardContent, field: FieldName): WizardContent {
  return content.own.includes(field) ? content : { ...content, own: [...content.own, field] };
}

function emptied(content: WizardContent, field: FieldName): WizardContent {
  return {
    ...content,
    fields: { ...content.fields, [field]: '' },
    own: content.own.filter((name) => name !== field),
  };
}

export type CouplingChange = Partial<Pick<CouplingChoice, 'decision' | 'ids' | 'isExact'>>;

/**
 * The content with another choice of what to couple to. The rules judge the choice before it fills a field. Where a component
 * is removed, or the audit is not to be coupled, the earlier values come back at once, so that no value of a component stays.
 */
export function couplingChanged(
  content: WizardContent,
  change: CouplingChange,
  packages: Known['packages'],
): Changed {
  const { isOwn: _, ...former } = content.coupling;
  const coupling = { ...former, ...change, isFilled: false };
  const next = { ...content, coupling };
  const isLess = content.coupling.ids.some((id) => !coupling.ids.includes(id));
  return coupling.decision !== 'couple' || isLess ? released(next, packages) : { content: next, notices: [] };
}

/** The content with the values of its component as a person's own, until another choice of what to couple to. */
export function unlocked({ coupling, ...content }: WizardContent): WizardContent {
  return { ...content, coupling: { ...coupling, isFilled: false, isOwn: true } };
}

/** The content with the values of an initialising component, in place of those of another one. */
export function filled(content: WizardContent, values: ComparedValues, packages: Known['packages']): Changed {
  const base = restored(content);
  const raw: WizardContent = {
    ...comparedFields.reduce(owned, base),
    fields: { ...base.fields, ...values },
    coupling: { ...base.coupling, isFilled: true },
  };
  const { content: fitting, notices } = afterMethodology(raw, chosenPackage(raw, packages));
  const before: BeforeCoupling = {
    given: values,
    fields: comparedValues((name) => base.fields[name]),
    own: base.own.filter((name) => name === 'language' || comparedFields.some((field) => field === name)),
    language: fitting.fields.language === base.fields.language ? '' : base.fields.language,
    settings: Object.fromEntries(
      Object.entries(base.settings).filter(([id]) => !Object.hasOwn(fitting.settings, id)),
    ),
    empty: (['language', 'unit_of_measurement'] as const).filter((name) => base.fields[name] === ''),
  };
  const next = { ...fitting, coupling: { ...fitting.coupling, before } };
  return { content: next, notices: [...notices, ...cameBack(content, next, ['language'])] };
}

/** The content without the values of an initialising component: earlier values come back, and changes made since stay. */
export function released(content: WizardContent, packages: Known['packages']): Changed {
  const next = restored(content);
  if (content.coupling.before === null) return { content: next, notices: [] };
  const fitting = afterMethodology(next, chosenPackage(next, packages));
  const back = cameBack(content, fitting.content, [...comparedFields, 'language']);
  return { content: fitting.content, notices: [...back, ...fitting.notices] };
}

// A value that differs from the component's was changed by a person since. A legal entity comes back only together with its
// client.
function restored(content: WizardContent): WizardContent {
  const { before } = content.coupling;
  const coupling = { ...content.coupling, isFilled: false, before: null };
  const free = withoutProposed({ ...content, coupling }, before?.empty ?? []);
  if (before === null) return free;
  const client = 'client_organisation_id';
  const isUntouched = (field: FieldBack['field']): boolean =>
    field === 'language'
      ? before.language !== '' && !content.own.includes('language')
      : content.fields[field] === before.given[field];
  const comesBack = (field: FieldBack['field']): boolean =>
    field === 'legal_entity_id'
      ? isUntouched(client) && (isUntouched(field) || before.fields[client] !== before.given[client])
      : isUntouched(field);
  const back = [...comparedFields, 'language' as const].filter(comesBack);
  const held = { ...before.fields, language: before.language };
  return {
    ...free,
    fields: { ...free.fields, ...Object.fromEntries(back.map((field) => [field, held[field]])) },
    own: [
      ...content.own.filter((name) => !back.some((field) => field === name)),
      ...back.filter((field) => before.own.includes(field)),
    ],
    settings: { ...before.settings, ...content.settings },
  };
}

function cameBack(
  from: WizardContent,
  to: WizardContent,
  fields: readonly FieldBack['field'][],
): readonly Notice[] {
  const back = fields
    .filter((field) => from.fields[field] !== to.fields[field])
    .map((field) => ({ field, value: to.fields[field] }))
    .filter(({ field, value }) => field !== 'language' || value !== '');
  const settings = Object.keys(to.settings).filter((id) => !Object.hasOwn(from.settings, id)).length;
  return [
    ...(back.length === 0 ? [] : [{ code: 'values-back' as const, fields: back }]),
    ...(settings === 0 ? [] : [{ code: 'settings-back' as const, count: settings }]),
  ];
}
