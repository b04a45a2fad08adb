import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { type ComparedValues, comparedFields } from '../../../shared/rules/coupling-component.ts';
import { scopingLabels, supportsAuditType, supportsLanguage } from '../../../shared/rules/work-package.ts';
import type { CouplingChoice, FieldName, WizardContent } from './content.ts';
import { chosenPackage, type Known } from './proposal.ts';

/** Something that a change took away elsewhere, which the wizard says aloud. */
export type Notice =
  | { readonly code: 'language-cleared'; readonly language: string }
  | { readonly code: 'label-cleared'; readonly label: string }
  | { readonly code: 'settings-dropped'; readonly count: number };

export interface Changed {
  readonly content: WizardContent;
  readonly notices: readonly Notice[];
}

/**
 * The content after a person filled a field. What can no longer hold because of it (the legal entity of another
 * client, a language or scoping label or setting that the package does not have) is emptied and named.
 */
export function changed(
  content: WizardContent,
  field: FieldName,
  value: string,
  packages: Known['packages'],
): Changed {
  if (content.fields[field] === value) return { content: owned(content, field), notices: [] };
  const next = owned({ ...content, fields: { ...content.fields, [field]: value } }, field);
  switch (field) {
    case 'client_organisation_id':
      return { content: withoutProposedPackage(emptied(next, 'legal_entity_id')), notices: [] };
    case 'audit_type':
      return { content: withoutUnfitPackage(next, chosenPackage(next, packages)), notices: [] };
    case 'work_package_id':
    case 'language':
      return afterMethodology(next, chosenPackage(next, packages));
    case 'legal_entity_id':
    case 'scoping_package_id':
    case 'period_start':
    case 'period_end':
    case 'unit_of_measurement':
    case 'name':
    case 'id':
      return { content: next, notices: [] };
  }
}

// A package that was only proposed is proposed anew: another client may be used to another one.
function withoutProposedPackage(content: WizardContent): WizardContent {
  return content.own.includes('work_package_id') ? content : emptied(content, 'work_package_id');
}

function withoutUnfitPackage(content: WizardContent, workPackage: WorkPackage | null): WizardContent {
  return workPackage === null || supportsAuditType(workPackage, content.fields.audit_type)
    ? content
    : withoutProposedPackage(content);
}

function afterMethodology(content: WizardContent, workPackage: WorkPackage | null): Changed {
  if (workPackage === null) return { content, notices: [] };
  return [withoutForeignLanguage, withoutForeignLabel, withoutForeignSettings].reduce<Changed>(
    (so, step) => {
      const next = step(so.content, workPackage);
      return { content: next.content, notices: [...so.notices, ...next.notices] };
    },
    { content, notices: [] },
  );
}

function withoutForeignLanguage(content: WizardContent, workPackage: WorkPackage): Changed {
  const { language } = content.fields;
  if (language === '' || supportsLanguage(workPackage, language)) return { content, notices: [] };
  return { content: emptied(content, 'language'), notices: [{ code: 'language-cleared', language }] };
}

function withoutForeignLabel(content: WizardContent, workPackage: WorkPackage): Changed {
  const { scoping_package_id: label, language } = content.fields;
  if (label === '' || scopingLabels(workPackage, language).includes(label)) return { content, notices: [] };
  return { content: emptied(content, 'scoping_package_id'), notices: [{ code: 'label-cleared', label }] };
}

function withoutForeignSettings(content: WizardContent, workPackage: WorkPackage): Changed {
  const known = new Set(workPackage.settings.map(({ id }) => id));
  const entries = Object.entries(content.settings);
  const kept = entries.filter(([id]) => known.has(id));
  if (kept.length === entries.length) return { content, notices: [] };
  return {
    content: { ...content, settings: Object.fromEntries(kept) },
    notices: [{ code: 'settings-dropped', count: entries.length - kept.length }],
  };
}

/** The content with another choice of what to couple to; nothing is filled by it until it is judged. */
export function couplingChanged(
  content: WizardContent,
  choice: Partial<Pick<CouplingChoice, 'isWanted' | 'ids'>>,
): WizardContent {
  return { ...content, coupling: { ...content.coupling, ...choice, isFilled: false } };
}

/**
 * The content with what an initialising component gives. A label that is not offered in the language stays: the service wants
 * the same one.
 */
export function filled(content: WizardContent, values: ComparedValues, packages: Known['packages']): Changed {
  const next: WizardContent = {
    ...comparedFields.reduce(owned, content),
    fields: { ...content.fields, ...values },
    coupling: { ...content.coupling, isFilled: true },
  };
  const workPackage = chosenPackage(next, packages);
  if (workPackage === null) return { content: next, notices: [] };
  const first = withoutForeignLanguage(next, workPackage);
  const second = withoutForeignSettings(first.content, workPackage);
  return { content: second.content, notices: [...first.notices, ...second.notices] };
}

/** The content with a setting entered; an entry of `undefined` goes back to the package's default. */
export function settingChanged(content: WizardContent, id: string, entry: unknown): WizardContent {
  const { [id]: _, ...others } = content.settings;
  return { ...content, settings: entry === undefined ? others : { ...others, [id]: entry } };
}

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
