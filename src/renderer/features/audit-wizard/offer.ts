import type { Audit } from '../../../shared/model/audit.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { settingFault } from '../../../shared/rules/service/setting.ts';
import { lineOf, scopingLabels, supportsLanguage } from '../../../shared/rules/service/work-package.ts';
import { entryOf, fieldType, isDefault } from '../../parts/settings/setting-entry.ts';
import { emptyContent, type WizardContent } from './content.ts';
import { periodAfter } from './period.ts';
import { type FieldName, fieldNames } from './steps.ts';

/** Values that a previous audit offers to the next one. */
export type Offer = Readonly<Partial<Record<FieldName, string>>>;

/** The next period, and language, unit and scoping label of the audit before where the package still has them (ux W12). */
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

export function isTaken(content: WizardContent, offer: Offer): boolean {
  return fieldNames.every((name) => offer[name] === undefined || offer[name] === content.fields[name]);
}

/**
 * The content for next year's audit: same client, type, language, unit and settings, the newest version of the work package,
 * and the next period. A setting that does not fit the newest version is left out. An audit that is coupled to nothing is
 * followed by one that is not; to what else it is coupled a person decides.
 */
export function contentLike(audit: Audit, packages: readonly WorkPackage[]): WizardContent {
  const isCoupled = audit.coupled_component_audit_ids.length > 0;
  const before = packages.find(({ id }) => id === audit.work_package_id) ?? null;
  const line = lineOf(packages, before?.name);
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
    coupling: { ...empty.coupling, decision: isCoupled ? 'open' : 'without' },
    own: next === null ? empty.own : [...empty.own, 'work_package_id'],
    step: 'review',
    reached: 'review',
  };
}

/** The content for a single audit that is coupled to components: their values are filled in once they are read. */
export function contentCoupled(ids: readonly string[]): WizardContent {
  const empty = emptyContent('single');
  return { ...empty, coupling: { ...empty.coupling, decision: 'couple', ids: [...new Set(ids)] } };
}

/**
 * The content to replace an audit by a coupled one: everything but the id is the same, and coupling is next. Submitting it
 * deletes the audit first.
 */
export function contentAgain(audit: Audit, packages: readonly WorkPackage[]): WizardContent {
  const workPackage = packages.find(({ id }) => id === audit.work_package_id) ?? null;
  const empty = emptyContent(audit.audit_type === 'consolidated' ? 'consolidated' : 'single');
  const fields = {
    client_organisation_id: audit.client_organisation_id,
    legal_entity_id: audit.legal_entity_ids[0] ?? '',
    work_package_id: audit.work_package_id,
    scoping_package_id: audit.scoping_package_id,
    period_start: audit.period_start,
    period_end: audit.period_end,
    language: audit.language,
    unit_of_measurement: audit.unit_of_measurement ?? '',
    name: audit.name,
  } as const;
  return {
    ...empty,
    fields: { ...empty.fields, ...fields },
    settings: workPackage === null ? {} : changedSettings(audit, workPackage),
    coupling: { ...empty.coupling, decision: 'couple' },
    replaces: { id: audit.id, name: audit.name, created_at: audit.created_at },
    own: fieldNames.filter((field) => field !== 'id'),
    step: 'coupling',
    reached: 'coupling',
  };
}

function changedSettings(audit: Audit, workPackage: WorkPackage): WizardContent['settings'] {
  return Object.fromEntries(
    workPackage.settings
      .filter((definition) => Object.hasOwn(audit.settings, definition.id))
      .filter((definition) => settingFault(definition, audit.settings[definition.id]) === null)
      .map((definition) => ({
        definition,
        entry: entryOf(fieldType(definition), audit.settings[definition.id]),
      }))
      .filter(({ definition, entry }) => !isDefault(definition, entry))
      .map(({ definition, entry }) => [definition.id, entry]),
  );
}
