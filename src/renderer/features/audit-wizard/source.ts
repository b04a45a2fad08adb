import { predecessorOf } from '../../../shared/rules/roll-forward/successor.ts';
import { comparedFields } from '../../../shared/rules/service/coupling-component.ts';
import { lineOf } from '../../../shared/rules/service/work-package.ts';
import { useTranslation } from '../../messages/language.ts';
import type { WizardContent } from './content.ts';
import { offerOf } from './offer.ts';
import { chosenPackage, followedBy, type Known } from './proposal.ts';
import type { FieldName } from './steps.ts';
import { useWizard, useWizardContext } from './wizard-context.ts';

/** From where a field has a value that nobody entered; `name` is the audit, the group or the template. */
export type Source =
  | { readonly code: 'component' | 'client' | 'only' | 'newest' | 'made' }
  | { readonly code: 'group' | 'template' | 'like' | 'before'; readonly name: string };

/** From where a field has its value; null where it is empty, or a person has entered it. */
export function sourceOf(content: WizardContent, known: Known, field: FieldName): Source | null {
  const { fields, own, coupling, template } = content;
  const value = fields[field];
  if (value === '') return null;
  if (coupling.isFilled && comparedFields.some((name) => name === field)) return { code: 'component' };
  if (template !== null && template.given[field] === value) return { code: 'template', name: template.name };
  const followed = followedBy(content);
  if (followed !== null && isOfFollowed(content, known, field)) return { code: 'like', name: followed.name };
  // The screen that the wizard was opened from has given the client.
  if (own.includes(field) || field === 'client_organisation_id') return null;
  const pattern = field === 'name' ? template?.name_pattern : field === 'id' ? template?.id_pattern : '';
  if (template !== null && pattern !== '') return { code: 'template', name: template.name };
  if (field === 'name' || field === 'id') return { code: 'made' };
  if (field === 'legal_entity_id')
    return { code: value === fields.client_organisation_id ? 'client' : 'only' };
  return (
    sourceAmongAudits(content, known, field) ?? { code: field === 'work_package_id' ? 'newest' : 'only' }
  );
}

/** Whether a duplicate has it of its audit: what was not entered since, and of the work package a version of the same. */
function isOfFollowed({ fields, own, like }: WizardContent, { audits, packages }: Known, field: FieldName) {
  if (field !== 'work_package_id') return !own.includes(field);
  const lineNameOf = (id: string | undefined) =>
    lineOf(packages ?? [], packages?.find((one) => one.id === id)?.name)?.name;
  const name = lineNameOf(audits.find(({ id }) => id === like?.id)?.work_package_id);
  return name !== undefined && name === lineNameOf(fields.work_package_id);
}

/** The group of a coupled audit, or the audit before, where it offers this value. */
function sourceAmongAudits(content: WizardContent, known: Known, field: FieldName): Source | null {
  const workPackage = chosenPackage(content, known.packages);
  const value = content.fields[field];
  const { group } = known;
  if (content.coupling.isFilled && group !== null && offerOf(group, workPackage)[field] === value)
    return { code: 'group', name: group.name };
  const before = predecessorOf(content.fields, known.audits);
  if (before === null) return null;
  const usual = known.packages?.find(({ id }) => id === before.work_package_id)?.name;
  const isBefore =
    field === 'work_package_id'
      ? lineOf(known.packages ?? [], usual)?.newest.id === value
      : offerOf(before, workPackage)[field] === value;
  return isBefore ? { code: 'before', name: before.name } : null;
}

/** From where a field has its value, in words; undefined where a person has entered it. */
export function useSourceWords(): (field: FieldName) => string | undefined {
  const { t } = useTranslation('audit-wizard');
  const { known, candidates, verdict } = useWizardContext();
  const content = useWizard((state) => state.content);
  const id = verdict?.initialising?.id;
  const component = id === undefined ? undefined : (candidates.network.candidate(id)?.component.name ?? id);
  return (field) => {
    const source = sourceOf(content, known, field);
    if (source === null) return undefined;
    if (source.code !== 'component')
      return t(`source.${source.code}`, { name: 'name' in source ? source.name : '' });
    return component === undefined ? t('source.alike') : t('source.component', { name: component });
  };
}

/** The help of a field, behind from where it has its value where nobody has entered it. */
export function useHelp(): (field: FieldName, help?: string) => string | undefined {
  const words = useSourceWords();
  return (field, help) => [words(field), help].filter(Boolean).join(' · ') || undefined;
}
