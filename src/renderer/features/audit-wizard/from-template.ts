import type { AppliedTemplate } from '../../../shared/rules/service/template.ts';
import type { WizardContent } from './content.ts';
import { entriesOf } from './offer.ts';
import type { FieldName } from './steps.ts';

const given = [
  'audit_type',
  'work_package_id',
  'scoping_package_id',
  'language',
  'unit_of_measurement',
] as const satisfies readonly FieldName[];

/**
 * The content with what a template gives; what it leaves open stays as it is, and what an earlier template gave goes. The values of an
 * initialising component stay, too: the service requires them. All steps can be opened.
 */
export function contentFrom(content: WizardContent, applied: AppliedTemplate): WizardContent {
  const { template, workPackage, label, language, settings, users } = applied;
  const free = withoutTemplate(content);
  const values: Readonly<Record<(typeof given)[number], string>> = {
    audit_type: template.audit_type,
    work_package_id: workPackage?.id ?? '',
    scoping_package_id: label,
    language,
    unit_of_measurement: template.unit_of_measurement,
  };
  const isOfComponent = (field: FieldName) =>
    content.coupling.isFilled && (field === 'work_package_id' || field === 'scoping_package_id');
  const filled = given.filter((field) => values[field] !== '' && !isOfComponent(field));
  const taken = Object.fromEntries(filled.map((field) => [field, values[field]]));
  return {
    ...free,
    fields: { ...free.fields, ...taken },
    settings: { ...free.settings, ...entriesOf(settings, workPackage) },
    copies: users.length === 0 ? null : { client: '', components: [], users },
    template: {
      id: template.id,
      name: template.name,
      name_pattern: template.name_pattern,
      id_pattern: template.id_pattern,
      components: template.components,
      losses: applied.losses,
      given: taken,
    },
    own: [...new Set([...free.own, ...filled])],
    reached: 'naming',
  };
}

/** The content without what a template gave, but for the type of the audit, which every audit has. */
export function withoutTemplate(content: WizardContent): WizardContent {
  if (content.template === null) return content;
  const gone = given.filter((field) => field !== 'audit_type' && !content.coupling.isFilled);
  return {
    ...content,
    fields: { ...content.fields, ...Object.fromEntries(gone.map((field) => [field, ''])) },
    settings: {},
    copies: null,
    template: null,
    own: content.own.filter((field) => !gone.some((one) => one === field)),
  };
}
