import type { AuditCreation } from '../../../shared/model/audit.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { settingValue } from '../../parts/settings/setting-entry.ts';
import type { WizardContent } from './content.ts';

/**
 * The request for a content. It leaves empty fields out (decisions.md §1.5), and settings that nobody has entered: the service
 * has their defaults. A default that a person chose is sent.
 */
export function creationOf(content: WizardContent, workPackage: WorkPackage | null): AuditCreation {
  const { unit_of_measurement: unit, ...fields } = content.fields;
  const settings = sentSettings(content.settings, workPackage);
  const coupled = coupledIds(content);
  return {
    ...fields,
    ...(unit.trim() === '' ? {} : { unit_of_measurement: unit }),
    ...(coupled.length === 0 ? {} : { coupled_component_audit_ids: coupled }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
}

export function coupledIds({ coupling }: Pick<WizardContent, 'coupling'>): readonly string[] {
  return coupling.decision === 'couple' ? coupling.ids : [];
}

function sentSettings(
  entries: WizardContent['settings'],
  workPackage: WorkPackage | null,
): Readonly<Record<string, unknown>> {
  if (workPackage === null) return entries;
  return Object.fromEntries(
    workPackage.settings
      .filter(({ id }) => Object.hasOwn(entries, id))
      .map((definition) => [definition.id, settingValue(definition, entries[definition.id])]),
  );
}
