import type { AuditCreation } from '../../../shared/model/audit.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import type { WizardContent } from './content.ts';
import { settingValue } from './setting-entry.ts';

/**
 * The request that a wizard's content makes. Absent fields are left out (decisions.md §1.5). Of the settings exactly
 * those go that a person has set, also where they chose the default: what nobody touched is left to the service.
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

/** What the audit will be coupled to. */
export function coupledIds({ coupling }: Pick<WizardContent, 'coupling'>): readonly string[] {
  return coupling.isWanted ? coupling.ids : [];
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
