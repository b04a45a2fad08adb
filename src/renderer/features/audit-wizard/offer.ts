import type { Audit } from '../../../shared/model/audit.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { settingFault } from '../../../shared/rules/setting.ts';
import { scopingLabels, supportsLanguage, workPackageLines } from '../../../shared/rules/work-package.ts';
import { emptyContent, type FieldName, type WizardContent } from './content.ts';
import { periodAfter } from './period.ts';
import { entryOf, isDefault } from './setting-entry.ts';

/** What a previous audit gives to the next one, field by field; what it cannot give is left out. */
export type Offer = Readonly<Partial<Record<FieldName, string>>>;

/** Period, language, unit and scoping label as the audit before had them, as far as the package still has them (ux W12). */
export function offerOf(before: Audit, workPackage: WorkPackage | null): Offer {
  const period = periodAfter({ start: before.period_start, end: before.period_end });
  const keepsLanguage = workPackage === null || supportsLanguage(workPackage, before.language);
  const labels = workPackage === null ? [] : scopingLabels(workPackage, before.language);
  return {
    ...(period === null ? {} : { period_start: period.start, period_end: period.end }),
    ...(before.language !== '' && keepsLanguage ? { language: before.language } : {}),
    ...(before.unit_of_measurement === null ? {} : { unit_of_measurement: before.unit_of_measurement }),
    ...(labels.includes(before.scoping_package_id) ? { scoping_package_id: before.scoping_package_id } : {}),
  };
}

/** Whether a content already has everything that is offered. */
export function isTaken(content: WizardContent, offer: Offer): boolean {
  return Object.entries(offer).every(([field, value]) =>
    Object.entries(content.fields).some(([name, own]) => name === field && own === value),
  );
}

/**
 * A new wizard that begins as an audit does: its client, type, language, unit and settings, the newest version of its work
 * package, and the period after. A setting that the newest version has otherwise is left out.
 */
export function contentLike(audit: Audit, packages: readonly WorkPackage[]): WizardContent {
  const before = packages.find(({ id }) => id === audit.work_package_id) ?? null;
  const line = workPackageLines(packages).find(({ name }) => name === before?.name);
  const next = line?.newest ?? before;
  const empty = emptyContent(audit.audit_type === 'consolidated' ? 'consolidated' : 'single');
  return {
    ...empty,
    fields: {
      ...empty.fields,
      client_organisation_id: audit.client_organisation_id,
      legal_entity_id: audit.legal_entity_ids[0] ?? '',
      work_package_id: next?.id ?? '',
      ...offerOf(audit, next),
    },
    settings: next === null ? {} : changedSettings(audit, next),
    own: next === null ? empty.own : [...empty.own, 'work_package_id'],
  };
}

function changedSettings(audit: Audit, workPackage: WorkPackage): WizardContent['settings'] {
  return Object.fromEntries(
    workPackage.settings
      .filter((definition) => Object.hasOwn(audit.settings, definition.id))
      .filter((definition) => settingFault(definition, audit.settings[definition.id]) === null)
      .map((definition) => ({ definition, entry: entryOf(definition.type, audit.settings[definition.id]) }))
      .filter(({ definition, entry }) => !isDefault(definition, entry))
      .map(({ definition, entry }) => [definition.id, entry]),
  );
}
